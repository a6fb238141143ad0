/** The completion marker of a code flow, `auth_verify_<flow>=true` (login-middleware.md, Cookies). */

const nameOf = (flow: string): string => `auth_verify_${flow}`;

/** The flow is completed: the one authoritative sign. */
export function isCompleted(flow: string, cookies: string = document.cookie): boolean {
  return cookies.split(/;\s*/).includes(`${nameOf(flow)}=true`);
}

export function expireCompletion(flow: string): void {
  // The Cookie Store API answers too late: the page is left right after this.
  // biome-ignore lint/suspicious/noDocumentCookie: a cookie can be expired at once only this way
  document.cookie = `${nameOf(flow)}=; Max-Age=0; Path=/; SameSite=Lax`;
}
