/** What a guard knows about the request before it: the peer, host and path (A-1, L-W17). */

import type { Context } from "hono";
import type { Connection, Runtime } from "../runtime.ts";
import { canonicalPath, rawPath } from "../std/request-path.ts";
import type { RequestHead } from "../web/request-head.ts";
import { getSession } from "./context.ts";

/** A session in front knows the peer; some servers do not recognise a request that was replaced. */
export const connectionOf = (c: Context, runtime: Runtime): Connection =>
  getSession(c)?.connection ?? runtime.connection(c.req.raw, c.env);

/** Host as the client asked for it, with its port; never a forwarded one (wire 1.6). */
export const hostOf = (request: RequestHead, connection: Connection): string =>
  connection.host ?? request.headers.get("host") ?? new URL(request.url).host;

export interface AskedPath {
  /** As it stands in the request line. */
  readonly raw: string;
  /** In its one spelling; undefined when it could be read in two ways. */
  readonly canonical: string | undefined;
}

export function pathOf(url: string): AskedPath {
  const raw = rawPath(url);
  return { raw, canonical: canonicalPath(raw) };
}
