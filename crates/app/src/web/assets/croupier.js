// The script of the pages: follows a run that goes on, and steps through a match.
// Plain modules of the browser; nothing is loaded from elsewhere, and no text becomes markup here
// but the part of the page that the server has made and escaped.

import { announce, parsed, renew, teller } from "/assets/part.js";

const byId = (id) => document.getElementById(id);

/** How long a page waits before it asks anew for news that were refused, in ms: at first, and at most. */
const PAUSE_MS = 2_000;
const PAUSE_MOST_MS = 60_000;

follow(byId("live"));
const told = byId("film");
if (told && byId("player")) play(JSON.parse(told.textContent));

/** Keeps the standings of a run, or what a hunt has found, up to date. */
function follow(live) {
  if (!live?.dataset.events) return;
  const lost = byId("link");
  const tell = teller();
  let shown = Number(live.dataset.done ?? 0);
  let pause = PAUSE_MS;
  ask();

  function ask() {
    const source = new EventSource(live.dataset.events);
    let isFirst = true;
    source.onopen = () => {
      lost.hidden = isFirst = true;
      pause = PAUSE_MS;
    };
    source.onmessage = (message) => {
      const news = JSON.parse(message.data);
      // Who joins is told what was told last: this page may have come later than that.
      const isOld = isFirst && !news.over && news.done < shown;
      isFirst = false;
      if (isOld) return;
      shown = news.done;
      renew(live, parsed(news.html));
      tell({ said: news.said, share: news.matches && news.done / news.matches, isEnd: news.over });
      if (news.over) source.close();
    };
    source.onerror = () => {
      lost.hidden = false;
      lost.textContent = "The connection is lost; the page tries again.";
      // The browser mends a connection that broke, but takes an answer that brings no news for the last word.
      if (source.readyState !== EventSource.CLOSED) return;
      // Many may have been refused at once: they come back one by one.
      const wait = pause * (0.75 + Math.random() / 2);
      lost.textContent = `No news can be had now; the page asks again in ${Math.ceil(wait / 1000)} seconds.`;
      setTimeout(ask, wait);
      pause = Math.min(2 * pause, PAUSE_MOST_MS);
    };
  }
}

/** The player of a match: deal, step and view are in the address. */
function play(film) {
  const CHUNK = 40;
  const deals = new Map(film.first.map((deal) => [deal.deal, deal]));
  const asked = new Set();
  const isPoker = film.game === "poker";
  const address = new URLSearchParams(location.search);
  const now = {
    deal: film.first[0]?.deal ?? 1,
    step: film.step,
    view: address.get("view") ?? "0",
  };
  if (now.view !== "all" && film.seats[now.view] === undefined) now.view = "0";
  const parts = Object.fromEntries(
    ["deal", "view", "place", "table", "sentence", "rule", "told", "steps", "json", "cursor", "curve", "keys"].map(
      (id) => [id, byId(id)],
    ),
  );
  parts.view.value = now.view;
  /** Told of each step that is shown. */
  const watchers = [];

  /** Asks for the deals round one, if they are not here. */
  async function load(deal) {
    const from = Math.floor((deal - 1) / CHUNK) * CHUNK + 1;
    if (from < 1 || from > film.deals || asked.has(from)) return;
    asked.add(from);
    try {
      const answer = await fetch(`${location.pathname}/deals?from=${from}&count=${CHUNK}`);
      if (!answer.ok) throw new Error(`the server says ${answer.status}`);
      for (const each of (await answer.json()).deals) deals.set(each.deal, each);
    } catch (error) {
      asked.delete(from);
      announce(`The deal cannot be loaded: ${error.message}`);
      parts.place.textContent = `deal ${deal} cannot be loaded: ${error.message}`;
      return;
    }
    draw();
  }

  function go(deal, step) {
    now.deal = Math.min(Math.max(deal, 1), film.deals);
    now.step = step;
    draw();
  }

  function last(deal) {
    return (deals.get(deal)?.frames.length ?? 1) - 1;
  }

  const moves = {
    on: () => {
      if (!deals.has(now.deal)) return;
      if (now.step < last(now.deal)) go(now.deal, now.step + 1);
      else if (now.deal < film.deals) go(now.deal + 1, 0);
    },
    back: () => {
      if (!deals.has(now.deal)) return;
      if (now.step > 0) go(now.deal, now.step - 1);
      else if (now.deal > 1) go(now.deal - 1, Infinity);
    },
    first: () => go(now.deal, 0),
    last: () => go(now.deal, Infinity),
    "deal-on": () => now.deal < film.deals && go(now.deal + 1, 0),
    "deal-back": () => now.deal > 1 && go(now.deal - 1, 0),
    keys: () => (parts.keys.open ? parts.keys.close() : parts.keys.showModal()),
  };

  function look(view) {
    now.view = view;
    parts.view.value = view;
    draw();
  }

  function draw() {
    const deal = deals.get(now.deal);
    parts.deal.value = now.deal;
    load(now.deal);
    // The deals beside the ones that are here come before they are asked for.
    load(now.deal + CHUNK / 2);
    load(now.deal - CHUNK / 2);
    if (!deal) {
      parts.place.textContent = `deal ${now.deal} is on its way`;
      return;
    }
    now.step = Math.min(Math.max(now.step || 0, 0), deal.frames.length - 1);
    const frame = deal.frames[now.step];
    parts.place.textContent = `${deal.place}, step ${now.step + 1} of ${deal.frames.length}`;
    parts.table.replaceChildren(isPoker ? pokerTable(film, frame, now.view) : blackjackTable(film, frame, now.view));
    parts.sentence.textContent = sentence(frame);
    const rule = element("a", "", `${frame.rule} ${film.rules[frame.rule] ?? ""}`);
    rule.href = `/rules/${film.game}#${frame.rule}`;
    parts.rule.replaceChildren(rule);
    parts.told.replaceChildren(...notices(frame));
    parts.steps.replaceChildren(...deal.frames.map(stepButton));
    parts.steps.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    parts.json.href = `${location.pathname}/deals?from=${now.deal}&count=1`;
    const part = deal.frames.length > 1 ? now.step / (deal.frames.length - 1) : 1;
    const x = ((now.deal - 1 + part) / film.deals) * parts.curve.viewBox.baseVal.width;
    parts.cursor.setAttribute("x1", x);
    parts.cursor.setAttribute("x2", x);
    for (const watcher of watchers) watcher(deal);
    announce([`step ${now.step + 1}: ${sentence(frame)}`, ...said()].join(". "));
    keepAddress();
  }

  /** What stands beside the step: its prices. */
  function said() {
    return [...byId("price").querySelectorAll(".cost-said")].map((line) => line.textContent);
  }

  function sentence(frame) {
    return (now.view !== "all" && frame.seen?.[now.view]) || frame.said;
  }

  /** What the seat was told, and the faults that are to be seen from there. */
  function notices(frame) {
    const isSeen = (fault) => now.view === "all" || String(fault.seat) === now.view;
    const faults = (frame.faults ?? []).filter(isSeen);
    const lines = faults.map((fault) => element("li", "fault", `seat ${fault.seat} (${film.seats[fault.seat]}): ${fault.text}`));
    const heard = now.view === "all" ? [] : frame.told[now.view] ?? [];
    return lines.concat(heard.map((notice) => element("li", "", `told: ${notice}`)));
  }

  function stepButton(frame, at) {
    const item = element("li");
    const button = element("button", "", sentence(frame));
    button.type = "button";
    if (at === now.step) button.setAttribute("aria-current", "step");
    button.onclick = () => {
      go(now.deal, at);
      parts.steps.querySelector("[aria-current]")?.focus();
    };
    item.append(button);
    return item;
  }

  let keeping;
  /** The address follows a little later: browsers refuse many changes a second. */
  function keepAddress() {
    clearTimeout(keeping);
    keeping = setTimeout(() => history.replaceState(null, "", here()), 150);
  }

  function here() {
    const view = now.view === "0" ? "" : `&view=${now.view}`;
    return `${location.pathname}?deal=${now.deal}&step=${now.step}${view}`;
  }

  const copies = {
    link: () => new URL(here(), location.href).href,
    text: () => {
      const deal = deals.get(now.deal);
      const costs = (at) => priced(at).map((price) => `   ${price.sentence}\n`).join("");
      const lines = deal.frames.map((frame, at) => `${at + 1}. ${sentence(frame)} (${frame.rule})\n${costs(at)}`.trimEnd());
      return [`${film.match}, ${deal.place}`, ...lines, copies.link()].join("\n") + "\n";
    },
    json: () => `${JSON.stringify(deals.get(now.deal))}\n`,
    command: () => {
      const seat = isPoker && now.view !== "all" ? ` --seat ${now.view}` : "";
      return `${film.command} --game ${deals.get(now.deal)?.game ?? 1}${seat}`;
    },
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.go) moves[button.dataset.go]?.();
    if (button?.dataset.copy && deals.has(now.deal)) {
      const text = copies[button.dataset.copy]();
      const done = await copied(text);
      show(text, done);
      announce(done ? `copied: ${text.split("\n")[0]}` : "the text is selected: copy it with Control and C");
      button.classList.toggle("done", done);
      setTimeout(() => button.classList.remove("done"), 900);
    }
  });

  /** Shows what was copied, selected where the browser may not copy by itself. */
  function show(text, done) {
    const field = byId("copy-text");
    field.value = text;
    byId("copy-said").textContent = done ? "copied" : "the browser does not copy by itself: press Ctrl+C";
    byId("copy").hidden = false;
    if (!done) field.focus();
    field.select();
  }

  /** The prices of a step, as far as they are known. */
  let priced = () => [];
  import("/assets/prices.js").then(({ follow: followPrices }) => {
    priced = followPrices({ film, now, parts, moves, go, watchers, element, announce });
    draw();
  }).catch((error) => (byId("price").textContent = `Prices cannot be told: ${error.message}.`));

  parts.deal.onchange = () => go(Number(parts.deal.value) || 1, 0);
  parts.view.onchange = () => look(parts.view.value);
  parts.curve.onclick = (event) => {
    const box = parts.curve.getBoundingClientRect();
    go(Math.ceil(((event.clientX - box.left) / box.width) * film.deals), 0);
  };
  const keys = {
    ArrowRight: "on", j: "on", ArrowLeft: "back", k: "back", ArrowUp: "first", ArrowDown: "last",
    n: "deal-on", p: "deal-back", m: "dear", M: "dear-back", "?": "keys",
  };
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping || parts.keys.open) return;
    if (event.key === "a") look("all");
    else if (film.seats[event.key] !== undefined) look(event.key);
    else if (event.shiftKey && event.key === "ArrowRight") moves["deal-on"]();
    else if (event.shiftKey && event.key === "ArrowLeft") moves["deal-back"]();
    else if (keys[event.key]) moves[keys[event.key]]?.();
    else return;
    event.preventDefault();
  });
  for (const line of parts.curve.querySelectorAll(".evening")) {
    const x = ((line.dataset.deal - 1) / film.deals) * parts.curve.viewBox.baseVal.width;
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }
  byId("player").hidden = false;
  draw();
}

/** Three seats, each with its card, its stake and what it did. */
function pokerTable(film, frame, view) {
  const table = frame.table;
  const felt = element("div", "felt");
  const pot = table.stakes.reduce((sum, stake) => sum + stake, 0);
  const middle = element("p", "middle");
  middle.append(element("span", "", table.stage), element("span", "", `to stand at ${table.level}`), element("b", "", `${pot} in`));
  felt.append(middle);
  const seats = element("div", "seats");
  film.seats.forEach((name, seat) => {
    const own = String(seat) === view;
    const box = element("div", `seat${table.live[seat] ? "" : " out"}${own ? " own" : ""}`);
    const isKnown = view === "all" || table.known[view][seat] !== null;
    const face = table.cards[seat] === null ? "none" : isKnown ? table.cards[seat] : "back";
    box.append(named(name), card(face), element("p", "act", table.acts[seat] ?? (table.live[seat] ? " " : "out")));
    const meter = element("meter");
    meter.max = film.max || 300;
    meter.value = table.stakes[seat];
    meter.setAttribute("aria-hidden", "true");
    box.append(meter, element("p", "stake", `${table.stakes[seat]} in`));
    seats.append(box);
  });
  felt.append(seats);
  return felt;
}

/** The dealer's cards, the player's, the money, and with all cards shown the shoe. */
function blackjackTable(film, frame, view) {
  const table = frame.table;
  const felt = element("div", "felt");
  const middle = element("p", "middle");
  middle.append(element("span", "", table.stage), element("span", "", `bet ${grouped(table.bet)}`), element("b", "", `money ${grouped(table.money)}`));
  felt.append(middle);
  const dealer = [...table.dealer].map((letter, at) => (view === "all" || at < table.told ? letter : "back"));
  const isTold = view === "all" || table.told >= table.dealer.length;
  felt.append(hand("dealer", dealer, isTold ? table.dealer_total : ""));
  felt.append(hand(film.seats[0], [...table.hand], table.total, table.act));
  if (table.payout !== undefined) felt.append(element("p", "act", `${grouped(table.payout)} comes back`));
  if (view === "all") {
    const shoe = element("ol", "shoe");
    shoe.setAttribute("aria-label", `shoe ${table.shoe_number}, cards left by value`);
    table.shoe.forEach((left, at) => {
      const item = element("li");
      item.append(element("b", "", at === 0 ? "A" : String(at + 1)), element("span", "", String(left)));
      shoe.append(item);
    });
    felt.append(shoe);
  }
  return felt;
}

function hand(name, cards, total, act) {
  const row = element("div", "seat row");
  const shown = element("div", "cards");
  shown.append(...(cards.length ? cards : ["none"]).map(card));
  row.append(named(name), shown, element("p", "act", [total, act].filter(Boolean).join(" · ") || " "));
  return row;
}

function card(face) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  picture.setAttribute("viewBox", "0 0 60 84");
  picture.setAttribute("role", "img");
  picture.setAttribute("class", "card");
  const names = { none: "no card", back: "a hidden card", T: "ten", A: "ace" };
  picture.setAttribute("aria-label", names[face] ?? `card ${face}`);
  const use = document.createElementNS(space, face === "none" ? "rect" : "use");
  if (face === "none") {
    for (const [name, value] of Object.entries({ class: "slot", x: 2, y: 2, width: 56, height: 80, rx: 6 })) {
      use.setAttribute(name, value);
    }
  } else {
    use.setAttribute("href", `#card-${face}`);
  }
  picture.append(use);
  return picture;
}

/** Whether the browser copies by itself. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A name, which may go on in another line after a colon. */
function named(name) {
  const line = element("p", "name");
  name.split(/(?<=:)/).forEach((part, at) => line.append(...(at ? [element("wbr"), part] : [part])));
  return line;
}

function element(name, classes = "", text) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== undefined) made.textContent = text;
  return made;
}

function grouped(amount) {
  return amount.toLocaleString("en");
}
