/** HEAD is GET without the body (RFC 9110 §9.3.2), wherever GET changes nothing (I-10). */

import { type Answered, toResponse } from "./reply.ts";

/** The GET whose answer a HEAD asks about. */
export const asGet = (request: Request): Request =>
  new Request(request.url, { method: "GET", headers: request.headers });

/** The answer without its body; the length is that of the body, which GET would have. A stream of events has none. */
export async function withoutBody(answer: Answered): Promise<Response> {
  const response = toResponse(answer);
  if (response.body === null) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  if (headers.get("Content-Type") === "text/event-stream") {
    await response.body.cancel();
    return new Response(null, { status, statusText, headers });
  }
  const { byteLength } = await response.arrayBuffer();
  headers.set("Content-Length", String(byteLength));
  return new Response(null, { status, statusText, headers });
}
