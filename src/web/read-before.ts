/** Requests whose body an earlier handler of the same Hono application has read. */
import type { Context } from "hono";
import type { Ready } from "../std/ready.ts";

/**
 * The request of a context, with its body once more where a middleware in front has read it through `c.req`, which keeps
 * it for the handlers behind. A body that was read from `c.req.raw` is gone: its reader here answers 400.
 */
export function unreadRequest({ req }: Context): Ready<Request> {
  const { raw, bodyCache } = req;
  if (Object.keys(bodyCache).length === 0 || raw.method === "GET" || raw.method === "HEAD") {
    return raw;
  }
  return req.arrayBuffer().then((body) => {
    const { url, method, headers, signal } = raw;
    return new Request(url, { method, headers, signal, body });
  });
}
