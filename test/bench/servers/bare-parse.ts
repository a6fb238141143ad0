/** The ceiling of introspection and userinfo: a bare Hono app that parses the request and answers JSON. It may check the bearer token. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { type Checked, checkOf } from "./credential.ts";

interface Given {
  /** POST with a form and HTTP Basic, or GET with a bearer token. */
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly answer: object;
  readonly checked?: Omit<Checked, "header">;
}

const { method, path, answer, checked } = JSON.parse(process.argv[2] ?? "") as Given;
const refused = { error: "invalid_request" };
const isGood = checkOf(checked);
const app = new Hono();
if (method === "POST") {
  app.post(path, async (c) => {
    const [, basic] = /^basic +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    const [id, secret] = Buffer.from(basic ?? "", "base64")
      .toString()
      .split(":");
    const { token } = await c.req.parseBody();
    const isWhole = id && secret && typeof token === "string";
    return isWhole && isGood(token) ? c.json(answer) : c.json(refused, 400);
  });
} else {
  app.get(path, (c) => {
    const [, token] = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
    return token && isGood(token) ? c.json(answer) : c.json(refused, 400);
  });
}
serve({ fetch: app.fetch, port: Number(process.env.BENCH_PORT), hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
