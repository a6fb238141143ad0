/** The trace that a request says it belongs to, and whether that is believed (W3C Trace Context; ADR 0105). */

import { noteStatus, parseTraceparent, type SentTrace, type Traces } from "../runtime/traces.ts";
import type { Connection } from "../runtime.ts";
import type { Cidr } from "../std/cidr.ts";
import { proceed, type Ready } from "../std/ready.ts";
import { isTrusted } from "./origin.ts";
import type { Answered } from "./reply.ts";

/** Methods that a span may name: any other is what a stranger made up. */
const METHODS: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
]);

/** Undefined without a header that keeps to the grammar. */
function sentTrace(
  headers: Pick<Headers, "get">,
  connection: Connection,
  proxies: readonly Cidr[],
): SentTrace | undefined {
  const context = parseTraceparent(headers.get("traceparent"));
  return context && { context, trusted: isTrusted(connection, proxies) };
}

/** Answers a request within its span, where it has one. */
export const tracedRequest = <T extends Answered | undefined>(
  traces: Traces,
  { method, headers }: Pick<Request, "method" | "headers">,
  connection: Connection,
  proxies: readonly Cidr[],
  work: () => Ready<T>,
): Ready<T> =>
  traces.request(
    METHODS.has(method) ? method : "_OTHER",
    () => sentTrace(headers, connection, proxies),
    (span) => {
      if (!span) return work();
      if (connection.requestId) span.setAttribute("postern.request_id", connection.requestId);
      return proceed(work(), (answered) => {
        if (answered) noteStatus(span, answered.status);
        return answered;
      });
    },
  );
