/** A trivial Hono application behind better-auth, from the folder that holds its package: `better-auth.ts {"folder", "path", "visitors", "cached"}`. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

interface Given {
  /** Of the package.json that depends on it. */
  readonly folder: string;
  readonly path: string;
  readonly visitors: number;
  /** Whether the cookie holds the session for some minutes, so that nothing is looked up. */
  readonly cached: boolean;
}

/** What is used of the package, which is no dependency of this project. */
interface BetterAuth {
  readonly handler: (request: Request) => Promise<Response>;
  readonly api: { getSession(asked: { headers: Headers }): Promise<object | null> };
}
interface Package {
  betterAuth(options: object): BetterAuth;
}
interface Adapter {
  memoryAdapter(tables: object): object;
}

const { folder, path, visitors, cached } = JSON.parse(process.argv[2] ?? "") as Given;
const origin = `http://127.0.0.1:${process.env.BENCH_PORT}`;
const { resolve } = createRequire(`${folder}/package.json`);
const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)) as unknown;
const { betterAuth } = (await load("better-auth")) as Package;
const { memoryAdapter } = (await load("better-auth/adapters/memory")) as Adapter;
const auth = betterAuth({
  baseURL: origin,
  secret: "a secret of the bench that is long enough",
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  session: { cookieCache: { enabled: cached, maxAge: 3_600 } },
  // Sign-ins are not what is measured.
  emailAndPassword: {
    enabled: true,
    password: { hash: async (text: string) => text, verify: async () => true },
  },
});

/** The cookies of a person who has just signed up. */
async function signUp(name: string): Promise<string> {
  const body = JSON.stringify({
    name,
    email: `${name}@example.com`,
    password: "correct horse battery",
  });
  const headers = { "Content-Type": "application/json", Origin: origin };
  const request = new Request(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body,
  });
  const response = await auth.handler(request);
  if (!response.ok) throw new Error(`signing up answered ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const signedIn: { readonly cookie: string }[] = [];
while (signedIn.length < visitors) {
  signedIn.push({ cookie: await signUp(`visitor-${signedIn.length}`) });
}
const app = new Hono();
app.get("/visitors", (c) => c.json(signedIn));
app.get(path, async (c) => {
  const session = await auth.api.getSession({ headers: c.req.raw.headers });
  return session ? c.json({ hello: "world" }) : c.json({ error: "unauthorized" }, 401);
});
serve({ fetch: app.fetch, port: Number(process.env.BENCH_PORT), hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
