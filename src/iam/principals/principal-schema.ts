/** Bodies of users and service accounts (auth-wire 2.1, 2.3). */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { saying } from "../../settings/fields/field.ts";
import { normalForm } from "../../std/normal-form.ts";
import { isAddressName, isKeyName } from "../../std/reserved-name.ts";
import type { Differences, MustBeNever } from "../../std/type-differences.ts";
import { CONTROL, description, id, idList, patchedDescription, patchedIds } from "../fields.ts";
import { instant, isWindow } from "../instant.ts";
import type { PrincipalView } from "./shown-principal.ts";

const MAX_GRANTS = 10_000;

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
      .refine(
        (text) => !CONTROL.test(text) && text.isWellFormed(),
        saying(message("fault.control")),
      )
      .refine((text) => !normalForm(text, "NFKC").includes(","), saying(message("fault.comma")))
      .refine(
        (text) => !isKeyName(text),
        saying(message("fault.starts_with", { prefix: "api-key:" })),
      )
      .refine((text) => !isAddressName(text), saying(message("fault.no_url"))),
  )
  .meta({ type: "string", example: "ada@example.com" });

const aliasList = z
  .array(alias)
  .max(100)
  .nullish()
  .transform((aliases) => [...new Set(aliases ?? [])])
  .pipe(z.array(z.string()).min(1, "needs at least one alias"))
  .meta({ type: "array", items: { type: "string" }, example: ["ada@example.com", "ada"] });

const temporaryGrant = z
  .object({ id, starts_at: instant, expires_at: instant })
  .refine(
    ({ starts_at, expires_at }) => !expires_at || isWindow(starts_at, expires_at),
    "must end after it starts",
  );

/** Entries without an end mean nothing; of several for one id the last one counts. */
const temporaryGrants = z
  .array(temporaryGrant)
  .max(MAX_GRANTS)
  .nullish()
  .transform((grants) => [
    ...new Map(
      (grants ?? []).flatMap(({ id, starts_at, expires_at }) =>
        expires_at ? [[id, { id, ...(starts_at && { starts_at }), expires_at }] as const] : [],
      ),
    ).values(),
  ])
  .meta({
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
  .refine((map) => Object.keys(map).length <= 200, saying(message("fault.keys", { most: 200 })))
  .refine(
    (map) => ["string", "undefined"].includes(typeof (map.password ?? undefined)),
    "password must be text",
  )
  .refine(
    (map) => ["string", "undefined"].includes(typeof (map.secret ?? undefined)),
    "secret must be text",
  );

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
    description,
    local: z.boolean().nullish().transform(Boolean),
    is_active: z.boolean().nullish(),
  })
  .meta({ id: "PrincipalBody" });

export type PrincipalBody = z.output<typeof principalBody>;

/** Body of PATCH: a present member replaces the old value as a whole, null counts as absent. */
export const principalPatch = z
  .object({
    alias: z.array(alias).min(1, "needs at least one alias").max(100).nullish(),
    role_ids: patchedIds,
    sync_role_ids: patchedIds,
    permission_ids: patchedIds,
    details: details.nullish(),
    description: patchedDescription,
    is_active: z.boolean().nullish(),
  })
  .meta({ id: "PrincipalPatch" });

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
    left_directory: z
      .object({ reason: z.enum(["gone", "disabled", "expired"]), since: z.string() })
      .optional()
      .meta({
        description:
          "The directory no longer has the user, or refuses them: `is_active` is false until it is over",
      }),
    suspension: z
      .object({
        reason: z.string(),
        until: z.string().optional(),
        since: z.string(),
        by: z.string(),
      })
      .optional()
      .meta({ description: "Why `is_active` is false, and until when" }),
    beyond_rights: z.boolean().optional().meta({
      description:
        "For administrators with fewer rights: the account is that of an administrator, which full administrators alone change",
    }),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by: z.string(),
    roles: held.optional(),
    permissions: held.optional(),
    data: z.array(z.unknown()).optional(),
    scope: z.record(z.string(), z.array(z.string())).optional(),
    unreadable: z
      .boolean()
      .optional()
      .meta({ description: "In lists: the stored details cannot be decrypted" }),
  })
  .meta({ id: "Principal" });

type _Checked = MustBeNever<Differences<PrincipalView, z.output<typeof principalView>>>;
