/** A bare Hono app that answers one path with given bytes; for POST it reads the JSON that comes. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

interface Given {
  readonly path: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const { path, body, headers } = JSON.parse(process.argv[2] ?? "") as Given;
const app = new Hono();
app.get(path, (c) => c.body(body, 200, headers));
app.post(path, async (c) => {
  await c.req.json();
  return c.body(body, 200, headers);
});
serve({ fetch: app.fetch, port: Number(process.env.BENCH_PORT), hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
