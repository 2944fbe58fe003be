// What people take with them: links, pictures, files.

import { button, say } from "./dom.js";

const SHOWN = 1500;
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
  "opacity", "font-family", "font-size", "font-weight", "text-anchor", "display", "paint-order",
];
const OF_THE_PAGE = ["class", "style", "tabindex", "aria-label", "aria-selected", "role", "data-id"];

// The board as it is seen, as an SVG file that needs no style sheet.
export function pictureOf(svg) {
  const copy = svg.cloneNode(true);
  const seen = [svg, ...svg.querySelectorAll("*")];
  const kept = [copy, ...copy.querySelectorAll("*")];
  seen.forEach((node, place) => inlineStyles(kept[place], getComputedStyle(node)));
  copy.querySelectorAll("g.ring").forEach((node) => node.remove());
  copy.querySelectorAll("[display=none]").forEach((node) => node.remove());
  const [left, top, width, height] = copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("role", "img");
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  Object.entries({ x: left, y: top, width, height }).forEach(([name, value]) => ground.setAttribute(name, value));
  const hasPaper = getComputedStyle(svg).getPropertyValue("--paper");
  ground.setAttribute("fill", hasPaper ? getComputedStyle(document.body).backgroundColor : "#fff");
  copy.insertBefore(ground, copy.firstChild);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

function inlineStyles(node, style) {
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    // A pattern's address names this page; in a file it must name the file itself.
    if (value) node.setAttribute(name, value.replace(/url\("?[^"#]*(#[^")]*)"?\)/, "url($1)"));
  }
  for (const name of OF_THE_PAGE) node.removeAttribute(name);
}

export function download(name, text, kind) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

// A button that copies the address of this very position.
export function linkButton() {
  const node = button("Copy link", async () => {
    const said = (await copied()) ? "Copied" : "Copy it from above";
    node.textContent = said;
    say(said);
    setTimeout(() => { node.textContent = "Copy link"; }, SHOWN);
  }, { class: "small" });
  return node;
}

async function copied() {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false; // the browser does not allow it
  }
}
