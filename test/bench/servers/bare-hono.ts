/** A bare Hono app that answers one path with given bytes; for POST it reads the JSON that comes. It may check a credential before. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type Checked, checker } from "./credential.ts";

interface Given {
  readonly path: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly checked?: Checked;
}

const { path, body, headers, checked } = JSON.parse(process.argv[2] ?? "") as Given;
const app = new Hono();
const isGood = checker(checked);
app.get(path, (c) => (isGood(c.req) ? c.body(body, 200, headers) : c.body(null, 401)));
app.post(path, async (c) => {
  await c.req.json();
  return isGood(c.req) ? c.body(body, 200, headers) : c.body(null, 401);
});
serve({ fetch: app.fetch, port: Number(process.env.BENCH_PORT), hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
