/** The cookie of a session in answers: name, attributes, signed value (login-session-wire 2.1; B-8). */
import { type CookieAttributes, removeCookie, writeCookie } from "../web/cookies.ts";
import { originOf, type SessionCore } from "./core.ts";
import type { StoredSession } from "./record.ts";
import type { AnswerHeaders, Asked } from "./session.ts";
import { maxAgeOf } from "./session-backend.ts";

const isSecure = (core: SessionCore, asked: Asked): boolean =>
  originOf(core, asked).startsWith("https:");

export const cookieNameOf = (core: SessionCore, asked: Asked): string =>
  core.cookieName(asked, core.options.options.secure ?? isSecure(core, asked));

/** Most requests of a program carry no cookie; they must not need the store. */
export const carriesCookie = ({ request }: Asked, name: string): boolean =>
  request.headers.get("cookie")?.includes(`${name}=`) === true;

function attributes(core: SessionCore, asked: Asked, remember: boolean): CookieAttributes {
  const { path, domain, secure, http_only, same_site } = core.options.options;
  return {
    path,
    ...(domain && { domain }),
    secure: secure ?? isSecure(core, asked),
    http_only,
    same_site,
    // Without remember-me the browser forgets it when it ends (L-O7).
    ...(remember && { max_age: maxAgeOf(core.options) }),
  };
}

/** Headers that give the browser its session, signed now. */
export async function cookieHeaders(
  core: SessionCore,
  asked: Asked,
  { id, record }: Pick<StoredSession, "id" | "record">,
): Promise<AnswerHeaders> {
  const name = cookieNameOf(core, asked);
  const { ids } = await core.backend.open();
  const value = await ids.sign(name, id);
  const cookie = writeCookie(name, value, attributes(core, asked, record.remember_me));
  return [
    ["Set-Cookie", cookie],
    ["X-Session-Set", "true"],
  ];
}

/** Headers that take the cookie away. */
export const expiredCookie = (core: SessionCore, asked: Asked): AnswerHeaders => [
  ["Set-Cookie", removeCookie(cookieNameOf(core, asked), attributes(core, asked, false))],
];
