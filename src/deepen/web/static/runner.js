// One search at a time: a new one stops the one before.

import { Problem } from "./connection.js";

export class Runner {
  // `showBusy(busy)` is told when a search begins and when none is left.
  constructor(connection, showBusy = () => {}) {
    this.connection = connection;
    this.showBusy = showBusy;
    this.job = null;
  }

  // The answer, or null after a problem; `complain` hears of that, unless another search came since.
  async run(message, hear, complain) {
    this.stop();
    const job = this.connection.search(message, hear);
    this.job = job;
    this.showBusy(true);
    try {
      return await job.answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (this.job === job) complain(error.message);
      return null;
    } finally {
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
