// Elements by code. Text only ever becomes text: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") && typeof value === "boolean") node.setAttribute(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

// An element of HTML: make("button", {type: "button", onclick: act}, "Solve").
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// An element of SVG.
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, text);
}

// A label with its field below it.
export function labelled(text, field, attributes = {}) {
  return make("label", { class: "labelled", ...attributes }, make("span", {}, text), field);
}

// Fills a select: [[value, text]].
export function options(select, values, chosen) {
  select.replaceChildren(
    ...values.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
}

// Whether keys are for a field that somebody types in.
export function isTyping(target) {
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

// Says something to those who listen instead of looking.
export function say(text) {
  document.querySelector("#said").textContent = text;
}
