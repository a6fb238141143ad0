/**
 * The question after a sign-in at a provider elsewhere (decision E-10). The person has no session here: a cookie of
 * the browser in which the provider vouched for them opens the consent page of this one request (B-2, B-5).
 */
import type { Call } from "../call.ts";
import type { CodePayload } from "../codes/kinds.ts";
import { equalConstantTime, sha256Hex } from "../crypto/digest.ts";
import { provenPrincipal } from "../iam/heard-of.ts";
import { type Authentication, authenticationOf } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { encodeHex } from "../std/hex.ts";
import { type CookieAttributes, readCookies, removeCookie, writeCookie } from "../web/cookies.ts";
import type { RequestHead } from "../web/request-head.ts";
import type { ConsentUser } from "./consent-user.ts";
import { countPending, discountPending } from "./pending-requests.ts";

type Pending = CodePayload<"authorize">;

/** Who a provider vouched for. */
export interface VouchedUser {
  readonly user: PrincipalRecord;
  /** `oauth:google`, `saml:campus`: looked at again when the code is redeemed. */
  readonly provider: string;
  readonly authentication: Authentication;
}

/** What a provider says of the sign-in, and what its record says of every one. */
export const vouchedMethods = (amr: readonly string[] = [], second_factor: boolean) =>
  second_factor ? [...new Set([...amr, "mfa"])] : amr;

const NAME = "postern_vouched_";
const VALUE = /^[0-9a-f]{64}$/;

function cookieOf(call: Call, flow: string) {
  const secure = call.origin.startsWith("https:");
  const attributes: CookieAttributes = {
    path: `${call.service.options.prefix_path}/oauth2/consent`,
    secure,
    http_only: true,
    same_site: "lax",
    max_age: Math.ceil(call.snapshot.settings.authorize.flow_lifetime / 1_000),
  };
  // The path is not `/`, so that `__Host-` cannot be used.
  const name = `${secure ? "__Secure-" : ""}${NAME}${sha256Hex(flow)}`;
  return { name, attributes };
}

/** A pending flow of this person, the page that asks, and the cookie that opens it. */
export async function askVouched(
  call: Call,
  request: Omit<Pending, "user_id" | "vouched">,
  { user, provider, authentication }: VouchedUser,
): Promise<{ readonly location: string; readonly cookie: string }> {
  const { runtime, codes, options } = call.service;
  const flow = encodeHex(runtime.random(32));
  const value = encodeHex(runtime.random(32));
  const vouched = {
    provider,
    browser: sha256Hex(value),
    ...authenticationOf(authentication),
  };
  await countPending(call, flow, request.client_id);
  try {
    const pending: Pending = { ...request, user_id: user.id, vouched };
    await codes.put("authorize", flow, pending, call.snapshot.settings.authorize.flow_lifetime);
  } catch (error) {
    discountPending(call, flow);
    throw error;
  }
  const { name, attributes } = cookieOf(call, flow);
  return {
    location: `${options.prefix_path}/oauth2/consent?flow=${flow}`,
    cookie: writeCookie(name, value, attributes),
  };
}

/** Whether the browser brings a cookie of such a flow: of most it is not asked further. */
export const mayBeVouched = ({ headers }: RequestHead): boolean =>
  headers.get("cookie")?.includes(NAME) === true;

/** Who decides on such a flow in this browser; undefined for every other flow and browser. */
export async function vouchedUser(
  call: Call,
  request: RequestHead,
  flow: string,
  pending: Pick<Pending, "user_id" | "vouched">,
): Promise<ConsentUser | undefined> {
  const { vouched, user_id } = pending;
  if (!vouched) return undefined;
  const { name } = cookieOf(call, flow);
  const [value = "", ...more] = readCookies(request, name);
  if (more.length > 0 || !VALUE.test(value)) return undefined;
  if (!equalConstantTime(sha256Hex(value), vouched.browser)) return undefined;
  const principal = await provenPrincipal(call.service, user_id ?? "");
  if (!principal || principal.disabled || principal.service_account) return undefined;
  return { principal, provider: vouched.provider, ...authenticationOf(vouched) };
}

/** `Set-Cookie` that ends the cookie of a flow. */
export function forgetVouched(call: Call, flow: string): string {
  const { name, attributes } = cookieOf(call, flow);
  return removeCookie(name, attributes);
}
