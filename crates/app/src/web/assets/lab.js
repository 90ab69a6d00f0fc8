// The laboratories without a reload: a link or a form inside of #lab asks the server for the page that it leads to, and
// only what #lab holds is replaced. The address, the focus and the way back are those of a page without script.

import { announce, renew } from "/assets/part.js";

const lab = document.getElementById("lab");
const refused = document.getElementById("refused");
let latest = 0;
/** What was clicked while an answer was on its way: its turn comes when that is there. */
const waiting = [];

/** Shows what an address of this page has; `keep` makes it a step that leads back here. */
async function go(address, keep) {
  const turn = ++latest;
  lab.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (turn !== latest) return;
    const next = page.getElementById("lab");
    if (!next) return refuse(page.querySelector(".lead")?.textContent ?? `The server says ${answer.status}.`);
    refused.hidden = true;
    if (keep && address !== location.pathname + location.search) history.pushState(null, "", address);
    renew(lab, next);
    tell({ target: document.activeElement });
    announce(next.dataset.said);
  } catch (error) {
    if (turn === latest) refuse(`The page cannot be loaded: ${error.message}.`);
  } finally {
    if (turn === latest) {
      lab.removeAttribute("aria-busy");
      document.getElementById(waiting.shift())?.click();
    }
  }
}

function refuse(sentence) {
  refused.textContent = sentence;
  refused.hidden = false;
}

/** The address that a form leads to; lists are one word. */
function addressOf(form) {
  const words = new Map();
  for (const [name, word] of new FormData(form)) words.set(name, [...(words.get(name) ?? []), word]);
  const query = [...words].map(([name, all]) => `${name}=${all.map(encodeURIComponent).join(",")}`);
  return `${form.getAttribute("action")}?${query.join("&")}`;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#lab a[href]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const address = new URL(link.getAttribute("href"), location.href);
  if (address.pathname !== location.pathname) return;
  event.preventDefault();
  if (lab.hasAttribute("aria-busy") && link.id) waiting.push(link.id);
  else go(address.pathname + address.search, true);
});

document.addEventListener("submit", (event) => {
  if (!lab.contains(event.target)) return;
  event.preventDefault();
  go(addressOf(event.target), true);
});

// A bid that is typed is shown when it is done; while a seat has none, the others wait for it.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("#lab form.stage");
  if (form && [...form.elements].every((field) => !field.name || field.value) && form.reportValidity()) {
    go(addressOf(form), true);
  }
});

addEventListener("popstate", () => go(location.pathname + location.search, false));

/** What a cell says appears beside the chart while one points at it, or has the focus there. */
function tell(event) {
  const cell = event.target.closest?.("#lab [data-tell]");
  const told = document.getElementById("tell");
  if (cell && told) told.textContent = cell.getAttribute("aria-label");
}

document.addEventListener("focusin", tell);
let pointer = "";
document.addEventListener("mouseover", (event) => {
  // A cell that comes to lie under a pointer at rest is not pointed at.
  const place = `${event.screenX},${event.screenY}`;
  if (place !== pointer) tell(event);
  pointer = place;
});
