/** The keys of a schema as the pages write them, and the tables of a page that name them. */
import { type Schema, shapeOf } from "../../../src/settings/document/schema-walk.ts";

/** `sites[].name` for entries of a list, `sets.<name>.claims` for entries of a map. */
export function schemaPaths(schema: Schema, path = ""): string[] {
  const shape = shapeOf(schema);
  if (shape.kind === "object") {
    return [...shape.members].flatMap(([name, member]) =>
      schemaPaths(member, path === "" ? name : `${path}.${name}`),
    );
  }
  const inner = shape.kind === "list" ? shape.item : shape.kind === "map" ? shape.value : undefined;
  if (!inner || shapeOf(inner).kind !== "object") return [path];
  return schemaPaths(inner, shape.kind === "list" ? `${path}[]` : `${path}.<name>`);
}

export interface Row {
  readonly key: string;
  /** Cells behind the key. */
  readonly cells: readonly string[];
}

/** Rows whose first cell is one name in backticks. */
export function readRows(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [, first, ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, key] = /^`([^`]+)`$/.exec(first ?? "") ?? [];
    return line.startsWith("|") && key !== undefined ? [{ key, cells: cells.slice(0, -1) }] : [];
  });
}

/** The text below a heading, up to the next one of the same depth or less. */
export function sectionOf(page: string, heading: string): string {
  const lines = page.split("\n");
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const depth = /^#+/.exec(heading)?.[0].length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => new RegExp(`^#{1,${depth}} `).test(line));
  return rest.slice(0, end < 0 ? undefined : end).join("\n");
}

/** A default as the pages write it; a dash for "nothing". */
export function writeDefault(value: unknown): string {
  const empty = value === undefined || value === "" || JSON.stringify(value) === "{}";
  if (empty || (Array.isArray(value) && value.length === 0)) return "–";
  return `\`${Array.isArray(value) ? value.join(", ") : String(value)}\``;
}
