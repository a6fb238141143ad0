/**
 * How long templates may be (M-1). Checked before a namespace is saved or previewed, because parsing
 * holds up everything else; never when a stored one is read, so that no start fails for it.
 */

import { z } from "zod";
import { utf8Length } from "#go-template";
import { message } from "../../messages/message.ts";
import type { Fault } from "../document/faults.ts";
import { type Schema, shapeOf } from "../document/schema-walk.ts";

/** Bytes of one template. */
const MAX_TEMPLATE_BYTES = 16 * 1024;
/** Bytes of all templates of a namespace together. */
const MAX_NAMESPACE_BYTES = 128 * 1024;

interface FoundTemplate {
  readonly path: readonly string[];
  readonly bytes: number;
}

/** What is too long in a document as it came in; undefined when nothing is. */
export function templateFault(schema: Schema, document: unknown): Fault | undefined {
  const templates = templatesIn(schema, document, []);
  const long = templates.find(({ bytes }) => bytes > MAX_TEMPLATE_BYTES);
  if (long)
    return {
      path: long.path,
      reason: message("fault.template_long", { bytes: long.bytes, most: MAX_TEMPLATE_BYTES }),
    };
  const all = templates.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all <= MAX_NAMESPACE_BYTES) return undefined;
  const reason = message("fault.templates_long", { bytes: all, most: MAX_NAMESPACE_BYTES });
  return { path: [], reason };
}

function templatesIn(schema: Schema, document: unknown, path: readonly string[]): FoundTemplate[] {
  if (isTemplate(schema)) {
    return typeof document === "string" ? [{ path, bytes: utf8Length(document) }] : [];
  }
  if (typeof document !== "object" || document === null) return [];
  const shape = shapeOf(schema);
  return Object.entries(document).flatMap(([name, value]) => {
    const member =
      shape.kind === "map"
        ? shape.value
        : shape.kind === "object"
          ? shape.members.get(name)
          : undefined;
    return member ? templatesIn(member, value, [...path, name]) : [];
  });
}

/** True for a member of `template-field.ts`. */
const isTemplate = (schema: Schema) =>
  schema instanceof z.ZodType && schema.meta()?.format === "template";
