/**
 * What the first start makes itself. An export of another installation has it, too: there it is left to the first start,
 * and refused where it would be something else.
 */
import { objectAt } from "../../configuration/check.ts";
import type { Document } from "../../configuration/schema.ts";
import type { Fault } from "../../settings/document/faults.ts";
import { isJsonObject } from "../../settings/document/schema-walk.ts";
import { ADMIN, LOGIN_CLIENT, LOGIN_PROVIDER } from "../login.ts";

const PROVIDERS = "session_providers";

const holds = (value: unknown, one: string): boolean => Array.isArray(value) && value.includes(one);

/** The place, and whether what is written there is what an export has of it. */
const MADE: readonly (readonly [path: readonly string[], fits: (value: Document) => boolean])[] = [
  // A rule of the document's own could open the management plane that is being sealed.
  [["settings", ADMIN], ({ permission }) => permission === ADMIN],
  [["permissions", ADMIN], ({ resources }) => Array.isArray(resources) && resources.length > 0],
  [["roles", ADMIN], ({ permissions }) => holds(permissions, ADMIN)],
  [["oauth_clients", LOGIN_CLIENT], ({ skip_consent: skips }) => skips === true],
  [
    [PROVIDERS, "providers", LOGIN_PROVIDER],
    (value) => objectAt(value, "oauth2").client_id === LOGIN_CLIENT,
  ],
];

function recordAt(document: Document, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const step of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

export const madeFaults = (document: Document): Fault[] =>
  MADE.flatMap(([path, fits]) => {
    const value = recordAt(document, path);
    if (value === undefined || (isJsonObject(value) && fits(value))) return [];
    return [{ path, reason: "is made by the first start" }];
  });

function without(document: Document, [step = "", ...rest]: readonly string[]): Document {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) => {
      if (name !== step) return [[name, value] as const];
      if (rest.length === 0) return [];
      return [[name, isJsonObject(value) ? without(value, rest) : value] as const];
    }),
  );
}

/** The document without it, and what is taken of it all the same: who administers with fewer rights. */
export function withoutMade(document: Document): {
  readonly document: Document;
  readonly limited: unknown;
} {
  const { limited } = objectAt(objectAt(document, "settings"), ADMIN);
  return { document: MADE.reduce((left, [path]) => without(left, path), document), limited };
}
