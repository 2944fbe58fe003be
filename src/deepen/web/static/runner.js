// One search at a time: a new one stops the one before.

import { Problem } from "./connection.js";

const SILENCE = 1500; // after which one would like to know why nothing is heard

export class Runner {
  // `showBusy(busy)` is told when a search begins and when none is left.
  constructor(connection, showBusy = () => {}) {
    this.connection = connection;
    this.showBusy = showBusy;
    this.job = null;
  }

  // The answer, or null after a problem; `complain` hears of that, unless another search came since.
  // Besides what the server tells, `hear` is told "silent" when a search that has started does not
  // get on.
  async run(message, hear, complain) {
    this.stop();
    let timer;
    const job = this.connection.search(message, (kind, body) => {
      clearTimeout(timer);
      if (kind === "started") timer = setTimeout(() => this.job === job && hear("silent"), SILENCE);
      hear(kind, body);
    });
    this.job = job;
    this.showBusy(true);
    try {
      return await job.answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (this.job === job) complain(error.message);
      return null;
    } finally {
      clearTimeout(timer);
      if (this.job === job) {
        this.job = null;
        this.showBusy(false);
      }
    }
  }

  // What is known so far comes as the answer.
  stop() {
    this.job?.stop();
  }

  // Nobody wants to hear of it any more.
  forget() {
    this.stop();
    this.job = null;
  }
}
