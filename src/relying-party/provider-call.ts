/** One request to a provider: nothing of the request that led to it goes along (H-8; R-6). */
import { message } from "../messages/message.ts";
import type { HttpClient } from "../runtime.ts";
import { upstreamFailure } from "./upstream-error.ts";

/** The way out, and its limits. The body of an answer is at most 1 MiB. */
export interface Outgoing {
  readonly http: HttpClient;
  /** Accepts any certificate, where an operator said so. */
  readonly insecure: boolean;
  /** Milliseconds until the whole answer must be there; 10 s when absent. */
  readonly timeout?: number;
}

/** Deno names the whole URL in its errors, and a query may hold a secret or a token (C-6). */
function withoutQuery(cause: unknown, query: string): unknown {
  if (query === "" || !(cause instanceof Error)) return cause;
  const { name, message, cause: further } = cause;
  const told = new Error(message.replaceAll(query, ""), { cause: withoutQuery(further, query) });
  told.name = name;
  return told;
}

/** Answers of every status, redirects too. Throws `server_error` when there is none. */
export async function callProvider(
  { http, insecure, timeout }: Outgoing,
  request: Request,
): Promise<Response> {
  try {
    return await http(request, { insecure, ...(timeout !== undefined && { timeout }) });
  } catch (error) {
    const cause = withoutQuery(error, new URL(request.url).search);
    throw upstreamFailure(message("upstream.unreachable"), cause);
  }
}

/** The JSON of an answer, whatever its media type; undefined when it is none. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
