/** The cookie of a session in answers: name, attributes, signed value (login-session-wire 2.1; B-8). */
import { type CookieAttributes, removeCookie, writeCookie } from "../web/cookies.ts";
import { originOf, type SessionCore } from "./core.ts";
import type { StoredSession } from "./record.ts";
import type { AnswerHeaders, SessionRequest } from "./session.ts";
import { maxAgeOf } from "./session-backend.ts";

const isSecure = (core: SessionCore, incoming: SessionRequest): boolean =>
  originOf(core, incoming).startsWith("https:");

export const cookieNameOf = (core: SessionCore, incoming: SessionRequest): string =>
  core.cookieName(incoming, core.options.options.secure ?? isSecure(core, incoming));

/** Most requests of a program carry no cookie; they must not need the store. */
export const carriesCookie = ({ request }: SessionRequest, name: string): boolean =>
  request.headers.get("cookie")?.includes(`${name}=`) === true;

function attributes(
  core: SessionCore,
  incoming: SessionRequest,
  remember: boolean,
): CookieAttributes {
  const { path, domain, secure, http_only, same_site } = core.options.options;
  return {
    path,
    ...(domain && { domain }),
    secure: secure ?? isSecure(core, incoming),
    http_only,
    same_site,
    // Without remember-me the browser forgets it when it ends (L-O7).
    ...(remember && { max_age: maxAgeOf(core.options) }),
  };
}

/** Headers that give the browser its session, signed now. */
export async function cookieHeaders(
  core: SessionCore,
  incoming: SessionRequest,
  { id, record }: Pick<StoredSession, "id" | "record">,
): Promise<AnswerHeaders> {
  const name = cookieNameOf(core, incoming);
  const { ids } = await core.backend.open();
  const value = ids.sign(name, id);
  const cookie = writeCookie(name, value, attributes(core, incoming, record.remember_me));
  return [
    ["Set-Cookie", cookie],
    ["X-Session-Set", "true"],
  ];
}

/** Headers that take the cookie away. */
export const expiredCookie = (core: SessionCore, incoming: SessionRequest): AnswerHeaders => [
  ["Set-Cookie", removeCookie(cookieNameOf(core, incoming), attributes(core, incoming, false))],
];
