/** The clients of the login page follow the address of the service (ADR 0093; docs/upstream.md, "The button"). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN } from "../support/auth.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { byItself, followConfigured } from "../support/inside.ts";
import { LOGIN_CLIENT } from "../support/session.ts";
import { putClient, putSetting } from "../support/tokens.ts";

const SECOND = "https://login.example.org";
const provider = (client_id: string) => ({
  ...{ name: "Here", auth_middleware: "auth" },
  oauth2: { client_id, client_secret: "a secret of the page", scopes: ["openid"] },
});
const PAGE = { ...provider(LOGIN_CLIENT.id), password_flow: true };

let gateway: TestGateway;
async function start(base_url?: string) {
  const auth = base_url === undefined ? {} : { oauth2: { base_url } };
  gateway = await startGateway({
    auth,
    session: { provider: {}, provider_source: { auth_middleware: "auth" } },
  });
  const { service } = gateway;
  await putSetting(service, "session_providers", { providers: { postern: PAGE } });
  await putClient(service, LOGIN_CLIENT.id, {
    client_secret: "a secret of the page",
    redirect_uris: [`${ORIGIN}/login/auth/code/postern`],
  });
  const company = { client_id: "x", preset: "google", client_secret: "a secret there" };
  const path = "/auth/v1/oauth/providers/company";
  expect((await service.json("PUT", path, { enabled: true, config: company })).status).toBe(200);
  const button = await service.json("PUT", "/auth/v1/login-buttons/oauth/company", {});
  expect(button.status, button.text).toBe(200);
}
afterEach(() => gateway[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: unknown) =>
  gateway.service.json(method, path, body);
const targetsOf = async (id: string): Promise<string[]> =>
  (await call("GET", `/auth/v1/oauth/clients/${id}`)).body.payload.config.redirect_uris;
const paths = (origin: string) => ({
  "login-company": `${origin}/login/auth/code/company`,
  [LOGIN_CLIENT.id]: `${origin}/login/auth/code/postern`,
});
const expectAt = async (...origins: string[]) => {
  for (const id of ["login-company", LOGIN_CLIENT.id]) {
    expect(await targetsOf(id)).toEqual(origins.map((origin) => paths(origin)[id]));
  }
};

describe("when the address of the service changes", () => {
  beforeEach(() => start());

  /** Each way in which an administrator writes it. */
  const ways: Readonly<Record<string, (base_url: string) => Promise<{ status: number }>>> = {
    "the setting alone": (base_url) =>
      call("PUT", "/auth/v1/settings/oauth2", { value: { base_url } }),
    "several settings at once": (base_url) =>
      call("PATCH", "/auth/v1/settings", { oauth2: { base_url }, device: {} }),
  };
  test.each(Object.entries(ways))("by %s, sign-ins come back to the new one", async (_, write) => {
    await expectAt(ORIGIN);
    expect((await write(ORIGIN)).status).toBe(200);
    await expectAt(ORIGIN);
    expect((await write(SECOND)).status).toBe(200);
    await expectAt(SECOND);
  });

  test("what worked while there was none stays beside the first one", async () => {
    await ways["the setting alone"]?.(SECOND);
    await expectAt(ORIGIN, SECOND);
  });

  test("no other target moves, and no other client", async () => {
    await putSetting(gateway.service, "oauth2", { base_url: ORIGIN });
    const own = [`${ORIGIN}/app`, paths(ORIGIN)["login-company"]];
    await putClient(gateway.service, "shop", { client_secret: "of a shop", redirect_uris: own });
    const { config } = (await call("GET", "/auth/v1/oauth/clients/login-company")).body.payload;
    await putClient(gateway.service, "login-company", { ...config, redirect_uris: own });
    await putSetting(gateway.service, "oauth2", { base_url: SECOND });
    expect(await targetsOf("shop")).toEqual(own);
    expect(await targetsOf("login-company")).toEqual([own[0], paths(SECOND)["login-company"]]);
  });

  test("a disabled client stays disabled, and the secret stays what it was", async () => {
    const path = "/auth/v1/oauth/clients/login-company";
    const { config } = (await call("GET", path)).body.payload;
    await call("PUT", path, { enabled: false, config });
    await putSetting(gateway.service, "oauth2", { base_url: SECOND });
    const after = (await call("GET", path)).body.payload;
    expect(after).toMatchObject({ enabled: false, config: { client_secret_set: true } });
  });

  test("taken away, nothing moves: each request says the address again", async () => {
    await putSetting(gateway.service, "oauth2", { base_url: SECOND });
    await call("DELETE", "/auth/v1/settings/oauth2");
    await expectAt(ORIGIN, SECOND);
  });
});

test("an address in the configuration is followed at the start, once", async () => {
  await start(SECOND);
  const path = "/auth/v1/oauth/clients/login-company";
  const { config } = (await call("GET", path)).body.payload;
  const redirect_uris = [`${ORIGIN}/login/auth/code/company`];
  await putClient(gateway.service, "login-company", { ...config, redirect_uris });
  const service = await gateway.service.auth.service;
  await followConfigured(byItself(service));
  await expectAt(ORIGIN, SECOND);
  const { version } = service.snapshots.current;
  await followConfigured(byItself(service));
  expect(service.snapshots.current.version).toBe(version);
});
