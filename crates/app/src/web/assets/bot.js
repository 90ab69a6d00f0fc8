// What a bot's matches tell, once it is made: the page asks again till then.

import { announce, parsed, renew } from "/assets/part.js";

const AGAIN = 700;
const part = document.getElementById("review");

if (part?.dataset.later !== undefined) ask();

async function ask() {
  const answer = await fetch(part.dataset.part).catch(() => undefined);
  if (answer?.status === 202) {
    const said = await answer.text();
    document.getElementById("how-far").textContent = said && `: ${said}`;
    setTimeout(ask, AGAIN);
    return;
  }
  if (!answer?.ok) {
    const why = answer ? `the server says ${answer.status}` : "the server does not answer";
    document.getElementById("how-far").textContent = `: ${why}, and is asked again`;
    setTimeout(ask, 5 * AGAIN);
    return;
  }
  renew(part, parsed(await answer.text()));
  delete part.dataset.later;
  announce("Its matches are looked through.");
}
