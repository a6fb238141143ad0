/** One request on its way through the login, and what its answer will carry. */
import { AuthError } from "../errors.ts";
import type { PageContext } from "../web/pages/layout.ts";
import type { Visit } from "./login-parts.ts";

export type { Visit } from "./login-parts.ts";

/** The public scheme is https, so cookies are Secure and may be `__Host-` (B-8). */
export const isHttps = ({ origin }: PageContext): boolean => origin.startsWith("https:");

/** The one value of a query parameter; empty counts as absent, several are refused (N-5). */
export function singleValue(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name).filter((value) => value !== "");
  if (values.length > 1) throw new AuthError("invalid_request", `${name} is given more than once`);
  return values[0];
}

export function setCookie(visit: Visit, cookie: string): void {
  visit.answer.push(["Set-Cookie", cookie]);
}

/** The answer with everything that was collected on the way. */
export function withAnswer(response: Response, { answer }: Visit): Response {
  if (answer.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of answer) headers.append(name, value);
  return new Response(response.body, { status: response.status, headers });
}
