// What a bot's matches tell, once it is made: the page asks again till then.

const AGAIN = 700;
const part = document.getElementById("review");
const announcer = document.getElementById("announcer");

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
  part.innerHTML = await answer.text();
  delete part.dataset.later;
  announcer.textContent = "Its matches are looked through.";
}
