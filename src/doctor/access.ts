/** Who gets into the management plane (I-8, W20). */
import { adminState } from "../iam/administrators/admin-warning.ts";
import { administrators, withOneFactor } from "../iam/administrators/administrators.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
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

export const accessChecks: readonly Check[] = [plane, breakGlass, firstPassword, secondFactor];
