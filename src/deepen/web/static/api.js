// The API's page: its OpenAPI description for people, with a way to try each operation.

import { button, make, say } from "./dom.js";
import { last } from "./lists.js";

async function begin() {
  const described = await (await fetch("/api/openapi.json")).json();
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })));
  document.querySelector("#operations").replaceChildren(...operations.map((one) => card(one, described)));
}

function card(operation, described) {
  const { path, method, summary } = operation;
  const schema = bodyOf(operation, described);
  return make("section", { class: "card operation", "aria-label": path },
    make("h2", { class: "title" }, make("code", {}, `${method} ${path}`)),
    make("p", {}, summary),
    schema && table(schema, described),
    tryIt(operation, schema));
}

function bodyOf({ requestBody }, described) {
  const schema = requestBody?.content["application/json"].schema;
  return schema ? resolved(schema, described) : null;
}

function resolved(schema, described) {
  if (!schema.$ref) return schema;
  return described.components.schemas[last(schema.$ref.split("/"))];
}

function table(schema, described) {
  const needed = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "verb").map(([name, property]) =>
    make("tr", {}, make("th", { scope: "row" }, make("code", {}, name)),
      make("td", {}, kindOf(property, described)), make("td", {}, needed.includes(name) ? "needed" : "")));
  const head = ["name", "kind", ""].map((text) => make("th", { scope: "col" }, text));
  return make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows));
}

function kindOf(property, described) {
  const schema = resolved(property, described);
  if (schema.anyOf) {
    return schema.anyOf.map((one) => kindOf(one, described)).filter((text) => text !== "null").join(" or ");
  }
  if (schema.enum) return schema.enum.join(", ");
  const limits = [
    ["minimum", "≥"], ["exclusiveMinimum", ">"], ["maximum", "≤"], ["exclusiveMaximum", "<"],
    ["maxLength", "length ≤"], ["maxItems", "at most"],
  ].filter(([name]) => schema[name] !== undefined).map(([name, sign]) => `${sign} ${schema[name]}`);
  return [schema.type ?? "anything", ...limits].join(", ");
}

function tryIt({ path, method }, schema) {
  const answer = make("pre", { class: "answer", hidden: true, tabindex: 0, "aria-label": "Answer" });
  const request = schema && make("textarea", {
    class: "notation", rows: 2, spellcheck: "false", "aria-label": `Request to ${path}`,
  }, JSON.stringify(example(schema)));
  const send = async () => {
    const response = await fetch(path, request
      ? { method, headers: { "Content-Type": "application/json" }, body: request.value }
      : { method });
    const text = await response.text();
    answer.hidden = false;
    answer.textContent = `${response.status} ${text.length > 2000 ? `${text.slice(0, 2000)} …` : text}`;
    say(`Answer ${response.status}`);
  };
  const row = make("div", { class: "row" }, button("Try it", send, { class: "small" }));
  return make("div", { class: "try" }, request, row, answer);
}

// What is needed, and what the schema has an example for.
function example(schema) {
  const needed = schema.required ?? [];
  const wanted = Object.entries(schema.properties).filter(([name, { examples }]) => needed.includes(name) || examples);
  return Object.fromEntries(wanted.map(([name, { examples }]) => [name, examples?.[0] ?? null]));
}

begin();
