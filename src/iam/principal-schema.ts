/** Bodies of users and service accounts (auth-wire 2.1, 2.3). */
import { z } from "@hono/zod-openapi";

const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;
const ID = /^[0-9A-Za-z_.:-]{1,128}$/;

/**
 * A login id: no control or bidirectional characters, no comma (it separates header values), and none
 * of the spaces reserved for other kinds of identifiers (K-15).
 */
export const alias = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1, "must not be empty")
      .max(320, "must be at most 320 characters")
      .refine((text) => !CONTROL.test(text), "must not contain control characters")
      .refine((text) => !text.includes(","), "must not contain a comma")
      .refine((text) => !/^api-key:/i.test(text), "must not start with api-key:")
      .refine((text) => !/^https?:\/\//i.test(text), "must not be a URL"),
  )
  .openapi({ type: "string", example: "ada@example.com" });

const idList = z
  .array(z.string().regex(ID, "is not an id"))
  .max(10_000)
  .nullish()
  .transform((ids) => [...new Set(ids ?? [])])
  .openapi({ type: "array", items: { type: "string" } });

const aliasList = z
  .array(alias)
  .max(100)
  .nullish()
  .transform((aliases) => [...new Set(aliases ?? [])])
  .pipe(z.array(z.string()).min(1, "needs at least one alias"))
  .openapi({ type: "array", items: { type: "string" }, example: ["ada@example.com", "ada"] });

/** RFC 3339, `YYYY-MM-DD`, or date and time with a blank or `T` and no zone (UTC); null is unset. */
export const instant = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text || text.startsWith("0001-01-01T00:00:00")) return undefined;
    const time = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/.test(
      text,
    )
      ? Date.parse(zoned(text))
      : Number.NaN;
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    context.addIssue({ code: "custom", message: "is not a time (RFC 3339)" });
    return z.NEVER;
  })
  .openapi({ type: "string", format: "date-time" });

const zoned = (text: string) => {
  const iso = text.replace(" ", "T");
  return /T.*(Z|[+-]\d{2}:\d{2})$/.test(iso) || !iso.includes("T") ? iso : `${iso}Z`;
};

const temporaryGrants = z
  .array(
    z.object({
      id: z.string().regex(ID, "is not an id"),
      starts_at: instant,
      expires_at: instant,
    }),
  )
  .max(10_000)
  .nullish()
  .transform((grants) =>
    (grants ?? []).flatMap(({ id, starts_at, expires_at }) =>
      expires_at ? [{ id, ...(starts_at && { starts_at }), expires_at }] : [],
    ),
  )
  .openapi({
    type: "array",
    items: {
      type: "object",
      properties: {
        id: { type: "string" },
        starts_at: { type: "string", format: "date-time" },
        expires_at: { type: "string", format: "date-time" },
      },
    },
  });

/** Free map; `password` and `secret` follow the rules of auth-wire 2.2 and 2.3. */
const details = z
  .record(z.string(), z.unknown())
  .refine((map) => Object.keys(map).length <= 200, "must have at most 200 keys")
  .refine(
    (map) => ["string", "undefined"].includes(typeof (map.password ?? undefined)),
    "password must be text",
  )
  .refine(
    (map) => ["string", "undefined"].includes(typeof (map.secret ?? undefined)),
    "secret must be text",
  );

const description = z.string().max(4_000);

/** Body of POST and PUT. A missing `is_active` enables on create and keeps the state on PUT (O1). */
export const principalBody = z
  .object({
    alias: aliasList,
    role_ids: idList,
    sync_role_ids: idList,
    permission_ids: idList,
    tmp_role_ids: temporaryGrants,
    tmp_permission_ids: temporaryGrants,
    details: details.nullish().transform((map) => map ?? {}),
    description: description.nullish().transform((text) => text ?? ""),
    local: z.boolean().nullish().transform(Boolean),
    is_active: z.boolean().nullish(),
  })
  .openapi("PrincipalBody");

export type PrincipalBody = z.output<typeof principalBody>;

/** Body of PATCH: a present member replaces the old value as a whole, null counts as absent. */
export const principalPatch = z
  .object({
    alias: z.array(alias).min(1, "needs at least one alias").max(100).nullish(),
    role_ids: z.array(z.string().regex(ID, "is not an id")).max(10_000).nullish(),
    sync_role_ids: z.array(z.string().regex(ID, "is not an id")).max(10_000).nullish(),
    permission_ids: z.array(z.string().regex(ID, "is not an id")).max(10_000).nullish(),
    details: details.nullish(),
    description: description.nullish(),
    is_active: z.boolean().nullish(),
  })
  .openapi("PrincipalPatch");

export type PrincipalPatch = z.output<typeof principalPatch>;

const held = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    expires_at: z.string().optional(),
    inherited: z.boolean().optional(),
  }),
);

const grant = z.object({ id: z.string(), starts_at: z.string(), expires_at: z.string() });

/** A user or service account as it goes over the wire. */
export const principalView = z
  .object({
    id: z.string(),
    alias: z.array(z.string()),
    role_ids: z.array(z.string()),
    sync_role_ids: z.array(z.string()),
    permission_ids: z.array(z.string()),
    tmp_role_ids: z.array(grant),
    tmp_permission_ids: z.array(grant),
    details: z.record(z.string(), z.unknown()),
    description: z.string(),
    service_account: z.boolean(),
    local: z.boolean(),
    is_active: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by: z.string(),
    roles: held.optional(),
    permissions: held.optional(),
    data: z.array(z.unknown()).optional(),
    scope: z.record(z.string(), z.array(z.string())).optional(),
  })
  .openapi("Principal");

export type PrincipalView = z.output<typeof principalView>;
