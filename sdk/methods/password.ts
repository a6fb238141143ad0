/** Sign-in with a password, self-registration and password reset (login-session-wire 3.6, 3.9, 4.2). */
import { newFlow } from "../code-flow.ts";
import { createPasskey } from "../create-passkey.ts";
import type { MethodCalls } from "../method.ts";
import { membersOf, messageOf, requestOnce, signedInResult } from "../request.ts";
import type { SetUpInput } from "../types.ts";

/** This page, opened by the link of a mail; the service adds the code. */
const mailTarget = (flow: "verify" | "reset"): string =>
  `${location.origin}${location.pathname}?flow=${flow}`;

const onward = ({ rememberMe, flow }: SetUpInput) => ({
  remember_me: rememberMe === true,
  ...(flow && { svc_flow: flow }),
});

const recoveryCodesOf = ({ recovery_codes: codes }: Readonly<Record<string, unknown>>) => ({
  recoveryCodes: Array.isArray(codes) ? codes.map(String) : [],
});

async function send(url: string, body: unknown): Promise<Record<string, unknown>> {
  return membersOf(await requestOnce(url, body));
}

export const password: MethodCalls<
  | "password"
  | "setUpApp"
  | "setUpPasskey"
  | "signup"
  | "signupVerify"
  | "resetRequest"
  | "resetConfirm"
> = ({ at }) => ({
  async password(link, { username, password, rememberMe, extra }) {
    const body = { ...extra, username, password, remember_me: rememberMe === true };
    return signedInResult(await requestOnce(at(link.url), body));
  },
  async setUpApp({ ticket, app }, code, input = {}) {
    return recoveryCodesOf(await send(at(app?.url), { ticket, code, ...onward(input) }));
  },
  async setUpPasskey({ ticket, passkey }, input = {}) {
    const more = { ticket, ...onward(input) };
    return recoveryCodesOf(await createPasskey(at(passkey?.url), input, more));
  },
  async signup(link, { email, password, name, redirectUri, goOn }) {
    const flow = goOn ? newFlow() : undefined;
    const members = await send(at(link.signup_url), {
      email,
      password,
      ...(name && { name }),
      redirect_uri: redirectUri ?? mailTarget("verify"),
      ...(flow && { search: location.search, svc_flow: flow }),
    });
    return {
      message: messageOf(members),
      verificationRequired: members.verification_required === true,
      ...(flow && { flow }),
    };
  },
  async signupVerify(link, code, { signIn, password, extra } = {}) {
    const members = await send(at(link.signup_verify_url), {
      ...{ ...extra, code },
      ...(signIn && { sign_in: true }),
      ...(password && { password }),
    });
    const signedIn = members.signed_in === true;
    return { message: messageOf(members), signedIn, ...signedInResult(members) };
  },
  async resetRequest(link, { email, redirectUri, goOn }) {
    const target = { email, redirect_uri: redirectUri ?? mailTarget("reset") };
    const body = { ...target, ...(goOn && { search: location.search }) };
    return { message: messageOf(await send(at(link.password_reset_url), body)) };
  },
  async resetConfirm(link, code, password, { signIn } = {}) {
    const url = at(link.password_reset_confirm_url);
    const members = await send(url, { code, password, ...(signIn && { sign_in: true }) });
    const { sign_in_as: signInAs } = members;
    return { message: messageOf(members), ...(typeof signInAs === "string" && { signInAs }) };
  },
});
