/** Static configuration is stricter than settings: an unknown key is an error, not ignored (P-1). */
import type { z } from "zod";
import { type Fault, listFaults } from "./faults.ts";
import { nearestName } from "./nearest-name.ts";
import { unknownMembers } from "./schema-walk.ts";

export type StrictlyParsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Reads a document and reports every unknown key and every fault at once. */
export function parseStrictly<T>(schema: z.ZodType<T>, document: unknown): StrictlyParsed<T> {
  const unknown = unknownMembers(schema, document).map(({ path, known }): Fault => {
    const nearest = nearestName(path.at(-1) ?? "", known);
    const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    return { path, reason: `is not a known key${hint}` };
  });
  const result = schema.safeParse(document);
  if (result.success && unknown.length === 0) return { ok: true, value: result.data };
  const faults = result.success ? [] : listFaults(result.error.issues, document);
  return { ok: false, faults: [...unknown, ...faults] };
}
