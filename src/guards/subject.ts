/** The identity a guard decides about, from the session or X-User (login-session-wire 2.13, L-W18; I-2). */
import type { Identity } from "../identity.ts";
import type { Logger } from "../runtime.ts";
import type { SessionState } from "../session/context.ts";
import { API_KEY_PREFIX } from "../std/reserved-name.ts";
import type { RequestHeaders } from "../web/request-head.ts";
import { KEY_UNDER_OTHER_NAME, readXUser } from "../web/x-user.ts";

/** In the words of a permission check: an id, or a name, or neither for an anonymous caller. */
export type Subject =
  | { readonly kind: "anonymous" }
  | {
      readonly kind: "known";
      readonly id?: string;
      readonly alias: string;
      /** An API key that a service elsewhere validated: one in this process does not know it. */
      readonly elsewhere?: true;
    }
  /** An identity was sent that is not accepted; never the same as anonymous. */
  | { readonly kind: "refused"; readonly reason: string };

const ANONYMOUS: Subject = { kind: "anonymous" };

/** A person without a name here is anonymous to permissions (I-1). */
function subjectOf(identity: Identity | undefined): Subject {
  if (identity?.principal === undefined) return ANONYMOUS;
  const { kind, sub, principal: alias, elsewhere } = identity;
  if (kind === "principal") return { kind: "known", id: sub, alias };
  return { kind: "known", alias, ...(elsewhere && { elsewhere }) };
}

export interface SubjectOptions {
  /** X-User counts where no session ran. */
  readonly trust_x_user: boolean;
  /** Resource that a token must name when it names any; empty leaves that to the front. */
  readonly audience: string;
}

/**
 * What a session found wins over every header. Without one, X-User counts only where the operator
 * says that the front always sets it; else the caller is anonymous, and the log says so once.
 */
export function subjectReader(
  { trust_x_user, audience }: SubjectOptions,
  log: Logger,
  name: string,
) {
  let warned = false;
  return (state: SessionState | undefined, headers: RequestHeaders): Subject => {
    if (state) {
      const resources = state.identity?.use?.resources ?? [];
      const covered = audience === "" || resources.length === 0 || resources.includes(audience);
      if (covered) return subjectOf(state.identity);
      return { kind: "refused", reason: "token audience does not cover this resource" };
    }
    if (trust_x_user) {
      const header = readXUser(headers);
      if (header.kind === "named") return { kind: "known", alias: header.name };
      if (header.kind === "absent") return ANONYMOUS;
      if (header.kind === "key") {
        if (header.id === undefined) return { kind: "refused", reason: KEY_UNDER_OTHER_NAME };
        return { kind: "known", alias: `${API_KEY_PREFIX}${header.id}` };
      }
      return { kind: "refused", reason: "X-User header is not valid" };
    }
    if (!warned) {
      warned = true;
      log.warn(`${name} runs behind no session, so every caller is anonymous`, {
        hint: "put a session or a resource server in front, or set trust_x_user",
      });
    }
    return ANONYMOUS;
  };
}
