/** Documents that a server answers by the head of a request alone say what the ordinary way says (H-4, H-5, C-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY, openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { createStandalone, type Standalone } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { putSetting } from "../support/tokens.ts";

const HOST = "id.example.com";
const PATHS = [
  "/auth/oauth2/certs",
  "/auth/oauth2/.well-known/openid-configuration",
  "/auth/oauth2/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server",
] as const;
const HEAD = { method: "GET", host: HOST, tls: true, forwarded: false };

let service: TestAuth;
let standalone: Standalone;
let fresh: Standalone;

async function started() {
  const runtime = testRuntime();
  const auth = openAuth({ encryption: { key: KEY } }, runtime);
  await auth.ready;
  const another = () => createStandalone(auth, runtime, { prefix: "/auth" });
  return { service: talkTo(auth, runtime), another };
}

beforeAll(async () => {
  const { service: opened, another } = await started();
  [service, standalone, fresh] = [opened, another(), another()];
  standalone.open();
});
afterAll(() => service[Symbol.asyncDispose]());

const direct = (target: string, more: Partial<typeof HEAD> = {}) =>
  standalone.direct({ ...HEAD, target, ...more });

const asking = (path: string, headers: Record<string, string> = {}) =>
  fetched(new Request(`https://${HOST}${path}`, { headers }));

/** What was forwarded by a stranger changes nothing but the way. */
const ordinary = (path: string) => asking(path, { "X-Forwarded-For": "192.0.2.1" });

async function fetched(request: Request) {
  const response = await standalone.fetch(request, undefined);
  const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
}

describe.each(PATHS)("%s", (path) => {
  test("status, headers and text are those of the ordinary way, with an id of its own", async () => {
    const reply = direct(path);
    const names = Object.entries(reply?.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    const { "x-request-id": id, ...headers } = Object.fromEntries(names);
    expect({ status: reply?.status, headers, text: reply?.text }).toEqual(await ordinary(path));
    expect(id).toMatch(/^[0-9a-f]{16}-\d+$/);
    expect(direct(path)?.headers["X-Request-Id"]).not.toBe(id);
  });

  test("a handler of requests answers the same without a turn of the ordinary way", async () => {
    const answer = standalone.fetch(new Request(`https://${HOST}${path}`), undefined);
    expect(answer).toBeInstanceOf(Response);
    expect(await asking(path)).toEqual(await ordinary(path));
  });

  test("a query goes the ordinary way, to the same document", async () => {
    expect(await asking(`${path}?x=1`)).toEqual(await ordinary(path));
  });

  test.each([
    ["another method", { method: "HEAD" }],
    ["forwarded headers", { forwarded: true }],
    ["a host that is none", { host: "id.example.com/evil" }],
    ["no host", { host: "" }],
  ])("%s goes the ordinary way", (_, more) => {
    expect(direct(path, more)).toBeUndefined();
  });

  test("before the start is over nothing is answered", () => {
    expect(fresh.direct({ ...HEAD, target: path })).toBeUndefined();
  });
});

test("every other path and every query goes the ordinary way", () => {
  for (const target of ["/", "/auth/v1/me", "/livez", "/auth/oauth2/token", `${PATHS[0]}?x=1`]) {
    expect(direct(target), target).toBeUndefined();
  }
});

test("a rotated key and a base URL are told at once", async () => {
  const before = direct(PATHS[0])?.text;
  await service.request("POST", "/auth/v1/jwt/rotate");
  expect(direct(PATHS[0])?.text).not.toBe(before);
  await putSetting(service, "oauth2", { base_url: "https://sso.example.com" });
  const { issuer } = JSON.parse(direct(PATHS[1])?.text ?? "{}");
  expect(issuer).toBe("https://sso.example.com/auth/oauth2");
  expect(direct(PATHS[1])?.headers["Cache-Control"]).toBe("public, max-age=300");
});

test("hosts of strangers take bounded space: the oldest is made anew, none is refused (N-11)", () => {
  for (let count = 0; count < 250; count++) {
    expect(direct(PATHS[1], { host: `h${count}.example.com` })?.status).toBe(200);
  }
});

test("a closed service answers nothing any more", async () => {
  const { service: closing, another } = await started();
  const open = another();
  open.open();
  expect(open.direct({ ...HEAD, target: PATHS[0] })?.status).toBe(200);
  await closing.auth.close();
  expect(open.direct({ ...HEAD, target: PATHS[0] })).toBeUndefined();
});
