/** Members that several IAM records share (auth-wire 1.1, rule 6; C4; N-6). */
import { z } from "zod";
import { message } from "../messages/message.ts";
import { saying } from "../settings/fields/field.ts";

/** Control and bidirectional characters: never part of a name. */
export const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;
const ID = /^[0-9A-Za-z_.:-]{1,128}$/;
const MAX_IDS = 10_000;

/** What neither JSON nor text columns of the database can hold. */
const isStorable = (text: string) => !text.includes("\u0000") && text.isWellFormed();
const UNSTORABLE = saying(message("fault.storable"));

export const text = (most: number) =>
  z.string().max(most, `must be at most ${most} characters`).refine(isStorable, UNSTORABLE);

/** Name of a role, permission or group map: something to see, nothing invisible (C4). */
export const name = z
  .string()
  .max(256, "must be at most 256 characters")
  .refine((value) => value.trim() !== "", saying(message("fault.empty")))
  .refine((value) => !CONTROL.test(value) && value.isWellFormed(), saying(message("fault.control")))
  .meta({ type: "string", minLength: 1, maxLength: 256, example: "read-api" });

/** Name of a group map, which is part of the path of the map: no segment of it may be one of dots (N-3). */
export const mapName = name.refine(
  (value) => !/(^|[/\\])\.{1,2}([/\\]|$)/.test(value),
  saying(message("fault.dots")),
);

const ids = z.array(z.string().regex(ID, "is not an id")).max(MAX_IDS);
const unique = <T>(values: readonly T[]) => [...new Set(values)];
const idArray = { type: "array", items: { type: "string" } } as const;

/** Ids, each once; null and absent are empty. */
export const idList = ids
  .nullish()
  .transform((values) => unique(values ?? []))
  .meta(idArray);

/** Ids of a patch: null and absent leave the stored list as it is. */
export const patchedIds = ids
  .nullish()
  .transform((values) => (values ? unique(values) : undefined))
  .meta(idArray);

export const id = z.string().regex(ID, "is not an id");

const DESCRIPTION = text(4_000);

export const description = DESCRIPTION.nullish()
  .transform((value) => value ?? "")
  .meta({ type: "string" });

export const patchedDescription = DESCRIPTION.nullish()
  .transform((value) => value ?? undefined)
  .meta({ type: "string" });

/** Every text in a JSON value can be stored; the depth is bounded by the body reader. */
function holdsStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every(holdsStorable);
  return Object.entries(value).every(([key, member]) => isStorable(key) && holdsStorable(member));
}

const MAP = z
  .record(z.string(), z.unknown())
  .refine((map) => Object.keys(map).length <= 1_000, saying(message("fault.keys", { most: 1_000 })))
  .refine(holdsStorable, UNSTORABLE);

/** Free JSON object; null and absent are empty. */
export const freeMap = MAP.nullish()
  .transform((map) => map ?? {})
  .meta({ type: "object", additionalProperties: true });

export const patchedMap = MAP.nullish()
  .transform((map) => map ?? undefined)
  .meta({ type: "object", additionalProperties: true });
