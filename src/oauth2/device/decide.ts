/** A person looks a user code up and decides (RFC 8628 §3.3; V-2 to V-4, K-10). */
import { type Call, now, toldBy } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { countedAttempt } from "../../iam/attempts.ts";
import { type Authentication, authenticationOf } from "../../identity.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { durationOf } from "../../std/duration.ts";
import { accountRefusal, mayUseClient, tellNotAllowed } from "../../tokens/allowed-accounts.ts";
import { enabledClient, type RegisteredClient } from "../clients/find.ts";
import { DEVICE_GRANT, requireDeviceFlow } from "./start.ts";
import { readUserCode } from "./user-code.ts";

/** The person who decides: when and how they signed in, where that is known (T-5). */
export interface DeviceUser extends Authentication {
  readonly principal: PrincipalRecord;
}

type Ask = Pick<CodePayload<"device_request">, "client_id" | "scope" | "resources">;

/** What the person is asked about. */
export interface DeviceQuestion extends Ask {
  readonly user_code: string;
  readonly status: "pending" | "approved" | "denied";
  /** Absent after the decision, and when the client is gone. */
  readonly request?: CodePayload<"device_request"> | undefined;
}

const notFound = () => new AuthError("not_found", message("refusal.device_code"));

/** Only people decide; a service account cannot. */
function requirePerson({ principal }: DeviceUser): PrincipalRecord {
  if (principal.service_account) throw new AuthError("unauthenticated", message("refusal.user"));
  return principal;
}

/** The first user to look a code up owns it (V-2): of parallel users one does. */
async function claim(call: Call, user_code: string, user: string, left: number): Promise<boolean> {
  const { codes } = call.service;
  const claimed = await codes.get("device_claim", user_code);
  if (claimed) return claimed.user_id === user;
  try {
    await codes.put("device_claim", user_code, { user_id: user }, durationOf(left));
    return true;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    return (await codes.get("device_claim", user_code))?.user_id === user;
  }
}

/** A request that waits, or what this user decided on it. */
async function lookUp(call: Call, typed: string, user: PrincipalRecord): Promise<DeviceQuestion> {
  const { codes } = call.service;
  const user_code = readUserCode(typed);
  if (user_code === undefined) throw notFound();
  const request = await codes.get("device_request", user_code);
  if (request) {
    const left = request.expires_at - now(call);
    if (left <= 0 || !(await claim(call, user_code, user.id, left))) throw notFound();
    return { ...shown(request), user_code, status: "pending", request };
  }
  const decision = await codes.get("device_decision", user_code);
  if (decision?.user_id !== user.id) throw notFound();
  return { ...shown(decision), user_code, status: decision.approved ? "approved" : "denied" };
}

const shown = ({ client_id, scope, resources }: Ask): Ask => ({ client_id, scope, resources });

/**
 * The request behind a user code; looking it up makes it this user's (V-2). Codes that there are not, and
 * those of other users, are counted (V-3): throws `not_found` with one text, or `too_many_requests`.
 */
export async function openDeviceRequest(
  call: Call,
  user: DeviceUser,
  typed: string,
): Promise<DeviceQuestion> {
  requireDeviceFlow(call);
  const principal = requirePerson(user);
  return countedAttempt(call, "user_code", principal.id, () => lookUp(call, typed, principal));
}

/** The client of a request, as long as there is one (K-10). */
export async function clientOf(call: Call, { client_id }: Ask): Promise<RegisteredClient> {
  const client = await enabledClient(call, client_id);
  if (!client) throw notFound();
  return client;
}

/** Whether the account of the person may use the client that asks (ADR 0123); when not, the audit log is told. */
export function mayConnect(
  call: Call,
  client: RegisteredClient,
  { principal }: DeviceUser,
): boolean {
  const isAllowed = mayUseClient(call, client, principal);
  if (!isAllowed) tellNotAllowed(call, client, principal, DEVICE_GRANT);
  return isAllowed;
}

export interface DeviceAnswer {
  readonly approved: boolean;
  readonly remember_me: boolean;
}

/** Decides once and for all: of parallel decisions the first counts, later ones are a `conflict`. */
export async function decideDeviceRequest(
  call: Call,
  user: DeviceUser,
  typed: string,
  answer: DeviceAnswer,
): Promise<DeviceQuestion> {
  const question = await openDeviceRequest(call, user, typed);
  const handled = () => new AuthError("conflict", message("refusal.device_code_used"));
  if (!question.request) throw handled();
  const client = await clientOf(call, question);
  const { principal, ...authentication } = user;
  const { approved, remember_me } = answer;
  if (approved && !mayUseClient(call, client, principal)) {
    throw accountRefusal("forbidden", client, principal);
  }
  const { user_code, client_id, request } = question;
  const decided = await call.service.codes.exchange("device_request", user_code, {
    kind: "device_decision",
    id: user_code,
    payload: {
      ...shown(question),
      approved,
      user_id: principal.id,
      remember_me,
      ...authenticationOf(authentication),
    },
    lifetime: durationOf(Math.max(1, request.expires_at - now(call))),
  });
  if (!decided) throw handled();
  const { id: subject } = principal;
  const told = toldBy(call);
  call.service.events.emit({ type: "device.decided", approved, client_id, subject, ...told });
  return { ...shown(question), user_code, status: approved ? "approved" : "denied" };
}
