/** RFC 8628 §3.1 and §3.2: a device asks for codes (auth-wire 5.12; V-1). */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { durationOf, seconds } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import { appendQuery } from "../../std/url-query.ts";
import type { Client } from "../../tokens/client.ts";
import { allowResources } from "../resource.ts";
import { grantScope } from "../scope.ts";
import { newUserCode } from "./user-code.ts";

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const MAX_AGENT_LENGTH = 200;
/** 34 bits: a second try is already unlikely. */
const MAX_TRIES = 5;

export interface DeviceRequest {
  readonly scope: string | undefined;
  readonly resources: readonly string[];
  /** What the device calls itself. */
  readonly agent: string | undefined;
}

/** RFC 8628 §3.2. */
export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds between polls. */
  readonly interval: number;
}

/** `device.disabled` closes every step. */
export function requireDeviceFlow(call: Call): void {
  if (call.snapshot.settings.device.disabled) {
    throw new AuthError("unsupported_grant_type", "device flow is disabled");
  }
}

/** The page on which people type the code: that of the setting, else ours. */
function verificationUri(call: Call): string {
  const { verification_uri: uri } = call.snapshot.settings.device;
  if (uri === "") return `${call.origin}${call.service.options.prefix_path}/ui/device`;
  return uri.startsWith("/") ? `${call.origin}${uri}` : uri;
}

/** Stores the request under a user code that no other device has. */
async function storeRequest(
  call: Call,
  client: Client,
  { scope, resources, agent }: DeviceRequest,
): Promise<{ readonly user_code: string; readonly scope: string[]; readonly resources: string[] }> {
  const { codes, runtime } = call.service;
  const { code_lifetime } = call.snapshot.settings.device;
  const bounded = {
    scope: grantScope(client, scope),
    resources: allowResources(client, resources),
  };
  const network = call.source();
  const payload = {
    client_id: client.id,
    ...bounded,
    started_at: now(call),
    expires_at: now(call) + code_lifetime,
    ...(network !== undefined && { network }),
    ...(agent && { agent: agent.slice(0, MAX_AGENT_LENGTH) }),
  };
  for (let attempt = 1; ; attempt++) {
    const user_code = newUserCode(runtime.random);
    try {
      await codes.put("device_request", user_code, payload, code_lifetime);
      return { user_code, ...bounded };
    } catch (error) {
      const taken = error instanceof AuthError && error.code === "conflict";
      if (!taken || attempt === MAX_TRIES) throw error;
    }
  }
}

/** Counts before it stores; throws `too_many_requests` for a network that asks for too many. */
export async function startDeviceFlow(
  call: Call,
  client: Client,
  request: DeviceRequest,
): Promise<DeviceCodes> {
  requireDeviceFlow(call);
  if (client.disabled) throw new AuthError("invalid_client", "client is disabled");
  if (client.grantTypes && !client.grantTypes.includes(DEVICE_GRANT)) {
    throw new AuthError("unauthorized_client", "the client may not use this grant type");
  }
  await countRequest(call, "device", undefined);
  const { code_lifetime, interval } = call.snapshot.settings.device;
  const { user_code, scope, resources } = await storeRequest(call, client, request);
  const { codes, runtime } = call.service;
  const device_code = encodeHex(runtime.random(32));
  const payload = { client_id: client.id, scope, resources, user_code, interval };
  await codes.put("device_code", device_code, payload, durationOf(code_lifetime));
  const verification_uri = verificationUri(call);
  return {
    device_code,
    user_code,
    verification_uri,
    verification_uri_complete: appendQuery(verification_uri, `user_code=${user_code}`),
    expires_in: seconds(code_lifetime),
    interval,
  };
}
