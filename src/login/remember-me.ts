/** The effective choice (login-session-wire 3.10): asked for, and not switched off. */
import type { ParsedLogin } from "./options.ts";

export const effectiveRememberMe = ({ info }: Pick<ParsedLogin, "info">, wish: unknown): boolean =>
  !info.disable_remember_me && (wish === true || wish === "true" || wish === "1");

/** Nothing is sent when it is off. */
export const rememberMeForm = (remembered: boolean) => (remembered ? { remember_me: "true" } : {});
