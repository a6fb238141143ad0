/** A person as an import brings them: the members of one entry, checked, and in the form in which they are written. */
import { z } from "zod";
import { message } from "../../messages/message.ts";
import { saying } from "../../settings/fields/field.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { mailAddress } from "../../std/email-address.ts";
import { CONTROL, description, freeMap, text } from "../fields.ts";
import { instant } from "../instant.ts";
import { alias } from "../principals/principal-schema.ts";
import { passwordHash } from "./password-hash.ts";
import { totpSecret } from "./totp-secret.ts";

const NAMES = ["name", "given_name", "family_name"] as const;
const MAX_LISTED = 200;

const isClean = (value: string): boolean => !CONTROL.test(value) && value.isWellFormed();
const line = (most: number) =>
  z
    .string()
    .max(most, `must be at most ${most} characters`)
    .refine(isClean, saying(message("fault.control")));

const email = line(254)
  .transform((value) => value.trim())
  .refine((value) => mailAddress(value) !== undefined, saying(message("import.no_address")))
  .pipe(alias);

const aliases = z
  .union([alias.transform((one) => [one]), z.array(alias).max(100)], "must be a name or names")
  .nullish()
  .transform((list) => list ?? []);

const roleNames = z.array(line(256)).max(MAX_LISTED).nullish();

/** Of BCP 47, as far as its form goes. */
const language = z
  .string()
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}$/, "is not a language tag such as en or de-CH");

/** What the operator calls the service that people come from. */
export const sourceName = z
  .string()
  .regex(/^[0-9A-Za-z_.:-]{1,64}$/, "must be 1 to 64 letters, digits, or _.:-");

/** A sign-in elsewhere by which the person is known: kind and id of the record, and what its provider calls them. */
const identity = z.strictObject({
  provider: z.string().regex(/^oauth:\S{1,200}$/, "must be oauth: and the id of a provider"),
  issuer: line(1_000).optional(),
  subject: line(1_000).min(1),
});

/** Names of details that an import writes by members of their own, or never: they decide who may sign in. */
const OWN_DETAILS: ReadonlySet<string> = new Set([
  ...["email", "email_verified", "locale", ...NAMES],
  ...["password", "password_temporary", "secret"],
  ...["cert_fingerprint", "cert_subject", "jwks", "jwks_uri"],
]);

export const isOwnDetail = (name: string): boolean => OWN_DETAILS.has(name.toLowerCase());

const details = freeMap.superRefine((map, context) => {
  const names = Object.keys(map);
  if (names.length > MAX_LISTED) {
    const most = MAX_LISTED;
    context.addIssue({
      ...{ code: "custom", message: "" },
      params: { said: message("fault.keys", { most }) },
    });
  }
  const taken = names.find(isOwnDetail);
  if (taken === undefined) return;
  context.addIssue({
    ...{ code: "custom", message: "", path: [taken.slice(0, 100)] },
    params: { said: message("import.own_detail") },
  });
});

const absent = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

const person = z.strictObject({
  alias: aliases,
  source: absent(sourceName),
  external_id: absent(line(255).min(1)),
  name: absent(text(256)),
  given_name: absent(text(256)),
  family_name: absent(text(256)),
  email: absent(email),
  email_verified: absent(z.boolean()),
  language: absent(language),
  roles: roleNames,
  groups: roleNames,
  enabled: absent(z.boolean()),
  local: absent(z.boolean()),
  created: instant,
  invite: absent(z.boolean()),
  password_hash: absent(passwordHash),
  must_change_password: absent(z.boolean()),
  totp_secret: absent(totpSecret),
  identities: z.array(identity).max(20).nullish(),
  description,
  details,
});

/** A person, ready to be compared with what is stored. */
export interface ImportedPerson {
  /** First what the file calls them, then the address. */
  readonly alias: readonly string[];
  readonly source: string | undefined;
  /** What the source calls them, else `name:` and the first alias: a name of this source alone, and of no one here. */
  readonly external_id: string;
  /** Names of roles. */
  readonly roles: readonly string[];
  readonly enabled: boolean | undefined;
  readonly local: boolean | undefined;
  readonly created: string | undefined;
  /** False: is not invited by an import that invites. */
  readonly invite: boolean | undefined;
  /** As it is kept. */
  readonly hash: string | undefined;
  readonly must_change_password: boolean;
  /** Base32. */
  readonly totp_secret: string | undefined;
  readonly identities: readonly z.output<typeof identity>[];
  readonly description: string;
  /** Without password and its marks. */
  readonly details: Readonly<Record<string, unknown>>;
}

function detailsOf(entry: z.output<typeof person>): Record<string, unknown> {
  const { name, given_name, family_name, email, language } = entry;
  const joined = [given_name, family_name].filter((one) => one?.trim()).join(" ");
  const shown = name?.trim() || joined;
  return {
    ...entry.details,
    ...(shown !== "" && { name: shown }),
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email !== undefined && { email }),
    ...(email !== undefined && entry.email_verified && { email_verified: true }),
    ...(language !== undefined && { locale: language }),
  };
}

/** Each once, in the form in which names are compared. */
const distinct = (names: readonly string[]): string[] =>
  [...new Map([...names].reverse().map((name) => [canonicalAlias(name), name])).values()].reverse();

/** An entry as it is written; a failure has the issues of its members. */
export const importedPerson = person
  .transform((entry): ImportedPerson => {
    const alias = distinct([...entry.alias, ...(entry.email === undefined ? [] : [entry.email])]);
    const [first = ""] = alias;
    return {
      alias,
      source: entry.source,
      external_id: entry.external_id ?? `name:${canonicalAlias(first)}`,
      roles: [...new Set([...(entry.roles ?? []), ...(entry.groups ?? [])])],
      enabled: entry.enabled,
      local: entry.local,
      invite: entry.invite,
      created: entry.created,
      hash: entry.password_hash,
      must_change_password: entry.must_change_password === true,
      totp_secret: entry.totp_secret,
      identities: entry.identities ?? [],
      description: entry.description,
      details: detailsOf(entry),
    };
  })
  .refine(({ alias }) => alias.length > 0, saying(message("import.no_name")));
