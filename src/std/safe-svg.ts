/**
 * SVG drawings of strangers, made harmless: the text is read element by element and written anew from what is
 * on the lists alone, so that nothing is left that runs, loads, links, animates or styles.
 */

const ELEMENTS: ReadonlySet<string> = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "title",
  "desc",
  "defs",
  "linearGradient",
  "radialGradient",
  "stop",
  "clipPath",
]);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  "id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill stroke opacity offset color fill-rule clip-rule clip-path fill-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity stop-color stop-opacity gradientUnits gradientTransform spreadMethod preserveAspectRatio".split(
    " ",
  ),
);

/** One piece of markup: comment, CDATA, instruction, declaration, or tag. What matches none ends the reading. */
const PIECE =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
/** Sticky: one after the other, since the piece around them has been matched. */
const ATTRIBUTE = /\s*([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const NAMESPACE = "http://www.w3.org/2000/svg";
/** No entity, no escape of CSS, no address but a part of this drawing. */
const VALUE = /^[\w\s.,;#%()+/-]*$/;
const ADDRESS = /^url\(#[\w-]+\)$/;
const MAX_DEPTH = 32;
const MAX_PIECES = 20_000;

function attributesOf(name: string, written: string): string {
  let safe = name === "svg" ? ` xmlns="${NAMESPACE}"` : "";
  const seen = new Set<string>();
  for (const [, attribute = "", double, single] of written.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    const harmless = /url|:/i.test(value) ? ADDRESS.test(value) : VALUE.test(value);
    if (!ATTRIBUTES.has(attribute) || seen.has(attribute) || !harmless) continue;
    seen.add(attribute);
    safe += ` ${attribute}="${value}"`;
  }
  return safe;
}

/**
 * The drawing with what is safe of it; undefined for a text that is no SVG document. Text between elements is
 * left out: it draws nothing here.
 */
export function safeSvg(text: string): string | undefined {
  const open: { readonly name: string; readonly kept: boolean }[] = [];
  let written = "";
  let ended = false;
  let at = 0;
  for (let pieces = 0; ; pieces++) {
    const next = text.indexOf("<", at);
    const between = next < 0 ? text.slice(at) : text.slice(at, next);
    // Outside of the root there is nothing but blanks.
    if (open.length === 0 && between.replace(/^\ufeff/, "").trim() !== "") return undefined;
    if (next < 0) break;
    PIECE.lastIndex = next;
    const found = PIECE.exec(text);
    if (!found || pieces > MAX_PIECES) return undefined;
    at = PIECE.lastIndex;
    const [, closing, name, attributes = "", empty] = found;
    if (name === undefined) continue;
    if (closing) {
      const last = open.pop();
      if (last?.name !== name) return undefined;
      if (last.kept) written += `</${name}>`;
      ended = open.length === 0;
      continue;
    }
    if (ended || open.length >= MAX_DEPTH || (open.length === 0 && name !== "svg")) {
      return undefined;
    }
    // What is inside of an element that is left out goes with it.
    const kept = ELEMENTS.has(name) && open.every((outer) => outer.kept);
    if (kept) written += `<${name}${attributesOf(name, attributes)}${empty ? "/" : ""}>`;
    if (!empty) open.push({ name, kept });
    else ended = open.length === 0;
  }
  return ended && open.length === 0 ? written : undefined;
}
