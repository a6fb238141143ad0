/** docs/deployment.md, "Behind a proxy": its nginx block and its configuration alone, with TLS on a port that is not 443. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeInsecureFetch } from "../../../src/adapters/node/insecure-fetch.ts";
import { PAGE, startBehindProxy, startDocumentedNginx } from "../../support/documented-nginx.ts";
import { nginxMissing } from "../../support/nginx.ts";
import type { RunningServer } from "../../support/server.ts";
import { Jar } from "../../support/session.ts";

const title = `the nginx block of ${PAGE}${nginxMissing ? `: ${nginxMissing}` : ""}`;

describe.skipIf(nginxMissing !== undefined)(title, () => {
  let postern: RunningServer;
  let nginx: { stop(): Promise<void> } | undefined;
  let origin: string;

  const newJar = () =>
    new Jar((request) => nodeInsecureFetch(request, AbortSignal.timeout(20_000)), origin);

  beforeAll(async () => {
    postern = await startBehindProxy();
    ({ nginx, origin } = await startDocumentedNginx(postern));
  });
  afterAll(async () => {
    await nginx?.stop();
    await postern?.stop("SIGKILL");
  });

  test("the issuer is the public origin with its port", async () => {
    const path = "/auth/oauth2/.well-known/openid-configuration";
    const { body } = await newJar().get(path);
    expect(body.issuer).toBe(`${origin}/auth/oauth2`);
    expect(body.token_endpoint).toBe(`${origin}/auth/oauth2/token`);
  });

  test("a person signs in there and comes to the account page", async () => {
    const jar = newJar();
    expect((await jar.open("/")).headers.get("location")).toBe("/auth/ui/");
    const login = await jar.open("/auth/ui/");
    expect(login.headers.get("location")).toMatch(/^(?:https:\/\/localhost:\d+)?\/login\//);
    const { admin } = postern;
    const answer = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ username: admin?.id, password: admin?.secret }),
    });
    expect(answer.status, answer.text).toBe(204);
    expect([...jar.cookies.keys()].some((name) => name.startsWith("__Host-"))).toBe(true);
    const page = await jar.open("/auth/ui/");
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Administrator")]);
  });

  test("another origin may not sign in", async () => {
    const { admin } = postern;
    const answer = await newJar().send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json", origin: "https://localhost" },
      body: JSON.stringify({ username: admin?.id, password: admin?.secret }),
    });
    expect(answer.status).toBe(403);
  });

  test("H-1: what a client says of itself is removed", async () => {
    const answer = await newJar().get("/auth/v1/users", {
      "x-user": "admin",
      "x-user-id": "admin",
    });
    expect(answer.status).toBe(401);
  });
});
