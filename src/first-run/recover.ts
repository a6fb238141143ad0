/** `postern recover`: restores access to an instance that has no administrator left, or none who can sign in (I-8, decision E-13). */

import type { Service, Writer } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { appointAdministrator } from "../iam/administrators/appoint-administrator.ts";
import { name } from "../iam/fields.ts";
import { storeHash } from "../iam/principals/details.ts";
import { storedConfig } from "../records/config-records.ts";
import { storedDocument, writeSetting } from "../records/settings.ts";
import { parseSetting } from "../settings/index.ts";
import type { Write } from "../store/change.ts";
import { mutate } from "../store/mutate.ts";
import { pageAfter } from "../way-in/page-after.ts";
import { readablePassword } from "./administrator.ts";
import { placeOf } from "./defaults.ts";
import { LOGIN_CLIENT, LOGIN_PROVIDER, type LoginPlace } from "./login.ts";
import { repairFactors } from "./repair-factors.ts";
import { repairAddress, repairClient, repairProvider } from "./repair-login.ts";
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

function notesOn({ open, permission }: Rule): string[] {
  const notes: string[] = [];
  if (open) notes.push("admin.permission is not set: everybody is an administrator until it is");
  if (permission === undefined) {
    notes.push("the admin settings could not be read and were written anew");
  }
  return notes;
}

/** The settings of passwords as they are stored; undefined when they cannot be read. */
async function passwordRule(service: Service, open: Write) {
  const stored = await storedDocument(service, open, "password").catch(() => null);
  if (stored === null || !parseSetting("password", stored ?? {}).ok) return undefined;
  return (stored ?? {}) as Readonly<Record<string, unknown>>;
}

/** A password that is refused is of no use to the one who asked for it. */
async function allowPasswords(service: Service, open: Write): Promise<string[]> {
  const stored = await passwordRule(service, open);
  if (!stored) {
    await writeSetting(service, open, "password", {}, RECOVERY);
    return ["the settings of passwords could not be read and were written anew"];
  }
  const off = ["disabled", "local_disabled"].filter((name) => stored[name] === true);
  if (off.length === 0) return [];
  const { disabled: _all, local_disabled: _local, ...others } = stored;
  await writeSetting(service, open, "password", others, RECOVERY);
  return off.map((name) => `password.${name} was set and is off now`);
}

/** The client of the page has a list of targets, and not its own among them. */
async function lacksCallback(service: Service, open: Write): Promise<boolean> {
  const stored = await storedConfig(service, open, "oauth_clients", LOGIN_CLIENT);
  const targets: readonly string[] = stored?.redirect_uris ?? [];
  const others: readonly string[] = stored?.whitelist_urls ?? [];
  if (targets.length === 0) return others.length > 0;
  return !targets.some((uri) => uri.endsWith(`/${LOGIN_PROVIDER}`));
}

/** Client, session provider and address of the login page, as far as a sign-in there would fail. */
async function repairLogin(service: Service, open: Write, place: LoginPlace): Promise<string[]> {
  const notes = await allowPasswords(service, open);
  // The name that this configuration knows the service by; the record may have another one.
  const own = new Set([place.auth_middleware ?? "auth"]);
  const registry = { own, others: new Set<string>() };
  if (!(await pageAfter(service, open, registry)).password) {
    const secret = await repairClient(service, open, place, RECOVERY);
    await repairProvider(service, open, secret, place, RECOVERY);
    notes.push("the client and the session provider of the login page were repaired");
  } else if (await lacksCallback(service, open)) {
    await repairClient(service, open, place, RECOVERY);
    notes.push("the client of the login page has its own callback again");
  }
  const made = await storedConfig(service, open, "oauth_clients", LOGIN_CLIENT);
  if (made && (await repairAddress(service, open, place, RECOVERY))) {
    notes.push("authorize.login_url was written anew");
  }
  return notes;
}

/**
 * Makes the user `alias` an administrator with a new password; running instances hear of it as of any
 * other write. Throws `StartError` when the user cannot be one, or when the database was never used.
 */
export async function recoverAdministrator(
  { service, store }: Writer,
  alias: string,
  place = placeOf(service),
): Promise<Recovered> {
  const { runtime, snapshots, options } = service;
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
    const { id, created } = await appointAdministrator(service, open, {
      alias,
      permission: rule.permission ?? ADMIN,
      permission_document: adminPermission(options.prefix_path),
      password: hash,
      description: "Made by postern recover",
      actor: RECOVERY,
    });
    const login = await repairLogin(service, open, place);
    const factors = await repairFactors(service, open, id, RECOVERY);
    return { created, notes: [...notesOn(rule), ...login, ...factors] };
  });
  const { result } = await appointed.catch((cause: unknown) => {
    throw cause instanceof AuthError ? new StartError(reasonOf(cause, alias), { cause }) : cause;
  });
  return { alias, password, ...result };
}

const reasonOf = ({ code, message, detail }: AuthError, alias: string): string => {
  if (code !== "conflict" && code !== "server_error") return detail ?? message;
  const why = code === "conflict" ? detail : `the record of ${alias} cannot be read`;
  return `${why}; name another user with --user`;
};
