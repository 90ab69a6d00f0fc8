// Keeps a part of a page up to date while something goes on: it asks for the page again and takes the part from it.
// It also says that a file is too large before it is sent.

const PAUSE_MS = 800;
const SLOW_MS = 4000;

const announcer = document.getElementById("announcer");
let said = document.getElementById("office")?.dataset.said;
let quiet = 0;
setTimeout(again, PAUSE_MS);

async function again() {
  const part = document.getElementById("office");
  if (!part) return;
  // What will not change by itself is asked for now and then: another may organise as well.
  quiet += 1;
  if (document.hidden) return void setTimeout(again, SLOW_MS);
  if (!part.matches("[data-again]") && quiet % 8) return void setTimeout(again, PAUSE_MS);
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (answer.status === 403) return location.reload();
    // The place behind one address is shared: a moment later there may be some.
    if (answer.status === 429) return void setTimeout(again, SLOW_MS);
    if (answer.ok) take(part, new DOMParser().parseFromString(await answer.text(), "text/html"));
    setTimeout(again, PAUSE_MS);
  } catch {
    setTimeout(again, SLOW_MS);
  }
}

/** Puts the new part in place of the old one. What is being typed and what has the focus stays. */
function take(part, page) {
  const fresh = page.getElementById("office");
  if (!fresh || fresh.isEqualNode(part)) return;
  const typed = part.querySelector("#name");
  const active = document.activeElement;
  const key = part.contains(active) ? active.id || active.getAttribute("aria-label") : null;
  const caret = active === typed ? typed?.selectionStart : null;
  if (typed && (typed.value || active === typed)) {
    const place = fresh.querySelector("#name");
    if (place) place.replaceWith(typed);
  }
  const scrolled = [...part.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
  part.replaceWith(document.adoptNode(fresh));
  fresh.querySelectorAll(".scroll").forEach((box, at) => (box.scrollLeft = scrolled[at] ?? 0));
  if (key) {
    const name = CSS.escape(key);
    const same = document.getElementById(key) ?? fresh.querySelector(`[aria-label="${name}"]`);
    // A button that is gone has no heir: Enter would strike what nobody has chosen.
    (same ?? document.getElementById("run"))?.focus({ preventScroll: true });
    if (typeof caret === "number") typed.setSelectionRange(caret, caret);
  }
  if (fresh.dataset.said !== said) announcer.textContent = said = fresh.dataset.said;
}

const file = document.getElementById("file");
file?.addEventListener("change", () => {
  const large = document.getElementById("large");
  const most = Number(file.dataset.kib);
  const bytes = file.files[0]?.size ?? 0;
  large.hidden = bytes <= most * 1024;
  large.textContent = large.hidden ? "" : `This file has ${Math.ceil(bytes / 1024)} KiB; ${most} are taken.`;
  file.setCustomValidity(large.textContent);
});
