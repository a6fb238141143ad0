/** Sign-in at another provider (login-middleware.md, Login SDK). */
import { signInByCode } from "../code-flow.ts";
import type { MethodCalls } from "../method.ts";

export const code: MethodCalls<"code"> = ({ base }) => ({
  code: (link, input = {}) => signInByCode(link, input, base),
});
