/** What an authorization request asks of the person's sign-in (OpenID Connect Core §3.1.2.1, RFC 9470; Z-6, Z-7). */
import { type Call, now } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { AuthError } from "../errors.ts";
import { reachableLevels } from "../iam/passkeys/reachable-levels.ts";
import { personalLevels } from "../iam/second-factor/rule.ts";
import {
  bothDemands,
  isNewEnough,
  isStrongEnough,
  LEVELS,
  reachedLevel,
} from "../identity/levels.ts";
import { type Authentication, authenticationOf } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { requiredLevels } from "../tokens/required-levels.ts";
import type { RegisteredClient } from "./clients/registered-client.ts";
import type { ConsentUser } from "./consent-user.ts";
import { bounded, single } from "./parameters.ts";

type Pending = CodePayload<"authorize">;
type Demands = Pick<
  Pending,
  "auth_after" | "acr_values" | "required_acr" | "prompt" | "login_hint"
>;

/** Values of `prompt`; discovery lists them. */
export const PROMPTS = ["none", "login", "consent", "select_account"] as const;
const MAX_LEVELS = 10;

function readPrompts(parameters: URLSearchParams): readonly string[] {
  const prompts = (single(parameters, "prompt") ?? "").split(" ").filter(Boolean);
  if (prompts.some((prompt) => !PROMPTS.some((known) => known === prompt))) {
    throw new AuthError("invalid_request", `prompt must be of ${PROMPTS.join(", ")}`);
  }
  if (prompts.includes("none") && prompts.length > 1) {
    throw new AuthError("invalid_request", "prompt none cannot be combined with others");
  }
  return prompts;
}

/** Seconds since the epoch that the sign-in must not be older than. */
function readAuthAfter(
  call: Call,
  parameters: URLSearchParams,
  prompts: readonly string[],
): number | undefined {
  const max_age = single(parameters, "max_age");
  if (max_age !== undefined && !/^\d{1,10}$/.test(max_age)) {
    throw new AuthError("invalid_request", "max_age must be a number of seconds");
  }
  const at = Math.floor(now(call) / 1_000);
  // A person selects an account by signing in: one browser holds one session.
  if (prompts.includes("login") || prompts.includes("select_account")) return at;
  return max_age === undefined ? undefined : at - Number(max_age);
}

/** Throws `invalid_request` for what cannot be understood. */
export function readDemands(call: Call, parameters: URLSearchParams): Demands {
  const prompts = readPrompts(parameters);
  const auth_after = readAuthAfter(call, parameters, prompts);
  const acr_values = (bounded(parameters, "acr_values") ?? "").split(" ").filter(Boolean);
  if (acr_values.length > MAX_LEVELS) {
    throw new AuthError("invalid_request", "acr_values has too many values");
  }
  const login_hint = bounded(parameters, "login_hint");
  const prompt = (["none", "consent"] as const).find((one) => prompts.includes(one));
  return {
    ...(auth_after !== undefined && { auth_after }),
    ...(acr_values.length > 0 && { acr_values }),
    ...(prompt && { prompt }),
    ...(login_hint !== undefined && { login_hint }),
  };
}

/** ADR 0047: of the methods that others name two factors count, and never a passkey. */
export const vouchedLevel = ({ acr, amr, ...authentication }: Authentication): Authentication => ({
  ...authentication,
  ...(amr && { amr }),
  acr: acr ?? (amr?.includes("mfa") ? "mfa" : undefined),
});

/**
 * What the client, a resource or the account demands, where a provider elsewhere has vouched: there is no login page here that could mend
 * it. Throws `unmet_authentication_requirements`.
 */
export function requireVouchedLevel(
  call: Call,
  client: RegisteredClient,
  resources: readonly string[],
  person: PrincipalRecord,
  authentication: Authentication,
): void {
  const acr_values = requiredLevels(call, client, resources, person);
  if (!acr_values || reachedLevel({ acr_values }, vouchedLevel(authentication))) return;
  const code = "unmet_authentication_requirements";
  throw new AuthError(code, DEMAND_TEXTS[code]);
}

export type UnmetDemand = "login_required" | "unmet_authentication_requirements";

/** With what the account itself has to reach: the person is known only when the flow is opened. */
export function demandsOf<T extends Demands>(call: Call, pending: T, person: PrincipalRecord): T {
  const required = bothDemands(pending.required_acr, personalLevels(call, person));
  return required ? { ...pending, required_acr: [...required] } : pending;
}

/** What the sign-in lacks, as the client would be told; undefined when it is good enough. */
export function unmetDemand(
  call: Call,
  pending: Demands,
  { principal, ...authentication }: ConsentUser,
): UnmetDemand | undefined {
  if (!isNewEnough(pending, authentication)) return "login_required";
  const { required_acr: acr_values } = demandsOf(call, pending, principal);
  if (acr_values && reachedLevel({ acr_values }, authentication) === undefined) {
    return "unmet_authentication_requirements";
  }
  return undefined;
}

/**
 * Whether a further sign-in could reach what the client wishes for: `acr_values` is voluntary (OpenID Connect Core
 * §3.1.2.1), so only people who have such a factor are asked for it (decision E-7).
 */
export async function couldReachWish(
  call: Call,
  pending: Demands,
  { principal, ...authentication }: ConsentUser,
): Promise<boolean> {
  if (isStrongEnough(pending, authentication)) return false;
  const reachable = await reachableLevels(call, principal);
  return reachable.some((acr) => reachedLevel(pending, { acr }) !== undefined);
}

/** Words for the client. */
export const DEMAND_TEXTS: Readonly<Record<UnmetDemand, string>> = {
  login_required: "the sign-in is older than the request allows",
  unmet_authentication_requirements: "the person did not sign in as the request asks",
};

/** `acr` is the level that was asked for, so that the client finds it in its tokens; else the one reached. */
export const answeredAuthentication = (
  pending: Demands,
  authentication: Authentication,
): Authentication =>
  authenticationOf({
    ...authentication,
    acr: reachedLevel({ acr_values: askedLevels(pending) }, authentication) ?? authentication.acr,
  });

/** What is demanded comes before what is wished for. */
const askedLevels = ({ required_acr = [], acr_values = [] }: Demands): readonly string[] => [
  ...required_acr,
  ...acr_values,
];

/** Parameters for a login page of ours: it shows its form to those who do not meet them, and says what is asked. */
export function demandQuery(pending: Demands): URLSearchParams {
  const { auth_after, acr_values, required_acr, login_hint } = pending;
  const levels = (required_acr ?? acr_values ?? []).filter((value) =>
    LEVELS.some((level) => level === value),
  );
  return new URLSearchParams({
    ...(auth_after !== undefined && { auth_after: String(auth_after) }),
    ...(levels.length > 0 && { acr_values: levels.join(" ") }),
    ...(levels.length > 0 && !required_acr && { voluntary: "true" }),
    ...(login_hint !== undefined && { login_hint }),
  });
}

/** Levels that people can reach at this instance now (O-4). */
export function offeredLevels({ snapshot }: Call): readonly string[] {
  const { passkey, totp } = snapshot.settings;
  const passkeys = !passkey.disabled;
  return LEVELS.filter((level) => passkeys || (level === "mfa" && !totp.disabled));
}
