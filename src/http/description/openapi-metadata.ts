/** Hands what schemas say of themselves with `.meta` to the generator of the API description. */
import { zodToOpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";

/*
 * The generator reads `.meta` itself, but takes the `id` for the name of a component only where the
 * schema is in its own registry; elsewhere the `id` becomes a member of the description. Schemas of
 * the modules below need not know the generator, so they are entered here.
 */

/** Its own type leaves out that members may be undefined. */
const GENERATOR = zodToOpenAPIRegistry as unknown as z.core.$ZodRegistry<z.core.GlobalMeta>;

/** Enters every schema that can be reached from this one; `seen` keeps circles from running on. */
export function registerMetadata(schema: z.core.$ZodType, seen: Set<object>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { id, ...metadata } = z.globalRegistry.get(schema) ?? {};
  if (id || metadata.title) GENERATOR.add(schema, metadata);
  for (const part of Object.values(schema._zod.def)) registerParts(part, seen);
}

/** Schemas stand in a definition bare, in lists (a union), or by name (an object). */
function registerParts(part: unknown, seen: Set<object>): void {
  if (part instanceof z.core.$ZodType) registerMetadata(part, seen);
  else if (Array.isArray(part)) for (const item of part) registerParts(item, seen);
  else if (isPlainObject(part)) registerParts(Object.values(part), seen);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
