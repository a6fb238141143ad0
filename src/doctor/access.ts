/** Who gets into the management plane (I-8, W20; decision E-13). */

import type { Call } from "../call.ts";
import { adminState } from "../iam/administrators/admin-warning.ts";
import { administrators, withOneFactor } from "../iam/administrators/administrators.ts";
import { ownSessionClients, sessionClients } from "../providers/session-clients.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { reachable } from "../store/availability.ts";
import { consequenceOf } from "../way-in/keep-way-in.ts";
import { offersOwnWay, type Standing, standingOf } from "../way-in/standing.ts";
import { type Check, type Problem, warned } from "./finding.ts";

const nameOf = ({ alias, id }: PrincipalRecord): string => alias[0] ?? id;

const STATES = {
  unreadable: {
    severity: "danger",
    text: "The settings of the management plane cannot be read, so it is closed.",
    repair: { tab: "admin", setting: "admin", command: "postern recover" },
  },
  open: {
    severity: "danger",
    text: "No admin permission is set: everyone who reaches this service may change everything.",
    repair: { tab: "admin", setting: "admin.permission" },
  },
} as const;

const plane: Check = {
  id: "bootstrap",
  title: "Management plane",
  fine: "Only holders of the admin permission may use it.",
  repair: { tab: "admin", setting: "admin.permission" },
  examine: ({ snapshot }) => {
    const state = adminState(snapshot);
    return state === "unreadable" || state === "open" ? STATES[state] : undefined;
  },
};

const breakGlass: Check = {
  id: "break_glass",
  title: "Break-glass access",
  fine: "A request without X-User is no administrator.",
  repair: { tab: "admin", setting: "admin.allow_missing_x_user" },
  examine: ({ snapshot, service }): Problem | undefined => {
    if (adminState(snapshot) !== "break-glass") return undefined;
    const text = "A request without X-User is treated as an administrator.";
    if (!service.front.session) return { severity: "danger", text };
    return {
      severity: "warning",
      text: `${text} Our session stands in front of this instance, where the switch has no effect; it has one on an instance without.`,
    };
  },
};

const secondFactor: Check = {
  id: "second_factor",
  title: "Administrators with one factor",
  fine: "Every administrator has a passkey or an authenticator app.",
  repair: { tab: "account" },
  examine: async ({ service }) =>
    warned(
      "warning",
      "These administrators have neither a passkey nor an authenticator app: a password alone opens everything.",
      (await withOneFactor(service)).map(nameOf),
    ),
};

/** The first run writes as `system`; every later change, also of the password and by `postern recover`, has another writer. */
const firstPassword: Check = {
  id: "first_password",
  title: "First password",
  fine: "The password of the first start is no longer in use.",
  repair: { tab: "account" },
  examine: ({ snapshot }) =>
    warned(
      "warning",
      "The account of the first start was never changed, so its first password still works.",
      administrators(snapshot)
        .filter(({ updated_by, local }) => local && updated_by === "system")
        .map(nameOf),
    ),
};

const standings = new WeakMap<Snapshot, Promise<Standing>>();

/** Asked by two checks; once per version. */
function standingAt({ service, snapshot }: Call): Promise<Standing> {
  const cached = standings.get(snapshot);
  if (cached) return cached;
  const standing = reachable(() => standingOf(service, snapshot, service.store.db));
  standings.set(snapshot, standing);
  standing.catch(() => standings.delete(snapshot));
  return standing;
}

/** Where no session stands in front, another sign-in says who asks. */
const signIn: Check = {
  id: "sign_in",
  title: "Sign-in",
  fine: "The login page offers a way to sign in.",
  repair: { tab: "session-providers", setting: "session_providers", command: "postern recover" },
  examine: async (call) => {
    if (!call.service.front.session) return undefined;
    const { page } = await standingAt(call);
    if (offersOwnWay(page) || page.elsewhere.length > 0) return undefined;
    const text = "No one can sign in: the login page offers no way that works.";
    return { severity: "danger", text, ...(page.faults.length > 0 && { details: page.faults }) };
  },
};

/** An open plane, and one that cannot be read, are reported by another check; break-glass is off behind a session. */
const isForHolders = (snapshot: Snapshot): boolean =>
  !["open", "unreadable"].includes(adminState(snapshot));

const administratorSignIn: Check = {
  id: "administrator_sign_in",
  title: "Sign-in of administrators",
  fine: "An administrator can sign in at the login page.",
  repair: { tab: "users", command: "postern recover" },
  examine: async (call): Promise<Problem | undefined> => {
    const { service, snapshot } = call;
    if (!service.front.session || !isForHolders(snapshot)) return undefined;
    const standing = await standingAt(call);
    if (standing.level === "proven") return undefined;
    if (standing.level === "elsewhere") {
      const text =
        "The login page leads administrators to other services alone; whether one can sign in there is not known here.";
      return { severity: "hint", text, details: standing.page.elsewhere };
    }
    const text = "No administrator can sign in.";
    return { severity: "danger", text, details: [consequenceOf(standing, "now")] };
  },
};

/** Decision E-4: what a client had before it could say so is named until an administrator decides. */
const managementClients: Check = {
  id: "management_clients",
  title: "Clients that manage",
  fine: "Every client says whether an administrator can manage this service through it.",
  repair: { tab: "clients" },
  examine: (call) => {
    const own = ownSessionClients(call);
    const firstParty = sessionClients(call);
    const undecided = [...call.snapshot.oauth_clients.values()].filter(
      ({ id, enabled, config }) =>
        enabled &&
        config &&
        config.management === undefined &&
        !config.dynamic &&
        !own.has(id) &&
        (config.skip_consent || firstParty.has(id)),
    );
    return warned(
      "warning",
      "These clients are from before the switch Management and keep what they had: an administrator who signs in at one of them gives it all rights over this service. Save each with the switch on or off.",
      undecided.map(({ id }) => id),
    );
  },
};

export const accessChecks: readonly Check[] = [
  plane,
  breakGlass,
  managementClients,
  signIn,
  administratorSignIn,
  firstPassword,
  secondFactor,
];
