// What somebody would stumble at who looks at the page as it is now; returned as sentences.
const found = new Set();
const tell = (what, element) => {
  const place = [element.tagName.toLowerCase(), ...[...element.classList].map((name) => `.${name}`)].join("");
  const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  found.add(`${what}: ${place}${element.id ? `#${element.id}` : ""} "${text}"`);
};
const isSeen = (element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .skip, noscript");
const styleOf = (element) => getComputedStyle(element);

// Colours, as light as they come out where one lies on the other.
const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const rgba = (colour) => {
  if (!known.has(colour)) {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
    known.set(colour, [red, green, blue, alpha / 255]);
  }
  return known.get(colour);
};
const over = (top, ground, opacity) => {
  const alpha = top[3] * opacity;
  return [0, 1, 2].map((at) => top[at] * alpha + ground[at] * (1 - alpha));
};
const luminance = (colour) => {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** The contrast of an element's text with what is behind it, from 1 to 21. */
const contrast = (element) => {
  const line = [];
  for (let each = element; each; each = each.parentElement) line.unshift(styleOf(each));
  let ground = [255, 255, 255];
  let opacity = 1;
  for (const style of line) {
    opacity *= Number(style.opacity);
    ground = over(rgba(style.backgroundColor), ground, opacity);
  }
  const text = over(rgba(styleOf(element).color), ground, opacity);
  const [dark, light] = [luminance(text), luminance(ground)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};

// Texts: contrast by the guidelines for web content (WCAG 2.2, 1.4.3), and nothing cut off.
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const looked = new Set();
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || looked.has(element)) continue;
  looked.add(element);
  if (!isSeen(element) || element.closest("svg, script, :disabled, [aria-disabled]")) continue;
  const style = styleOf(element);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const reached = contrast(element);
  if (reached < (isLarge ? 3 : 4.5)) tell(`contrast of ${reached.toFixed(2)}`, element);
  if (style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth) tell("text cut", element);
  const range = document.createRange();
  range.selectNodeContents(texts.currentNode);
  const box = range.getBoundingClientRect();
  if (box.width < 4 * size && box.height > 5 * size) tell("text in a column of a few letters", element);
}

// What scrolls sideways says so by a shadow at its edge, which comes and goes with what is hidden there.
for (const element of document.body.querySelectorAll("*")) {
  const style = styleOf(element);
  if (!isSeen(element) || !/auto|scroll/.test(style.overflowX) || element.scrollWidth <= element.clientWidth + 1) continue;
  if (!style.backgroundAttachment.includes("local")) tell("scrolls sideways and does not say so", element);
}

// What scrolls can be scrolled by keys in every browser: it takes the focus, or what is in it does.
for (const element of document.body.querySelectorAll("pre")) {
  const isCut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
  if (isSeen(element) && isCut && element.tabIndex < 0) tell("scrolls and takes no focus", element);
}

// Names for those who do not see.
const isNamed = (element) => {
  const named = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
  const labels = [...(element.labels ?? []), ...named.filter(Boolean)].map((label) => label.textContent);
  const own = ["aria-label", "title"].map((name) => element.getAttribute(name) ?? "");
  return [...labels, ...own].some((name) => name.trim());
};
for (const element of document.querySelectorAll("input:not([type=hidden]), select, textarea, meter, progress")) {
  if (!isNamed(element) && !element.closest("[aria-hidden=true]")) tell("field without a name", element);
}
for (const element of document.querySelectorAll("a[href], button, summary")) {
  const isSpoken = element.textContent.trim() || element.querySelector("[role=img][aria-label]");
  if (!isSpoken && !isNamed(element)) tell("control without a name", element);
}
for (const element of document.querySelectorAll("table")) {
  if (!element.caption?.textContent.trim() && !isNamed(element)) tell("table without a name", element);
}
for (const element of document.querySelectorAll("th:not([scope])")) tell("head of nothing", element);
for (const element of document.querySelectorAll("[role=img]")) {
  const title = element.querySelector(":scope > title, :scope > svg > title");
  if (!isNamed(element) && !title?.textContent.trim() && !element.closest("[aria-hidden=true]")) tell("picture without a name", element);
}
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) found.add(`two are called #${id}`);
return [...found];
