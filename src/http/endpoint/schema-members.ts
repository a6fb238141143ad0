/** Which members an object schema knows, and which of them are lists. */
import { z } from "zod";

export interface ObjectMembers {
  readonly known: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/** The schema inside optional, default, nullable and pipe wrappers. */
function innermost(schema: unknown): unknown {
  let at = schema;
  for (;;) {
    if (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault) {
      at = at.unwrap();
    } else if (at instanceof z.ZodPipe) {
      at = at.in;
    } else {
      return at;
    }
  }
}

const memo = new WeakMap<z.ZodType, ObjectMembers>();

export function objectMembers(schema: z.ZodType): ObjectMembers {
  const cached = memo.get(schema);
  if (cached) return cached;
  const object = innermost(schema);
  if (!(object instanceof z.ZodObject)) throw new TypeError("an object schema is needed");
  const shape: Record<string, unknown> = object.shape;
  const names = Object.keys(shape);
  const members = {
    known: new Set(names),
    lists: new Set(names.filter((name) => innermost(shape[name]) instanceof z.ZodArray)),
  };
  memo.set(schema, members);
  return members;
}
