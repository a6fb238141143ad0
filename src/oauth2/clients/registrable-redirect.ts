/** Which redirect targets a client may choose for itself (RFC 7591 §2, §5; RFC 8252 §7; G-2). */
import { forgesAnswer } from "./redirect-match.ts";
import { isLoopback, type RedirectTarget, readTarget } from "./redirect-target.ts";

/** What OpenID Connect Dynamic Client Registration §2 calls `application_type`. */
export type ApplicationType = "web" | "native";

export interface RedirectRule {
  /** Absent: a target of either kind. */
  readonly applicationType?: ApplicationType | undefined;
  /** Schemes without a dot that are allowed all the same (`registration.redirect_schemes`). */
  readonly schemes: readonly string[];
}

const LOOPBACK_HOST = /^(localhost\.?|[^:]+\.localhost\.?|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

const isWeb = ({ scheme }: RedirectTarget) => scheme === "https:" || scheme === "http:";

/** A name that its owner can show to be theirs, `com.example.app`, or one that an administrator lists. */
function isOwnScheme({ scheme }: RedirectTarget, { schemes }: RedirectRule): boolean {
  const name = scheme.slice(0, -1);
  return schemes.includes(name) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(name);
}

/** What is wrong with a target; undefined when nothing is. */
export function redirectFault(uri: string, rule: RedirectRule): string | undefined {
  const target = readTarget(uri);
  if (!target) return "must be an absolute URI of at most 2048 characters without fragment";
  if (forgesAnswer(target)) return "must not have a parameter of the answer, such as code or state";
  const { applicationType } = rule;
  if (!isWeb(target)) {
    if (applicationType === "web") return "must be https for application_type web";
    if (isOwnScheme(target, rule)) return undefined;
    return "must be https, http to this device, or a scheme with a dot such as com.example.app";
  }
  if (applicationType === "web") {
    if (target.scheme !== "https:") return "must be https for application_type web";
    return LOOPBACK_HOST.test(target.host) ? "must not lead to this device" : undefined;
  }
  if (target.scheme === "https:" || isLoopback(target)) return undefined;
  return "must be https, or http to 127.0.0.1, [::1] or localhost";
}

/** `native` as soon as one target leads to the device itself. */
export function applicationTypeOf(uris: readonly string[]): ApplicationType {
  const onDevice = uris.some((uri) => {
    const target = readTarget(uri);
    return target?.scheme !== "https:" || LOOPBACK_HOST.test(target.host);
  });
  return onDevice ? "native" : "web";
}
