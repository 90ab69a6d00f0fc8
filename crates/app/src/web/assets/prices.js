// What each choice of a match costs, beside its step; the dearest mistakes in the list of steps, on the curve, and by key.

/** How long a step rests before its prices are asked for, in ms: a held key asks for none. */
const REST = 150;
/** How long it takes to ask again for what comes later, in ms. */
const AGAIN = 700;
/** Matches with more deals are looked through only when somebody wants it. */
const DEALS_MAX = 20_000;

/** Follows the player of a match. Returns what a step costs, by its number: the prices that are known by then. */
export function follow({ film, now, parts, moves, go, watchers, element, announce }) {
  const known = new Map();
  let dear;
  let shown;
  /** Says why the prices of the deal that is shown cannot be told, with a button that asks again. */
  let refused;
  const box = document.getElementById("price");
  box.tabIndex = -1;
  const state = document.getElementById("dear-state");
  const marks = document.getElementById("dear-marks");
  const isSeen = ({ seat }) => now.view === "all" || String(seat) === now.view;
  const at = (step) => (known.get(now.deal) ?? []).filter((price) => price.step === step && isSeen(price));

  /** Asks, and asks again as long as it is wanted. What cannot be told is an `error`. */
  async function ask(path, isWanted, later) {
    while (isWanted()) {
      const answer = await fetch(`${location.pathname}/${path}`).catch(() => undefined);
      if (!answer) return { error: "the server does not answer" };
      const body = await answer.json().catch(() => undefined);
      if (!body) return { error: `the server says ${answer.status}` };
      if (body.later === undefined) return body;
      later?.(body.later);
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    return undefined;
  }

  let resting;
  let asked;
  function price(deal, rest = REST) {
    clearTimeout(resting);
    if (known.has(deal)) return;
    resting = setTimeout(async () => {
      // Each step asks; one request a deal is enough.
      if (known.has(deal) || asked === deal) return;
      asked = deal;
      const body = await ask(`prices?deal=${deal}`, () => now.deal === deal);
      if (asked === deal) asked = undefined;
      if (!body) return;
      if (!body.error) known.set(deal, body.prices);
      if (now.deal !== deal) return;
      const isAwaited = box.contains(document.activeElement);
      refused = body.error && refusal(body.error);
      draw();
      if (isAwaited) box.focus({ preventScroll: true });
      const costs = body.error ? [refused.firstChild.data] : at(now.step).map((price) => price.sentence);
      if (costs.length) announce(costs.join(". "));
    }, rest);
  }

  function refusal(why) {
    const line = element("p", "warning", `The prices of this deal cannot be told: ${why.replace(/\.$/, "")}. `);
    const again = element("button", "", "ask again");
    again.type = "button";
    again.onclick = () => price(now.deal, 0);
    line.append(again);
    return line;
  }

  /** The prices of the step that is shown, and marks in the list. */
  function draw() {
    if (!refused) box.replaceChildren(...at(now.step).map(told));
    else if (refused.parentNode !== box) box.replaceChildren(refused);
    const steps = [...parts.steps.children];
    const isDear = (price) => dear?.some((one) => one.deal === now.deal && one.step === price.step && one.seat === price.seat);
    for (const [step, item] of steps.entries()) {
      const button = item.firstElementChild;
      button.querySelectorAll(".cost").forEach((old) => old.remove());
      for (const price of at(step).filter((price) => cost(price))) {
        const mark = element("span", `cost${isDear(price) ? " dear" : ""}`, cost(price));
        mark.title = price.sentence;
        button.append(mark);
      }
    }
  }

  function told(price) {
    const part = element("div", "priced");
    const who = film.seats.length > 1 && now.view === "all" ? `seat ${price.seat}: ` : "";
    part.append(element("p", "cost-said", `${who}${price.sentence}`));
    if (price.choices.length) part.append(choices(price));
    return part;
  }

  function choices(price) {
    const table = element("table", "choices");
    table.setAttribute("aria-label", "What the choices are worth");
    const hasChance = price.choices.some((choice) => choice.chance !== undefined);
    const head = element("tr");
    head.append(element("th", "", "choice"), element("th", "n", `worth${price.unit === "chips" ? ", chips" : ", bets"}`));
    if (hasChance) head.append(element("th", "n", "equilibrium"));
    for (const cell of head.children) cell.scope = "col";
    const top = element("thead");
    top.append(head);
    const body = element("tbody");
    for (const choice of price.choices) {
      const row = element("tr", choice.is_own ? "chosen" : "");
      const name = element("th", "", choice.choice);
      name.scope = "row";
      if (choice.is_own) name.append(element("span", "unseen", " (chosen)"));
      row.append(name, element("td", "n", signed(choice.worth, price.unit === "chips" ? 2 : 4)));
      if (hasChance) row.append(element("td", "n", percent(choice.chance)));
      body.append(row);
    }
    table.append(top, body);
    return table;
  }

  let looking = false;
  async function look() {
    if (looking || dear) return;
    looking = true;
    say("dear mistakes are looked for");
    const body = await ask("dearest", () => true, (how) => say(`dear mistakes are looked for${how && `: ${how}`}`));
    looking = false;
    if (body.error) return say(`dear mistakes cannot be told: ${body.error}; press m to ask again`);
    dear = body.dear;
    draw();
    mark();
  }

  function say(text) {
    state.textContent = text;
  }

  /** Marks on the curve, and how many there are from here. */
  function mark() {
    shown = now.view;
    const own = dear.filter(isSeen);
    const { width, height } = parts.curve.viewBox.baseVal;
    const line = ({ deal }) => {
      const x = ((deal - 0.5) / film.deals) * width;
      const made = document.createElementNS("http://www.w3.org/2000/svg", "line");
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: height - 14, y2: height })) made.setAttribute(name, value);
      return made;
    };
    marks.replaceChildren(...own.map(line));
    const many = `${own.length} dear mistake${own.length === 1 ? "" : "s"}`;
    say(own.length ? `${many}, marked on the curve` : "no dear mistakes");
  }

  function leap(direction) {
    if (!dear) {
      look().then(() => dear && leap(direction));
      return;
    }
    const after = (one) => Math.sign(one.deal - now.deal || one.step - now.step) === direction;
    const own = dear.filter(isSeen);
    const next = direction > 0 ? own.find(after) : own.findLast(after);
    if (!next) return announce(direction > 0 ? "no dear mistake after this step" : "no dear mistake before this step");
    go(next.deal, next.step);
  }

  moves.dear = () => leap(1);
  moves["dear-back"] = () => leap(-1);
  watchers.push((deal) => {
    refused = undefined;
    price(deal.deal);
    draw();
    if (dear && shown !== now.view) mark();
  });
  if (film.deals <= DEALS_MAX) setTimeout(look, 400);
  else say("press m to look for dear mistakes");
  return at;
}

/** A cost for the list of steps; nothing where it is rounding. */
function cost({ cost, unit }) {
  if (unit === "chips") return cost >= 0.05 ? `−${cost.toFixed(1)}` : "";
  if (unit === "nats") return cost >= 5e-7 ? `−${cost.toFixed(6)}` : "";
  return cost > 0 ? `−${cost.toFixed(4)}` : "";
}

function signed(value, digits) {
  const text = value.toFixed(digits);
  return (Number(text) > 0 ? "+" : "") + text.replace("-", "−");
}

function percent(chance) {
  if (chance < 0.005) return chance > 0 ? "<1 %" : "–";
  return `${Math.round(chance * 100)} %`;
}
