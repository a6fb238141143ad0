/** What a requester wants to be shown (RFC 9110 §12.5.1; login-session-wire 2.12). */
import type { RequestHead } from "./request-head.ts";

/** A browser that opens a document: it can be shown a page, or sent to sign in (L-D2). */
export function wantsPage({ headers }: RequestHead): boolean {
  const accept = headers.get("accept") ?? "";
  return (
    accept.includes("text/html") ||
    accept.includes("application/xhtml+xml") ||
    headers.get("sec-fetch-dest") === "document"
  );
}

/** Whether a content coding may be sent; `*` and what is not named count as no, which is always right (RFC 9110 §12.5.3). */
export const acceptsEncoding = (request: RequestHead, encoding: string): boolean =>
  (quality(request.headers.get("accept-encoding") ?? "", encoding) ?? 0) > 0;

/** Quality of one name in an Accept header; undefined when it is not named. */
function quality(accept: string, type: string): number | undefined {
  for (const range of accept.toLowerCase().split(",")) {
    const [name, ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const given = parameters.find((part) => part.startsWith("q="));
    const value = given === undefined ? 1 : Number(given.slice(2));
    return value >= 0 && value <= 1 ? value : 0;
  }
  return undefined;
}

/** RFC 9110 §12.5.1, for the two types there are. @param otherwise when neither is named */
export function prefersHtml(request: RequestHead, otherwise: boolean): boolean {
  const accept = request.headers.get("accept") ?? "";
  const html = quality(accept, "text/html");
  const json = quality(accept, "application/json");
  if (html === undefined && json === undefined) return otherwise;
  return (html ?? 0) > (json ?? 0) || (html !== undefined && html > 0 && html === json);
}
