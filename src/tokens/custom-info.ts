/** `custom_info`: a named set of templates over the userinfo claims (specification; T-11, M-1, M-3). */

import { parseTemplate, type Template, TemplateRecord } from "#go-template";
import { AuthError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import type { Settings } from "../settings/index.ts";

/** Claims that a template may read and never set, add or remove. */
const PROTECTED: ReadonlySet<string> = new Set(["sub", "iss", "aud", "exp", "iat", "nonce", "sid"]);

/** The user record as templates see it, without password, secret or factor data (W18). */
export interface TemplateUser {
  readonly id: string;
  readonly alias: readonly string[];
  readonly role_ids: readonly string[];
  readonly sync_role_ids: readonly string[];
  readonly permission_ids: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly service_account: boolean;
  readonly local: boolean;
  readonly disabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

/** Members in the exported form of the template language: `.user.ID`, `.user.Details.email`. */
const userRecord = (user: TemplateUser) =>
  new TemplateRecord("User", {
    ID: user.id,
    Alias: user.alias,
    RoleIDs: user.role_ids,
    SyncRoleIDs: user.sync_role_ids,
    PermissionIDs: user.permission_ids,
    Details: user.details,
    Description: user.description,
    ServiceAccount: user.service_account,
    Local: user.local,
    Disabled: user.disabled,
    CreatedAt: user.created_at,
    UpdatedAt: user.updated_at,
    UpdatedBy: user.updated_by,
  });

/** The set with this name; undefined when there is none, and while the feature is off (N-6). */
export function findClaimSet({ disabled, sets }: Settings["custom_info"], name: string) {
  return !disabled && Object.hasOwn(sets, name) ? sets[name] : undefined;
}

/** Templates by the name of their claim. */
type ClaimSet = Readonly<Record<string, string>>;

const compiled = new WeakMap<ClaimSet, ReadonlyMap<string, Template>>();

/** Parsed once per settings object; saving has checked that every template parses. */
export function compileClaimSet(
  templates: ClaimSet,
  onFailure: OnFailure,
): ReadonlyMap<string, Template> {
  const cached = compiled.get(templates);
  if (cached) return cached;
  const parsed = new Map<string, Template>();
  for (const [claim, text] of Object.entries(templates)) {
    try {
      parsed.set(claim, parseTemplate(text, { name: claim }));
    } catch (error) {
      onFailure(claim, asError(error));
    }
  }
  compiled.set(templates, parsed);
  return parsed;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** What to do with a template that fails: userinfo leaves the claim as it was, a preview tells. */
export type OnFailure = (claim: string, error: Error) => void;

/**
 * Every template reads the unmodified claims. A result replaces or adds its claim as text, an empty
 * one removes it. `now` is the clock that templates may read, in milliseconds since 1970.
 */
export function applyClaimSet(
  claims: Readonly<Record<string, unknown>>,
  user: TemplateUser,
  templates: ClaimSet,
  onFailure: OnFailure,
  now: () => number,
): Record<string, unknown> {
  const data = { claims, user: userRecord(user) };
  const result: Record<string, unknown> = { ...claims };
  for (const [claim, template] of compileClaimSet(templates, onFailure)) {
    if (PROTECTED.has(claim)) continue;
    try {
      const text = template.execute(data, { now });
      if (text === "") delete result[claim];
      else result[claim] = text;
    } catch (error) {
      onFailure(claim, asError(error));
    }
  }
  return result;
}

/** Userinfo goes on without a claim whose template failed; the log says which. */
export const logFailure =
  (log: Logger, set: string): OnFailure =>
  (claim, error) =>
    log.warn("custom_info template failed", { set, claim, reason: error.message });

/** A preview names the first failing template. */
export const refuseFailure: OnFailure = (claim, error) => {
  throw new AuthError("invalid_request", `claim "${claim}": ${error.message}`);
};
