// The script of the tables: a link or a form inside of the part that changes is asked for quietly, and the part is replaced
// by what the server has made and escaped. Without it the same links lead to the same places.

import { copied } from "/assets/croupier.js";
import { announce, parsed, renew } from "/assets/part.js";

const part = document.getElementById("part");
const held = { ask: 0, keeping: 0, watch: null };

/** The address of the changing part of a page. */
function partOf(address) {
  return `${address.pathname}/part${address.search}`;
}

/** Shows what an address leads to; `how` says what becomes of the address of the page. */
async function go(address, how, stay) {
  const ask = ++held.ask;
  const url = new URL(address, location.href);
  let news;
  try {
    const answer = await fetch(partOf(url));
    const isNews = answer.headers.get("content-type")?.startsWith("application/json");
    if (!isNews) {
      location.assign(url);
      return false;
    }
    news = await answer.json();
    if (news.error) {
      if (ask === held.ask) trouble([news.error, news.hint].filter(Boolean).join(" "));
      return false;
    }
  } catch {
    if (ask === held.ask) trouble("The server does not answer. The address of this page keeps the table.");
    return false;
  }
  if (ask !== held.ask) return false;
  show(news.html, stay);
  announce(news.said);
  if (how === "push") history.pushState(null, "", news.address);
  if (how === "replace") {
    // Browsers refuse many changes a second.
    clearTimeout(held.keeping);
    held.keeping = setTimeout(() => history.replaceState(null, "", news.address), 150);
  }
  return true;
}

/** Shows the part anew. The focus goes to the next choice, or stays where it was. */
function show(html, stay) {
  const isInside = part.contains(document.activeElement) || document.activeElement === document.body;
  renew(part, parsed(html));
  dress();
  const isKept = stay && part.contains(document.activeElement);
  if (isInside && !isKept) rest(part.querySelector("[data-focus]"));
}

/** Gives the focus to a choice; what is in a field is replaced by the first key. */
function rest(choice) {
  choice?.focus({ preventScroll: true });
  choice?.select?.();
}

function trouble(said) {
  const line = document.getElementById("trouble");
  line.textContent = said;
  line.hidden = false;
  // What was typed may be far below.
  line.scrollIntoView({ block: "nearest" });
  announce(said);
}

/** Shows what works with the script alone. */
function dress() {
  for (const one of part.querySelectorAll(".scripted")) one.hidden = false;
  for (const button of part.querySelectorAll("[data-watch]")) {
    button.setAttribute("aria-pressed", String(held.watch?.way === button.dataset.watch));
  }
}

/** Goes on by itself: by cards or by tricks, until there is no way on. */
async function watch(way) {
  const isSame = held.watch?.way === way;
  held.watch = isSame ? null : { way };
  const mine = held.watch;
  dress();
  while (mine && held.watch === mine) {
    const there = document.getElementById(way)?.getAttribute("href");
    if (!there || !(await go(there, "replace", true))) break;
    await new Promise((done) => setTimeout(done, way === "on" ? 220 : 120));
  }
  if (held.watch === mine) held.watch = null;
  dress();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.watch) watch(button.dataset.watch);
  if (button?.dataset.copyFrom || button?.dataset.copyLink !== undefined) {
    const source = button.dataset.copyFrom;
    const text = source ? document.getElementById(source).textContent : location.href;
    announce((await copied(text)) ? `copied: ${text.split("\n")[0]}` : "the browser does not copy");
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 900);
  }
  const link = event.target.closest("a[data-quick]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
  event.preventDefault();
  if (!link.hasAttribute("href")) return;
  held.watch = null;
  go(link.href, link.dataset.replace === undefined ? "push" : "replace", link.dataset.stay !== undefined);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-quick]");
  if (!form) return;
  event.preventDefault();
  held.watch = null;
  go(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, "push");
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const field = event.target.closest?.("input, select, textarea");
  // A field for numbers takes digits alone: letters are free.
  const isFree = !field || (field.type === "number" && /^[a-z]$/.test(event.key) && event.key !== "e");
  if (!isFree) return;
  const bet = document.getElementById("bet");
  if (bet && !field && /^\d$/.test(event.key)) {
    bet.focus();
    bet.select();
    return;
  }
  const choice = part.querySelector(`[data-key~="${CSS.escape(event.key)}"]`);
  if (!choice) return;
  event.preventDefault();
  choice.click();
});

window.addEventListener("popstate", () => {
  held.watch = null;
  go(location.href, "", true);
});

dress();
rest(part.querySelector("[data-focus]"));
