/** RFC 8628 §3.4: a device polls until a person has decided (auth-wire 5.12; V-3, V-4). */
import { z } from "zod";
import { type Call, knowing, now } from "../../call.ts";
import type { CodePayload } from "../../codes/kinds.ts";
import { AuthError } from "../../errors.ts";
import { provenPrincipal } from "../../iam/heard-of.ts";
import { authenticationOf } from "../../identity.ts";
import { beginSession } from "../../tokens/issue.ts";
import { DEVICE_GRANT } from "../device/start.ts";
import { stillAllowed } from "../scope.ts";
import { defineGrant } from "./grant.ts";
import { parameter } from "./parameters.ts";

const DEVICE_CODE = /^[0-9a-f]{64}$/;
/** RFC 8628 §3.5. */
const SLOW_DOWN_MS = 5_000;
/** Clocks and networks: a poll may come so much early. */
const EARLY_MS = 500;
/** So often the interval grows; a device that does not listen waits a minute more in the end. */
const MAX_STEPS = 12;

const expired = () => new AuthError("expired_token", "device code not found or expired");

/** How often this device has polled too early. */
async function slowDowns({ service }: Call, code: string): Promise<number> {
  for (let step = 0; step < MAX_STEPS; step++) {
    if (!(await service.codes.get("device_slowed", `${code} ${step}`))) return step;
  }
  return MAX_STEPS;
}

/** Makes the interval longer for good; of parallel polls one does. */
async function slowDown({ service, snapshot }: Call, code: string, step: number): Promise<never> {
  if (step < MAX_STEPS) {
    const { code_lifetime } = snapshot.settings.device;
    const entry = service.codes.put("device_slowed", `${code} ${step}`, {}, code_lifetime);
    await entry.catch((error) => {
      if (!(error instanceof AuthError) || error.code !== "conflict") throw error;
    });
  }
  throw new AuthError("slow_down", "");
}

/** Throws `slow_down` for a poll that comes too early; it does not move the clock of the next one. */
async function keepPace(
  call: Call,
  code: string,
  { interval }: CodePayload<"device_code">,
): Promise<void> {
  const step = await slowDowns(call, code);
  const pause = interval * 1_000 + step * SLOW_DOWN_MS - EARLY_MS;
  const rule = {
    at: now(call),
    window: call.snapshot.settings.device.code_lifetime,
    most: 1,
    pause: { step: pause, longest: pause },
  };
  const { granted } = await call.service.codes.reserve(`device ${code}`, rule);
  if (!granted) await slowDown(call, code, step);
}

export const deviceCode = defineGrant({
  type: DEVICE_GRANT,
  form: z.object({ device_code: parameter }),
  clientAuth: "public-or-document",
  enabled: (call) => !call.snapshot.settings.device.disabled,
  disabledMessage: "device flow is disabled",

  async decide(call, requester, form) {
    const { codes } = call.service;
    if (!form.device_code) throw new AuthError("invalid_request", "device_code is required");
    if (!DEVICE_CODE.test(form.device_code)) throw expired();
    const pending = await codes.get("device_code", form.device_code);
    if (!pending) throw expired();
    if (pending.client_id !== requester.id) throw new AuthError("invalid_grant", "client mismatch");
    await keepPace(call, form.device_code, pending);
    const decision = await codes.take("device_decision", pending.user_code);
    if (!decision) throw new AuthError("authorization_pending", "");
    // Of parallel polls one got the decision; the code is used up with it.
    await codes.take("device_code", form.device_code);
    if (!decision.approved) throw new AuthError("access_denied", "");
    const subject = await provenPrincipal(call.service, decision.user_id);
    if (!subject) throw new AuthError("invalid_grant", "user not found");
    // A scope of the poll counts for nothing (V-4).
    const scope = stillAllowed(requester, decision.scope);
    return {
      subject,
      client: requester,
      scope,
      resources: decision.resources,
      refresh: "new",
      session: beginSession(knowing(call, subject), {
        ...{ subject, scope },
        remember_me: decision.remember_me,
        ...authenticationOf(decision),
      }),
    };
  },
});
