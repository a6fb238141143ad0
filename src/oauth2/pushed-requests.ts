/**
 * RFC 9126: a client pushes its authorization request, and the browser brings but a reference. The request becomes a
 * flow when a browser first brings it, and the flow has an id that follows from the reference: a page that is loaded
 * again is the same flow, which one decision ends, on all instances. So the reference counts once, and it is the
 * decision that counts, not a page that was loaded (RFC 9126 §4, §7.3).
 */
import type { Call } from "../call.ts";
import { sha256Hex } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import { countRequest } from "../iam/attempts.ts";
import { seconds } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import type { Client } from "../tokens/client.ts";
import type { CheckedProof } from "../tokens/dpop/proof.ts";
import { asAuthorizationError } from "./authorization-response.ts";
import { addressOf, readRequest, requireAuthorizeEnabled, verifyTarget } from "./authorize.ts";
import { bounded, single } from "./parameters.ts";
import { countPending, discountPending } from "./pending-requests.ts";
import { requestedParameters } from "./request-object.ts";

const PREFIX = "urn:ietf:params:oauth:request_uri:";
/** Characters, as a form: what one request may keep in the store. */
const MAX_LENGTH = 32_768;
/** What proved the client is no part of its request. */
const CREDENTIALS = ["client_secret", "client_assertion", "client_assertion_type"];

/** RFC 9126 §2.2. */
export interface PushedAnswer {
  readonly request_uri: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Names in store and URL are made of the reference, which the store does not hold (C-5). */
const storedName = (reference: string) => sha256Hex(`pushed ${reference}`);
const flowOf = (reference: string) => sha256Hex(`flow of ${reference}`);

/** The request as it is kept: of the client that has proved itself, whatever it was called in the form. */
function ownParameters(client: Client, sent: URLSearchParams): URLSearchParams {
  if (sent.has("request_uri")) {
    throw new AuthError("invalid_request", "request_uri cannot be pushed");
  }
  const own = new URLSearchParams(sent);
  for (const name of CREDENTIALS) own.delete(name);
  own.set("client_id", client.id);
  return own;
}

/** RFC 9449 §10.1: a proof that comes with the request names the key of the code as `dpop_jkt` does. */
function nameKey(parameters: URLSearchParams, { jkt }: CheckedProof): void {
  const named = single(parameters, "dpop_jkt");
  if (named !== undefined && named !== jkt) {
    throw new AuthError("invalid_request", "dpop_jkt is not the key of the DPoP proof");
  }
  parameters.set("dpop_jkt", jkt);
}

/**
 * Checks and keeps the request of a client that has authenticated. It is counted before it is checked, as requests of
 * browsers are. Throws what the authorization endpoint would answer, and `too_many_requests`.
 * @param proof of a key, when the client has sent one
 */
export async function pushRequest(
  call: Call,
  client: Client,
  sent: URLSearchParams,
  proof: CheckedProof | undefined,
): Promise<PushedAnswer> {
  requireAuthorizeEnabled(call);
  const own = ownParameters(client, sent);
  const { runtime, codes } = call.service;
  const reference = encodeHex(runtime.random(16));
  const name = storedName(reference);
  const { pushed_lifetime } = call.snapshot.settings.authorize;
  await countPending(call, name, client.id, "pushed_request");
  try {
    const parameters = await requestedParameters(call, client, own);
    if (proof) nameKey(parameters, proof);
    const form = parameters.toString();
    if (form.length > MAX_LENGTH) {
      const text = `the request is longer than ${MAX_LENGTH} characters`;
      throw new AuthError("payload_too_large", text);
    }
    await readRequest(call, await verifyTarget(call, parameters), parameters);
    await proof?.use();
    await codes.put(
      "pushed_request",
      name,
      { client_id: client.id, parameters: form },
      pushed_lifetime,
    );
  } catch (error) {
    discountPending(call, name);
    throw error;
  }
  return { request_uri: PREFIX + reference, expires_in: seconds(pushed_lifetime) };
}

/** A `request_uri` of this service; all others are refused as ever, and never fetched (Z-9). */
export const isPushed = (parameters: URLSearchParams): boolean =>
  parameters.getAll("request_uri").some((uri) => uri.startsWith(PREFIX));

/** A flow, and the parameters of its request while they are known. */
export interface OpenedPush {
  readonly flow: string;
  readonly parameters: URLSearchParams;
}

/** One answer for unknown, used, expired and foreign ones; each is counted. Shown to the person: no target is known. */
async function notPushed(call: Call): Promise<AuthError> {
  await countRequest(call, "consent", undefined);
  return new AuthError("invalid_request", "request_uri is unknown, expired or used");
}

/**
 * The flow of a pushed request; of the parameters beside it `client_id` alone is read (RFC 9126 §4, RFC 9101 §5). The
 * request is checked again: client, target and scopes may have changed since it was pushed (K-10).
 */
export async function openPushed(call: Call, brought: URLSearchParams): Promise<OpenedPush> {
  requireAuthorizeEnabled(call);
  const id = bounded(brought, "client_id");
  if (id === undefined) throw new AuthError("invalid_request", "client_id is required");
  const reference = (single(brought, "request_uri") ?? "").slice(PREFIX.length);
  const [flow, name] = [flowOf(reference), storedName(reference)];
  const { codes } = call.service;
  const pushed = await codes.get("pushed_request", name);
  if (!pushed) return openedBefore(call, flow, id);
  if (pushed.client_id !== id) throw await notPushed(call);
  const parameters = new URLSearchParams(pushed.parameters);
  const target = await verifyTarget(call, parameters);
  const address = addressOf(call, target.redirect, parameters);
  // It was one request until now, and is one from now on.
  discountPending(call, name);
  discountPending(call, flow);
  await countPending(call, flow, id);
  try {
    const payload = await readRequest(call, target, parameters);
    const lifetime = call.snapshot.settings.authorize.flow_lifetime;
    const next = { kind: "authorize", id: flow, payload, lifetime } as const;
    if (await codes.exchange("pushed_request", name, next)) return { flow, parameters };
  } catch (error) {
    discountPending(call, flow);
    throw asAuthorizationError(error, address);
  }
  // Another request of the browser was faster, with the same flow.
  return openedBefore(call, flow, id);
}

async function openedBefore(call: Call, flow: string, id: string): Promise<OpenedPush> {
  const pending = await call.service.codes.get("authorize", flow);
  if (pending?.client_id !== id) throw await notPushed(call);
  return { flow, parameters: new URLSearchParams() };
}
