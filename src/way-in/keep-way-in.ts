/** Decision E-13: no write may leave an installation whose administrators cannot sign in. */
import { type Call, callAt, type Service } from "../call.ts";
import { isClosed, isHolder } from "../iam/administrators/last-administrator.ts";
import { lastingProofs } from "../iam/administrators/lasting-proofs.ts";
import { refuseLockout } from "../iam/administrators/lockout.ts";
import { type Message, message, plain } from "../messages/message.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Touched, Write } from "../store/change.ts";
import type { WritableStore } from "../store/store.ts";
import type { Topic } from "../store/tables.ts";
import { modelAfter } from "./page-after.ts";
import { type PageWays, pageWays } from "./page-ways.ts";
import { canSignIn, offersOwnWay, STANDINGS, type Standing, standingOf } from "./standing.ts";

/** Of people alone; every other topic can change what the page offers, or who holds the permission. */
const OF_PEOPLE: ReadonlySet<Topic> = new Set(["users", "passkeys"]);
const OF_RULES: ReadonlySet<Topic> = new Set([
  "settings",
  "oauth_clients",
  "oauth_providers",
  "saml_providers",
  "ldap_configs",
  "roles",
  "permissions",
]);

const touches = (touched: Touched, topics: ReadonlySet<Topic>): boolean =>
  [...touched.keys()].some((topic) => topics.has(topic));

/** Clients that register themselves are many, and of no matter here. */
function concernsPage(touched: Touched, { settings }: Snapshot): boolean {
  if (touched.size > 1 || !touched.has("oauth_clients")) return touches(touched, OF_RULES);
  const { providers, groups } = settings.session_providers;
  const all = [providers, ...Object.values(groups).map((group) => group.providers)];
  const used = new Set(
    all.flatMap((some) => Object.values(some).map(({ oauth2 }) => oauth2?.client_id)),
  );
  return [...(touched.get("oauth_clients") ?? [])].some((id) => used.has(id));
}

/** Lines of an explanation after the first. */
const MAX_LINES = 5;

function offered({ password, passkey, mail, upstreams }: PageWays): readonly Message[] {
  const ways = [
    ...(password ? [message("sign_in.password")] : []),
    ...(passkey ? [message("sign_in.passkey")] : []),
    ...(mail ? [message("sign_in.mail")] : []),
    ...[...upstreams].map(plain),
  ];
  return ways.slice(0, MAX_LINES);
}

const namesOf = ({ administrators }: Standing): string =>
  administrators
    .slice(0, 5)
    .map(({ alias, id }) => alias[0] ?? id)
    .join(", ");

/** Why no administrator could sign in after the write that is asked about. */
function consequenceOf(standing: Standing): readonly Message[] {
  const { page, administrators, level } = standing;
  if (administrators.length === 0) return [message("lockout.no_administrator")];
  if (level === "elsewhere") {
    const names = page.elsewhere.slice(0, MAX_LINES).join(", ");
    return [message("lockout.elsewhere", { names })];
  }
  return offersOwnWay(page)
    ? [message("lockout.unable", { names: namesOf(standing) }), ...offered(page)]
    : [message("lockout.no_way"), ...page.faults.slice(0, MAX_LINES)];
}

/** Why no administrator can sign in as it stands, in the words of the doctor. */
export function whyNoAdministrator(standing: Standing): readonly Message[] {
  const { page, administrators } = standing;
  if (administrators.length === 0) {
    return [message("doctor.administrator_sign_in.no_administrator")];
  }
  if (!offersOwnWay(page)) {
    return [message("doctor.administrator_sign_in.no_way"), ...page.faults.slice(0, MAX_LINES)];
  }
  const values = { names: namesOf(standing) };
  return [message("doctor.administrator_sign_in.unable", values), ...offered(page)];
}

/** Message of the refusal. */
const NO_WAY_IN = "no administrator could sign in";

/**
 * Looks at every write before it is committed. Compared is what is stored before and after, so every way to write is
 * held to it, and an installation that was broken before stays repairable. Throws `conflict`, unless the writer
 * said that it knows.
 */
export function keepWayIn(serviceOf: () => Service): WritableStore["beforeCommit"] {
  /** Who could sign in when it was looked at last; most writes leave that person alone. */
  let witness: string | undefined;

  /** The witness, untouched by a write of people alone. */
  async function witnessed(before: Call, open: Write, page: PageWays) {
    const { snapshot } = before;
    const admin = witness === undefined ? undefined : snapshot.users.get(witness);
    if (!admin || !isHolder(snapshot, admin)) return false;
    const proofs = () => lastingProofs(open.tx, [admin.id]);
    return canSignIn(before, page, admin, proofs);
  }

  return async (open, changes, touched) => {
    if (changes.every(({ action }) => action === "create" || action === "link")) return;
    const service = serviceOf();
    const before = callAt(service, service.snapshots.current);
    const ofRules = touches(touched, OF_RULES) && concernsAnyone(touched, before.snapshot);
    if (!ofRules) {
      if (!touches(touched, OF_PEOPLE)) return;
      const moved = (id: string) => touched.get("users")?.has(id) || open.removed.has(id);
      if (witness !== undefined && !moved(witness)) {
        const page = await pageWays(before);
        if (await witnessed(before, open, page)) return;
      }
    }
    const page = await pageWays(before);
    if (!offersOwnWay(page) && page.elsewhere.length === 0) return;
    const snapshot = await modelAfter(service, open);
    const after = await standingOf(callAt(service, snapshot), open.tx);
    witness = after.able?.id;
    if (after.level === "proven" || !isClosedAt(snapshot, service)) return;
    const was = await standingOf(before, open.tx, open.removed);
    if (STANDINGS.indexOf(was.level) <= STANDINGS.indexOf(after.level)) return;
    refuseLockout(service.runtime.log, open, changes, NO_WAY_IN, consequenceOf(after));
  };
}

function concernsAnyone(touched: Touched, before: Snapshot): boolean {
  try {
    return concernsPage(touched, before);
  } catch {
    // What cannot be read is looked at by the rule itself.
    return true;
  }
}

/** Whether only a holder of the admin permission is an administrator; false also when that cannot be read. */
function isClosedAt(snapshot: Snapshot, service: Service): boolean {
  try {
    return isClosed(snapshot.settings.admin, service);
  } catch {
    return false;
  }
}
