/** Finds the member of a document that a refusal names: `roles.analyst.permissions[0]`. Names may have dots. */
import { isJsonObject } from "../settings/document/schema-walk.ts";

type Path = readonly PropertyKey[];

/** The longest way into the document that the text begins with; undefined where not even its first step is there. */
export function pathIn(document: unknown, written: string): Path | undefined {
  const found = longest(document, written);
  return found.length > 0 ? found : undefined;
}

function longest(value: unknown, written: string): Path {
  if (Array.isArray(value)) {
    const [step, index] = /^\[(\d{1,9})\]/.exec(written) ?? [];
    if (step === undefined || Number(index) >= value.length) return [];
    return [Number(index), ...longest(value[Number(index)], afterDot(written.slice(step.length)))];
  }
  if (!isJsonObject(value)) return [];
  let best: Path = [];
  for (const name of Object.keys(value)) {
    if (!written.startsWith(name)) continue;
    const rest = written.slice(name.length);
    if (rest !== "" && rest[0] !== "." && rest[0] !== "[") continue;
    const path = [name, ...longest(value[name], afterDot(rest))];
    if (path.length > best.length) best = path;
  }
  return best;
}

const afterDot = (text: string): string => (text.startsWith(".") ? text.slice(1) : text);
