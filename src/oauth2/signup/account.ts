/** The four actions by their names, for the routes (auth-wire 5.16; login-session-wire 1.2). */
import type { Call } from "../../call.ts";
import { confirmReset } from "./confirm-reset.ts";
import type { AccountAction, AccountAnswer, AccountRequest } from "./request.ts";
import { requestReset } from "./request-reset.ts";
import { signUp } from "./sign-up.ts";
import { verifySignup } from "./verify.ts";

export const accountActions: Readonly<
  Record<AccountAction, (call: Call, request: AccountRequest) => Promise<AccountAnswer>>
> = {
  signup: signUp,
  "signup-verify": verifySignup,
  "password-reset": requestReset,
  "password-reset-confirm": confirmReset,
};
