/** API keys as clients write and read them (auth-wire 6.5). */
import { z } from "zod";
import { AuthError } from "../../errors.ts";
import { message, messageAt } from "../../messages/message.ts";
import { saying } from "../../settings/fields/field.ts";
import { parseDuration } from "../../std/duration.ts";
import type { apiKeys } from "../../store/tables.ts";
import { CONTROL, freeMap, patchedDescription, patchedMap, text } from "../fields.ts";
import { sanitizedDetails } from "../principals/principal-view.ts";

const MAX_NAME_LENGTH = 200;
/** Of the details as JSON: they are in memory, and in the claims of every request. */
const MAX_DETAILS_LENGTH = 4_096;
const MAX_IDS = 10_000;

const HASH = /^[0-9a-f]{64}$/;

const name = text(MAX_NAME_LENGTH)
  .trim()
  .refine((value) => !CONTROL.test(value), saying(message("fault.control")));

/** Trimmed, empty ones dropped, each once. */
const ids = z
  .array(z.string().max(128))
  .max(MAX_IDS)
  .nullish()
  .transform((list) =>
    list ? [...new Set(list.map((id) => id.trim()))].filter((id) => id !== "") : undefined,
  )
  .meta({ type: "array", items: { type: "string" } });

const isSmall = (map: object | undefined) => JSON.stringify(map ?? {}).length <= MAX_DETAILS_LENGTH;
const TOO_LARGE = saying(message("fault.json_length", { most: MAX_DETAILS_LENGTH }));

const trimmedDescription = patchedDescription.transform((value) => value?.trim());

const common = {
  name: name.nullish().transform((value) => value ?? undefined),
  description: trimmedDescription.meta({ type: "string" }),
  role_ids: ids,
  permission_ids: ids,
  disabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? undefined),
};

export const apiKeyBody = z
  .object({
    user_id: z
      .string()
      .nullish()
      .transform((value) => value?.trim() || undefined)
      .meta({ type: "string", description: "Id of the owner; a system key has none" }),
    ...common,
    expires_in: z
      .string()
      .nullish()
      .meta({ type: "string", format: "go-duration", example: "720h" }),
    details: freeMap.refine(isSmall, TOO_LARGE),
    key_hash: z
      .string()
      .trim()
      .toLowerCase()
      .regex(HASH, saying(message("fault.sha256")))
      .nullish()
      .meta({
        type: "string",
        description:
          "SHA-256, in hexadecimal, of a key that a service before this one has issued: that key goes on, and none is made. It has the form of the keys here, with or without the checksum. For administrators alone",
      }),
  })
  .meta({ id: "ApiKeyRequest" });

export type ApiKeyBody = z.output<typeof apiKeyBody>;

export const apiKeyPatch = z
  .object({ ...common, details: patchedMap.refine(isSmall, TOO_LARGE) })
  .meta({ id: "ApiKeyPatch" });

export type ApiKeyPatch = z.output<typeof apiKeyPatch>;

/** Milliseconds; undefined without an end. Throws `invalid_request`. */
export function lifetimeOf({ expires_in }: ApiKeyBody): number | undefined {
  if (!expires_in) return undefined;
  const lifetime = parseDuration(expires_in);
  if (lifetime !== undefined && lifetime > 0) return lifetime;
  const detail = messageAt("expires_in", message("fault.positive_duration"));
  throw new AuthError("invalid_request", "invalid expires_in", { detail });
}

export const apiKeyView = z
  .object({
    id: z.string(),
    user_id: z.string().meta({ description: "Empty for a system key" }),
    name: z.string(),
    description: z.string(),
    role_ids: z.array(z.string()),
    permission_ids: z.array(z.string()),
    details: z.record(z.string(), z.unknown()).optional(),
    disabled: z.boolean(),
    revision: z.number().int(),
    expires_at: z.string().optional(),
    created_at: z.string(),
    updated_at: z.string(),
    last_used_at: z.string().optional().meta({ description: "Exact to the minute" }),
  })
  .meta({ id: "ApiKey" });

/** RFC 3339 in UTC, exact to the second. */
export const toSeconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");

/** A row as it is shown; the key and its hash never are. */
export function viewApiKey(row: typeof apiKeys.$inferSelect): z.input<typeof apiKeyView> {
  const details = sanitizedDetails(row.details);
  return {
    id: row.id,
    user_id: row.user_id ?? "",
    name: row.name,
    description: row.description,
    role_ids: [...row.role_ids],
    permission_ids: [...row.permission_ids],
    ...(Object.keys(details).length > 0 && { details }),
    disabled: row.disabled,
    revision: row.revision,
    ...(row.expires_at && { expires_at: toSeconds(row.expires_at) }),
    created_at: toSeconds(row.created_at),
    updated_at: toSeconds(row.updated_at),
    ...(row.last_used_at && { last_used_at: toSeconds(row.last_used_at) }),
  };
}
