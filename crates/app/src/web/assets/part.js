// The part of a page that changes: the server makes it anew, and what is alike stays as it is, with its focus, its place and
// what was opened or typed there. And the sentences that a screen reader says of it.

const announcer = document.getElementById("announcer");
/** How long things must have come to rest before they are said, in ms. */
const REST_MS = 120;
/** How long nothing more is said of what goes on by itself, in ms. */
const QUIET_MS = 20_000;

let announcing;
/** Says a sentence to a screen reader, once things have come to rest. */
export function announce(sentence) {
  clearTimeout(announcing);
  announcing = setTimeout(() => (announcer.textContent = sentence), REST_MS);
}

/**
 * Returns what says how something goes on: seldom, for whoever listens is interrupted. With a share of the way, from 0 to 1,
 * each tenth is said once; the end is said at once.
 */
export function teller() {
  let last = -Infinity;
  let tenth;
  let waiting;
  return ({ said, share, isEnd }) => {
    const reached = share === undefined ? undefined : Math.floor(10 * share);
    if (!said || (!isEnd && reached !== undefined && reached === tenth)) return;
    const say = () => {
      last = performance.now();
      tenth = reached;
      announce(said);
    };
    clearTimeout(waiting);
    const pause = isEnd ? 0 : last + QUIET_MS - performance.now();
    if (pause > 0) waiting = setTimeout(say, pause);
    else say();
  };
}

/** Reads markup that the server has made and escaped. */
export function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

/**
 * Makes a part like a fresh one. What has the focus keeps it, or what bears its name then, or else `heir` gets it. Fields
 * get the words of the server, but where the page `keepsTyped`.
 */
export function renew(part, fresh, { keepsTyped = false, heir = null } = {}) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  if (fresh.nodeType === Node.ELEMENT_NODE) liken(part, fresh, keepsTyped);
  else likenChildren(part, fresh, keepsTyped);
  if (!focused) return;
  const canHave = (one) => one?.isConnected && !one.matches(":disabled");
  const next = [focused, document.getElementById(focused.id)].find(canHave) ?? heir;
  if (next && next !== document.activeElement) next.focus({ preventScroll: true });
}

function liken(old, fresh, keepsTyped) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  likenAttributes(old, fresh);
  likenChildren(old, fresh, keepsTyped);
  if (keepsTyped || !old.matches("input, select, textarea")) return;
  if (old.value !== fresh.value) old.value = fresh.value;
  if (old.checked !== fresh.checked) old.checked = fresh.checked;
}

function likenAttributes(old, fresh) {
  // What is open was opened or closed by whoever reads.
  const isOwn = (name) => name === "open" && old.nodeName === "DETAILS";
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && !isOwn(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isOwn(name)) old.setAttribute(name, value);
  }
}

/** Children with a name go by it, wherever they are; the others go by their kind and their order. */
function likenChildren(old, fresh, keepsTyped) {
  const wanted = new Set([...fresh.children].map(nameOf));
  const named = new Map();
  for (const child of [...old.children]) {
    const name = nameOf(child);
    if (name && !wanted.has(name)) child.remove();
    else if (name) named.set(name, child);
  }
  let place = old.firstChild;
  const pass = () => {
    const passed = place;
    place = place.nextSibling;
    return passed;
  };
  for (const child of [...fresh.childNodes]) {
    const name = nameOf(child);
    const twin = name ? named.get(name) : nextOf(place, child);
    if (!twin) {
      old.insertBefore(child, place);
      continue;
    }
    while (place && place !== twin && !nameOf(place)) pass().remove();
    if (place === twin) pass();
    else old.insertBefore(twin, place);
    liken(twin, child, keepsTyped);
  }
  while (place) pass().remove();
}

/** The next of the same kind before one with a name; a text goes on in its own place alone. */
function nextOf(place, child) {
  for (let each = place; each && !nameOf(each); each = each.nextSibling) {
    if (each.nodeName === child.nodeName) return each;
    if (child.nodeType !== Node.ELEMENT_NODE) return undefined;
  }
  return undefined;
}

function nameOf(node) {
  const name = node.id || node.getAttribute?.("aria-labelledby");
  return name ? `${node.nodeName} ${name}` : "";
}
