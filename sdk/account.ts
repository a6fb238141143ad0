/** Self-registration and password reset (login-session-wire 3.9, 4.2). */
import { LoginError } from "./login-error.ts";
import { membersOf, messageOf, requestOnce } from "./request.ts";
import type { MessageResult, ResetInput, SignupInput, SignupResult } from "./types.ts";

/** This page, opened by the link of a mail; the service adds the code. */
const mailTarget = (flow: "verify" | "reset"): string =>
  `${location.origin}${location.pathname}?flow=${flow}`;

/** Where a flow goes; a link without the address does not offer the feature. */
export function requireUrl(url: string | undefined, base: string): string {
  if (!url) throw new LoginError("This is not available here", 0, "unsupported");
  return new URL(url, base).href;
}

async function send(url: string, body: unknown): Promise<Record<string, unknown>> {
  return membersOf(await requestOnce(url, body));
}

export async function signUp(url: string, input: SignupInput): Promise<SignupResult> {
  const { email, password, name, redirectUri } = input;
  const members = await send(url, {
    email,
    password,
    ...(name && { name }),
    redirect_uri: redirectUri ?? mailTarget("verify"),
  });
  return {
    message: messageOf(members),
    verificationRequired: members.verification_required === true,
  };
}

export async function verifySignup(url: string, code: string): Promise<MessageResult> {
  return { message: messageOf(await send(url, { code })) };
}

export async function requestReset(url: string, input: ResetInput): Promise<MessageResult> {
  const redirect_uri = input.redirectUri ?? mailTarget("reset");
  return { message: messageOf(await send(url, { email: input.email, redirect_uri })) };
}

export async function confirmReset(
  url: string,
  code: string,
  password: string,
): Promise<MessageResult> {
  return { message: messageOf(await send(url, { code, password })) };
}
