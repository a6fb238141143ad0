/** Numbers in a JSON text that a double cannot hold digit for digit. */

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Decimal value without sign: digits without zeros around them, and the power of ten. */
function decimal(literal: string): string {
  const [mantissa = "", power = "0"] = literal.replace(/^-/, "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === "0") start++;
  while (end > start && digits[end - 1] === "0") end--;
  if (start === end) return "0";
  return `${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`;
}

/** Whether a number is written again with the value that it was read with. */
const isExact = (literal: string): boolean => {
  const value = Number(literal);
  return Number.isFinite(value) && decimal(literal) === decimal(String(value));
};

/** Index behind the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

/**
 * Path of the first number that would lose digits, undefined when none would.
 * @param json a text that `JSON.parse` has accepted
 */
export function inexactNumber(json: string): readonly (string | number)[] | undefined {
  /** Where we are: a key or an index per level. */
  const path: (string | number)[] = [];
  let keyFollows = false;
  for (let at = 0; at < json.length; ) {
    const character = json[at] ?? "";
    if (character === '"') {
      const end = endOfText(json, at);
      if (keyFollows) path[path.length - 1] = JSON.parse(json.slice(at, end));
      keyFollows = false;
      at = end;
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(json)?.[0] ?? character;
      if (!isExact(literal)) return path;
      at += literal.length;
    } else {
      if (character === "{" || character === "[") path.push(character === "{" ? "" : 0);
      if (character === "}" || character === "]") path.pop();
      const last = path.at(-1);
      if (character === "," && typeof last === "number") path[path.length - 1] = last + 1;
      if (character === "{" || character === ",") keyFollows = typeof last === "string";
      if (character === "}") keyFollows = false;
      at++;
    }
  }
  return undefined;
}
