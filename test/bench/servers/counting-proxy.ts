/** A token endpoint in front of another one that counts the refreshes it is asked for. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** What `/refreshes` answers. */
export interface Refreshes {
  readonly asked: number;
  readonly granted: number;
}

/** The token endpoint that does the work. */
const target = process.argv[2] ?? "";
let asked = 0;
let granted = 0;

const app = new Hono();
app.get("/refreshes", (c) => c.json({ asked, granted } satisfies Refreshes));
app.post("/token", async (c) => {
  const body = await c.req.text();
  const isRefresh = new URLSearchParams(body).get("grant_type") === "refresh_token";
  if (isRefresh) asked += 1;
  const headers = new Headers({ "Content-Type": c.req.header("content-type") ?? "" });
  const authorization = c.req.header("authorization");
  if (authorization) headers.set("Authorization", authorization);
  const answer = await fetch(target, { method: "POST", headers, body });
  if (isRefresh && answer.ok) granted += 1;
  return c.body(await answer.text(), answer.status as 200, {
    "Content-Type": answer.headers.get("content-type") ?? "application/json",
  });
});
serve({ fetch: app.fetch, port: Number(process.env.BENCH_PORT), hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
