/**
 * An answer before it is a `Response`: status, headers and text as plain data. Headers that belong to
 * the request (CORS, request id) join before the one construction, which is what servers are fast at.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** What a handler may answer: data, or a finished `Response` (pages, files, redirects). */
export type Answered = Reply | Response;

/** Of a `Response` it is a function; several kinds of `Response` may be in use at once. */
export const isReply = (answer: Answered): answer is Reply => typeof answer.text === "string";

export function toResponse(
  answer: Answered,
  more: Readonly<Record<string, string>> = {},
): Response {
  if (!isReply(answer)) {
    for (const [name, value] of Object.entries(more)) answer.headers.set(name, value);
    return answer;
  }
  const { status, headers, text } = answer;
  // A text, even an empty one, would bring a `Content-Type` of its own.
  return new Response(text === "" ? null : text, { status, headers: { ...headers, ...more } });
}

/** The same answer with these headers too. */
export function withHeaders(answer: Answered, more: Readonly<Record<string, string>>): Answered {
  if (!isReply(answer)) return toResponse(answer, more);
  return { ...answer, headers: { ...answer.headers, ...more } };
}

/** Names the request in the answer, so that a report can be matched with the log. */
export const requestIdHeader = (requestId: string | undefined): Record<string, string> =>
  requestId === undefined ? {} : { "X-Request-Id": requestId };

const JSON_TYPE = "application/json; charset=UTF-8";

/** JSON with one newline at the end; not cacheable unless `headers` say so. */
export const json = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply => jsonText(JSON.stringify(body), status, headers);

/** The same for a document that is serialised already. */
export const jsonText = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  text: `${text}\n`,
  headers: {
    "Content-Type": JSON_TYPE,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  },
});
