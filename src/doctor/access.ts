/** Who gets into the management plane (I-8, W20; decision E-13). */

import type { Call } from "../call.ts";
import { adminState } from "../iam/administrators/admin-warning.ts";
import { administrators, withOneFactor } from "../iam/administrators/administrators.ts";
import { namedWithoutFactor } from "../iam/second-factor/without.ts";
import { message, plain } from "../messages/message.ts";
import { ownSessionClients, sessionClients } from "../providers/session-clients.ts";
import { warningsOf } from "../records/warnings.ts";
import type { PrincipalRecord, Snapshot } from "../snapshot/snapshot.ts";
import { reachable } from "../store/availability.ts";
import { whyNoAdministrator } from "../way-in/keep-way-in.ts";
import { offersOwnWay, type Standing, standingOf } from "../way-in/standing.ts";
import { bounded, type Check, type Problem, warned } from "./finding.ts";

const nameOf = ({ alias, id }: PrincipalRecord): string => alias[0] ?? id;

const STATES = {
  unreadable: {
    severity: "danger",
    message: message("doctor.bootstrap.unreadable"),
    repair: { tab: "admin", setting: "admin", command: "postern recover" },
  },
  open: {
    severity: "danger",
    message: message("doctor.bootstrap.open"),
    repair: { tab: "admin", setting: "admin.permission" },
  },
} as const;

const plane: Check = {
  id: "bootstrap",
  repair: { tab: "admin", setting: "admin.permission" },
  examine: ({ snapshot }) => {
    const state = adminState(snapshot);
    return state === "unreadable" || state === "open" ? STATES[state] : undefined;
  },
};

const breakGlass: Check = {
  id: "break_glass",
  repair: { tab: "admin", setting: "admin.allow_missing_x_user" },
  examine: ({ snapshot, service }): Problem | undefined => {
    if (adminState(snapshot) !== "break-glass") return undefined;
    return service.front.session
      ? { severity: "warning", message: message("doctor.break_glass.behind_session") }
      : { severity: "danger", message: message("doctor.break_glass.open") };
  },
};

const secondFactor: Check = {
  id: "second_factor",
  repair: { tab: "account" },
  examine: async ({ service }) =>
    warned(
      "warning",
      message("doctor.second_factor.missing"),
      (await withOneFactor(service)).map((one) => plain(nameOf(one))),
    ),
};

const factorRule: Check = {
  id: "factor_rule",
  repair: { tab: "users", setting: "second_factor" },
  examine: async (call): Promise<Problem | undefined> => {
    const without = await namedWithoutFactor(call);
    if (without.length === 0) return undefined;
    return {
      severity: "hint",
      message: message("doctor.factor_rule.missing", { count: without.length }),
      notes: bounded(without.map((one) => plain(nameOf(one)))),
    };
  },
};

/** The first run writes as `system`; every later change, also of the password and by `postern recover`, has another writer. */
const firstPassword: Check = {
  id: "first_password",
  repair: { tab: "account" },
  examine: ({ snapshot }) =>
    warned(
      "warning",
      message("doctor.first_password.unchanged"),
      administrators(snapshot)
        .filter(({ updated_by, local }) => local && updated_by === "system")
        .map((one) => plain(nameOf(one))),
    ),
};

const standings = new WeakMap<Snapshot, Promise<Standing>>();

/** Asked by two checks; once per version. */
function standingAt(call: Call): Promise<Standing> {
  const { service, snapshot } = call;
  const cached = standings.get(snapshot);
  if (cached) return cached;
  const standing = reachable(() => standingOf(call, service.store.db));
  standings.set(snapshot, standing);
  standing.catch(() => standings.delete(snapshot));
  return standing;
}

/** Where no session stands in front, another sign-in says who asks. */
const signIn: Check = {
  id: "sign_in",
  repair: { tab: "session-providers", setting: "session_providers", command: "postern recover" },
  examine: async (call) => {
    if (!call.service.front.session) return undefined;
    const { page } = await standingAt(call);
    if (offersOwnWay(page) || page.elsewhere.length > 0) return undefined;
    return {
      severity: "danger",
      message: message("doctor.sign_in.none"),
      ...(page.faults.length > 0 && { notes: page.faults }),
    };
  },
};

/** An open plane, and one that cannot be read, are reported by another check; break-glass is off behind a session. */
const isForHolders = (snapshot: Snapshot): boolean =>
  !["open", "unreadable"].includes(adminState(snapshot));

const administratorSignIn: Check = {
  id: "administrator_sign_in",
  repair: { tab: "users", command: "postern recover" },
  examine: async (call): Promise<Problem | undefined> => {
    const { service, snapshot } = call;
    if (!service.front.session || !isForHolders(snapshot)) return undefined;
    const standing = await standingAt(call);
    if (standing.level === "proven") return undefined;
    if (standing.level === "elsewhere") {
      return {
        severity: "hint",
        message: message("doctor.administrator_sign_in.elsewhere"),
        notes: standing.page.elsewhere.map(plain),
      };
    }
    return {
      severity: "danger",
      message: message("doctor.administrator_sign_in.none"),
      notes: whyNoAdministrator(standing),
    };
  },
};

/** Decision E-4: what a client had before it could say so is named until an administrator decides. */
const managementClients: Check = {
  id: "management_clients",
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
      message("doctor.management_clients.undecided"),
      undecided.map(({ id }) => plain(id)),
    );
  },
};

const clientRoles: Check = {
  id: "client_roles",
  repair: { tab: "clients" },
  examine: (call) =>
    warned("warning", message("doctor.client_roles.gone"), warningsOf(call, "client_roles")),
};

export const accessChecks: readonly Check[] = [
  plane,
  breakGlass,
  managementClients,
  clientRoles,
  signIn,
  administratorSignIn,
  firstPassword,
  secondFactor,
  factorRule,
];
