/** Sign-in with a passkey, and the offer of one after a sign-in (login-middleware.md, Login SDK). */
import { readEnrollmentStatus, snoozeEnrollment } from "../enrollment.ts";
import type { MethodCalls } from "../method.ts";
import { registerPasskey, signInByPasskey } from "../passkey.ts";

export const passkey: MethodCalls<
  "passkey" | "passkeyEnrollmentStatus" | "enrollPasskey" | "snoozePasskeyEnrollment"
> = ({ base, at }) => {
  const enrollment = new URL("auth/passkey/enrollment", base).href;
  return {
    async passkey(link, input = {}) {
      await signInByPasskey(at(link.url), input);
    },
    passkeyEnrollmentStatus: () => readEnrollmentStatus(enrollment),
    enrollPasskey: (input = {}) => registerPasskey(enrollment, input),
    snoozePasskeyEnrollment: snoozeEnrollment,
  };
};
