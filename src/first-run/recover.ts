/** `postern recover`: restores access to an instance that has no administrator left (I-8). */

import type { Service } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { appointAdministrator } from "../iam/administrators/appoint-administrator.ts";
import { name } from "../iam/fields.ts";
import { storeHash } from "../iam/principals/details.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { parseSetting } from "../settings/index.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { readablePassword } from "./administrator.ts";
import { adminPermission } from "./sealed.ts";

/** Not the writer of the first start: this password was made for the one who asked. */
const RECOVERY = "postern recover";
const ADMIN = "admin";

export interface Recovered {
  readonly alias: string;
  readonly password: string;
  /** False when a user with this alias was there and has a new password now. */
  readonly created: boolean;
  /** What the operator should know beside the credentials. */
  readonly notes: readonly string[];
}

interface Rule {
  /** Undefined when the stored rule cannot be read, or names what no permission can be called. */
  readonly permission: string | undefined;
  readonly open: boolean;
}

async function adminRule(service: Service, open: Write): Promise<Rule> {
  const stored = await storedDocument(service, open, ADMIN).catch(() => null);
  const parsed = stored === null ? undefined : parseSetting(ADMIN, stored ?? {});
  if (!parsed?.ok) return { permission: undefined, open: false };
  const { permission } = parsed.value;
  if (permission === "") return { permission: ADMIN, open: true };
  const usable = name.safeParse(permission).success;
  return { permission: usable ? permission : undefined, open: false };
}

function notesOn(service: Service, { open, permission }: Rule): string[] {
  const notes: string[] = [];
  if (open) notes.push("admin.permission is not set: everybody is an administrator until it is");
  if (permission === undefined) {
    notes.push("the admin settings could not be read and were written anew");
  }
  const { disabled, local_disabled } = service.snapshots.current.settings.password;
  if (disabled) notes.push("password.disabled is set: no user can sign in with a password");
  if (local_disabled) notes.push("password.local_disabled is set: this password is refused");
  return notes;
}

/**
 * Makes the user `alias` an administrator with a new password; running instances hear of it as of any
 * other write. Throws `StartError` when the user cannot be one, or when the database was never used.
 */
export async function recoverAdministrator(service: Service, alias: string): Promise<Recovered> {
  const { runtime, store, snapshots, options } = service;
  const { principals, stored_settings } = snapshots.current;
  if (principals.size === 0 && !stored_settings.has(ADMIN)) {
    throw new StartError("the database is empty; postern serve makes the first administrator");
  }
  const password = readablePassword(runtime.random);
  const hash = storeHash(await runtime.passwords.hash(password));
  const change = { topic: "users", action: "upsert", entity: alias, actor: RECOVERY } as const;
  const appointed = mutate(store, change, async (open) => {
    const rule = await adminRule(service, open);
    if (rule.permission === undefined) {
      const value = { permission: ADMIN, allow_missing_x_user: false };
      await writeSetting(service, open, ADMIN, value, RECOVERY);
    }
    const { created } = await appointAdministrator(service, open, {
      alias,
      permission: rule.permission ?? ADMIN,
      permission_document: adminPermission(options.prefix_path),
      password: hash,
      description: "Made by postern recover",
      actor: RECOVERY,
    });
    return { created, rule };
  });
  const { result } = await appointed.catch((cause: unknown) => {
    throw cause instanceof AuthError ? new StartError(reasonOf(cause, alias), { cause }) : cause;
  });
  return { alias, password, created: result.created, notes: notesOn(service, result.rule) };
}

const reasonOf = ({ code, message, detail }: AuthError, alias: string): string => {
  if (code !== "conflict" && code !== "server_error") return detail ?? message;
  const why = code === "conflict" ? detail : `the record of ${alias} cannot be read`;
  return `${why}; name another user with --user`;
};
