/** Who a permission check is about (login-session-wire 2.13, L-W18, L-D21; H-1). */
import type { Logger } from "../runtime.ts";
import { decodeHeaderText } from "../std/header-text.ts";
import type { SessionMark } from "./context.ts";

const UNUSABLE = /[\p{Cc}\p{Bidi_Control},]/u;
const LONGEST = 512;
/** The key of an API key proves it, not its name in a header. */
const API_KEY = "api-key:";

export type AskingPrincipal =
  | { readonly kind: "anonymous" }
  | { readonly kind: "named"; readonly alias: string }
  | { readonly kind: "malformed" };

const ANONYMOUS: AskingPrincipal = { kind: "anonymous" };

/** One X-User as the front set it: not repeated, not empty, not under another spelling. */
function fromHeader(headers: Headers): AskingPrincipal {
  if (headers.has("x_user")) return { kind: "malformed" };
  const value = headers.get("x-user");
  if (value === null) return ANONYMOUS;
  const alias = decodeHeaderText(value.trim());
  const usable =
    alias !== "" && alias.length <= LONGEST && !UNUSABLE.test(alias) && !alias.startsWith(API_KEY);
  return usable ? { kind: "named", alias } : { kind: "malformed" };
}

/**
 * What a session found wins over every header. Without one, X-User counts only where the operator
 * says that the front always sets it; else the caller is nobody, and the log says so once.
 */
export function principalReader(trustHeader: boolean, log: Logger, name: string) {
  let warned = false;
  return (mark: SessionMark | undefined, headers: Headers): AskingPrincipal => {
    if (mark) {
      const alias = mark.identity?.principal;
      return alias ? { kind: "named", alias } : ANONYMOUS;
    }
    if (trustHeader) return fromHeader(headers);
    if (!warned) {
      warned = true;
      log.warn(`${name} runs behind no session, so every caller is anonymous`, {
        hint: "put a session or a resource server in front, or set trust_x_user",
      });
    }
    return ANONYMOUS;
  };
}
