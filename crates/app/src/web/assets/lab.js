// The laboratories without a reload: a link or a form inside of #lab asks the server for the page that it leads to, and
// only what #lab holds is replaced. The address, the focus and the way back are those of a page without script.

const lab = document.getElementById("lab");
const refused = document.getElementById("refused");
const announcer = document.getElementById("announcer");
const IS_LATER = 120;
let latest = 0;
/** What was clicked while an answer was on its way: its turn comes when that is there. */
const waiting = [];
let announcing;

function announce(sentence) {
  clearTimeout(announcing);
  announcing = setTimeout(() => (announcer.textContent = sentence), IS_LATER);
}

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
    replace(next);
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

/** Puts what another page has in the place of what is here. The focus and what was opened stay. */
function replace(next) {
  const focused = lab.contains(document.activeElement) ? document.activeElement.id : "";
  const opened = [...lab.querySelectorAll("details[open]")].map((each) => each.id);
  const scrolled = [...lab.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
  lab.replaceChildren(...document.adoptNode(next).childNodes);
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  lab.querySelectorAll(".scroll").forEach((box, at) => (box.scrollLeft = scrolled[at] ?? 0));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
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

/** What a cell says appears beside the chart while one points at it. */
for (const kind of ["mouseover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const cell = event.target.closest?.("#lab [data-tell]");
    const told = document.getElementById("tell");
    if (cell && told) told.textContent = cell.getAttribute("aria-label");
  });
}
