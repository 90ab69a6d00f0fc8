// Keeps a part of a page up to date while something goes on: it asks for the page again and takes the part from it.
// It also says that a file is too large before it is sent.

import { announce, renew } from "/assets/part.js";

const PAUSE_MS = 800;
const SLOW_MS = 4000;
/** How long a form that was sent leads away from here, in ms. */
const LEAVING_MS = 5000;

const part = document.querySelector("[data-said]");
let quiet = 0;
let isHeld = false;
let sent = -LEAVING_MS;
if (part) later(PAUSE_MS);

function later(pause) {
  setTimeout(again, Math.max(pause, Number(part.dataset.pause ?? 0)));
}

async function again() {
  // What will not change by itself is asked for now and then: another may organise as well.
  quiet += 1;
  if (document.hidden) return later(SLOW_MS);
  if (part.dataset.again === undefined && quiet % 8) return later(PAUSE_MS);
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (answer.status === 403) return location.reload();
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id));
    // The place behind one address is shared: a moment later there may be some.
    later(answer.ok ? PAUSE_MS : SLOW_MS);
  } catch {
    later(SLOW_MS);
  }
}

/** Shows the fresh part. A button that is held down stays what it is, and so does a page that is left. */
function take(fresh) {
  if (!fresh || isHeld || performance.now() - sent < LEAVING_MS) return;
  const said = part.dataset.said;
  // A button that is gone has no heir of its kind: Enter would strike what nobody has chosen.
  renew(part, fresh, { keepsTyped: true, heir: part.querySelector("h2[tabindex]") });
  if (part.dataset.said !== said) announce(part.dataset.said);
}

for (const begin of ["pointerdown", "keydown"]) {
  document.addEventListener(begin, (event) => (isHeld = Boolean(event.target.closest?.("button, a, summary"))));
}
for (const end of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(end, () => (isHeld = false));
addEventListener("blur", () => (isHeld = false));
document.addEventListener("submit", () => (sent = performance.now()));

const file = document.getElementById("file");
file?.addEventListener("change", () => {
  const large = document.getElementById("large");
  const most = Number(file.dataset.kib);
  const bytes = file.files[0]?.size ?? 0;
  large.hidden = bytes <= most * 1024;
  large.textContent = large.hidden ? "" : `This file has ${Math.ceil(bytes / 1024)} KiB; ${most} are taken.`;
  file.setCustomValidity(large.textContent);
});
