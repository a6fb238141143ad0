/** Which cookie carries the session of a request (login-session-wire 2.1, 2.2; B-8). */
import { StartError } from "../errors.ts";
import { hostOf } from "./incoming.ts";
import type { ParsedSession } from "./options.ts";
import type { SessionRequest } from "./session.ts";

const DEFAULT_NAME = "auth_session";

type NameRule = (host: string) => string | undefined;

function compileRule(rule: ParsedSession["cookie_name_hosts"][number], index: number): NameRule {
  const { host, regex, cookie_name } = rule;
  if (!cookie_name) throw new StartError(`session: cookie_name_hosts[${index}] has no cookie_name`);
  if (!regex) return (requested) => (requested === host ? cookie_name : undefined);
  try {
    const pattern = new RegExp(regex, "u");
    return (requested) => (pattern.test(requested) ? cookie_name : undefined);
  } catch (cause) {
    const text = `session: cookie_name_hosts[${index}].regex is not a regular expression`;
    throw new StartError(text, { cause });
  }
}

/** Longer hosts are no names, and patterns of operators need not be linear (N-10). */
const MAX_HOST_LENGTH = 261;

export type CookieName = (incoming: SessionRequest, secure: boolean) => string;

/**
 * The flag of the request, else the first rule for its host (port included), else `cookie_name`, else
 * `auth_session`, which gets the prefix `__Host-` where path, domain and scheme allow it.
 */
export function cookieNames(options: ParsedSession): CookieName {
  const rules = options.cookie_name_hosts.map(compileRule);
  const { path, domain } = options.options;
  const prefixed = path === "/" && domain === "";
  return ({ request, connection, flags }, secure) => {
    if (flags?.cookie_name) return flags.cookie_name;
    if (rules.length > 0) {
      const host = hostOf(request, connection);
      for (const rule of rules) {
        const name = host.length > MAX_HOST_LENGTH ? undefined : rule(host);
        if (name !== undefined) return name;
      }
    }
    if (options.cookie_name) return options.cookie_name;
    return secure && prefixed ? `__Host-${DEFAULT_NAME}` : DEFAULT_NAME;
  };
}
