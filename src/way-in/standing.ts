/** Which administrators can sign in at the login page, by what is stored. */
import type { Call } from "../call.ts";
import { activeDirectory } from "../directory/active.ts";
import { administrators } from "../iam/administrators/administrators.ts";
import { type LastingProofs, lastingProofs } from "../iam/administrators/lasting-proofs.ts";
import { storedHash } from "../iam/principals/details.ts";
import { isNamed } from "../iam/second-factor/rule.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { mailAddress } from "../std/email-address.ts";
import type { Queryable, Write } from "../store/change.ts";
import { type PageWays, pageWays } from "./page-ways.ts";
import { canBringSecond, countsAsTwo } from "./second-step.ts";

/**
 * `proven`: an administrator has what the page asks for. `elsewhere`: the page leads to another service, of which it is
 * not known whom it signs in. `none`: no administrator can sign in.
 */
export const STANDINGS = ["none", "elsewhere", "proven"] as const;

export interface Standing {
  readonly level: (typeof STANDINGS)[number];
  readonly page: PageWays;
  /** Enabled people who hold the admin permission for good, at most 200. */
  readonly administrators: readonly PrincipalRecord[];
  /** The first who can sign in. */
  readonly able?: PrincipalRecord;
}

export const offersOwnWay = ({ password, passkey, mail, upstreams }: PageWays): boolean =>
  password || passkey || mail || upstreams.size > 0;

/** By the local hash, or at the directory, which knows everyone who is not local. */
async function hasPassword({ service, snapshot }: Call, admin: PrincipalRecord): Promise<boolean> {
  const { local_disabled, ldap_disabled } = snapshot.settings.password;
  if (!admin.local) return !ldap_disabled && activeDirectory(service, snapshot) !== undefined;
  if (local_disabled) return false;
  const details = await admin.details.openUncached().catch(() => undefined);
  return storedHash(details?.password) !== undefined;
}

/** Whether one administrator has what the page asks for. */
export async function canSignIn(
  call: Call,
  page: PageWays,
  admin: PrincipalRecord,
  proofs: () => Promise<LastingProofs>,
): Promise<boolean> {
  const { snapshot } = call;
  // A day that comes locks out as well.
  const two = isNamed(call, admin);
  const first =
    (page.password && (await hasPassword(call, admin))) ||
    (page.mail && admin.alias.some((name) => mailAddress(name) !== undefined));
  if (first && (!two || canBringSecond(snapshot, admin, await proofs()))) return true;
  if (!page.passkey && page.upstreams.size === 0) return false;
  const { passkeys, links } = await proofs();
  if (page.passkey && passkeys.has(admin.id)) return true;
  return [...(links.get(admin.id) ?? [])].some(
    (provider) => page.upstreams.has(provider) && (!two || countsAsTwo(snapshot, provider)),
  );
}

/**
 * At the snapshot of the call.
 * @param db what is asked for passkeys and links
 * @param removed what users had before a write, and the database has no more
 */
export async function standingOf(
  call: Call,
  db: Queryable,
  removed: Write["removed"] = new Map(),
): Promise<Standing> {
  const page = await pageWays(call);
  const all = administratorsAt(call.snapshot);
  const found = { page, administrators: all };
  let read: Promise<LastingProofs> | undefined;
  const ids = all.map(({ id }) => id);
  const proofs = () => (read ??= lastingProofs(db, ids, removed));
  if (offersOwnWay(page)) {
    for (const admin of all) {
      if (await canSignIn(call, page, admin, proofs)) {
        return { ...found, level: "proven", able: admin };
      }
    }
  }
  const elsewhere = page.elsewhere.length > 0 && all.length > 0;
  return { ...found, level: elsewhere ? "elsewhere" : "none" };
}

/** None while the `admin` namespace cannot be read: no one manages then. */
function administratorsAt(snapshot: Snapshot): readonly PrincipalRecord[] {
  try {
    return administrators(snapshot);
  } catch {
    return [];
  }
}
