/** The client of one login: every flow of the specification's SDK table. */
import { confirmReset, requestReset, requireUrl, signUp, verifySignup } from "./account.ts";
import { signInByCode } from "./code-flow.ts";
import { confirmEmail, requestEmail, waitForEmail } from "./email.ts";
import { readEnrollmentStatus, snoozeEnrollment } from "./enrollment.ts";
import { finish } from "./finish.ts";
import { registerPasskey, signInByPasskey } from "./passkey.ts";
import { placeOf } from "./place.ts";
import { membersOf, requestJson, requestOnce, signedInResult } from "./request.ts";
import type { LoginClient, LoginManifest, LoginSettings } from "./types.ts";

/** A client of the login that serves this module, or of the one at `base`. */
export function createLogin(settings: LoginSettings = {}): LoginClient {
  const { base, methods } = placeOf(settings.base, import.meta.url);
  const enrollment = new URL("auth/passkey/enrollment", base).href;
  const at = (url: string | undefined) => requireUrl(url, base);

  return {
    async methods() {
      return membersOf(await requestJson({ url: methods })) as unknown as LoginManifest;
    },
    async password(link, { username, password, rememberMe, extra }) {
      const body = { ...extra, username, password, remember_me: rememberMe === true };
      return signedInResult(await requestOnce(at(link.url), body));
    },
    async passkey(link, input = {}) {
      await signInByPasskey(at(link.url), input);
    },
    code: (link, input = {}) => signInByCode(link, input, base),
    async signup(link, input) {
      return signUp(at(link.signup_url), input);
    },
    async signupVerify(link, code) {
      return verifySignup(at(link.signup_verify_url), code);
    },
    async resetRequest(link, input) {
      return requestReset(at(link.password_reset_url), input);
    },
    async resetConfirm(link, code, password) {
      return confirmReset(at(link.password_reset_confirm_url), code, password);
    },
    async emailRequest(link, input) {
      return requestEmail(at(link.url), input);
    },
    async emailConfirm(link, input) {
      return confirmEmail(at(link.confirm_url), input);
    },
    emailCompleted: waitForEmail,
    passkeyEnrollmentStatus: () => readEnrollmentStatus(enrollment),
    enrollPasskey: (input = {}) => registerPasskey(enrollment, input),
    snoozePasskeyEnrollment: snoozeEnrollment,
    finish,
  };
}
