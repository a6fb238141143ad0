/** examples/mcp-server: agents that know its address alone register, sign in, call tools, refresh and step up. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s256, VERIFIER } from "../../support/authorize.ts";
import { type RunningExample, startExample } from "../../support/example.ts";
import { Agent, callTool, connect, Person, stepUp } from "../../support/mcp-agent.ts";
import { CURSOR_REDIRECTS, PRODUCTS } from "../../support/mcp-products.ts";
import { claimsOf } from "../../support/tokens.ts";

const PASSWORD = "correct horse";
const FIRST_PORT = 51_001;
const LATER_PORT = 52_002;
const REDIRECT = `http://localhost:${FIRST_PORT}/callback`;
const ANY = {
  client_name: "An agent",
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: "none",
};

let server: RunningExample;
let mcp: URL;
let admin: Person;
beforeAll(async () => {
  server = await startExample("mcp-server", { ADMIN_PASSWORD: PASSWORD });
  mcp = new URL(`${server.origin}/mcp`);
  admin = new Person(server.origin);
  await admin.signIn("admin", PASSWORD);
});
afterAll(() => server?.[Symbol.asyncDispose]());

async function greeting(agent: Agent): Promise<string> {
  const client = await connect(mcp, agent, admin);
  const said = await callTool(client, "greet");
  await client.close();
  return said;
}

describe.each(PRODUCTS)("an agent that behaves as $name is documented to", (product) => {
  const { metadata, redirect } = product;
  const agent = new Agent({ metadata: metadata(FIRST_PORT), redirect: redirect(FIRST_PORT) });

  test("registers, signs in for this resource, and calls a tool", async () => {
    expect(await greeting(agent)).toBe("Hello, admin");
    expect(agent.client?.client_id).toMatch(/^dcr-/);
    expect(admin.page).toContain(metadata(FIRST_PORT).client_name);
    const asked = agent.sentTo().searchParams;
    expect([asked.get("resource"), asked.get("scope")]).toEqual([mcp.href, "mcp"]);
    expect([claimsOf(agent.held?.access_token ?? "").aud].flat()).toContain(mcp.href);
  });

  test("refreshes without the person; the refresh token is a new one (OAuth 2.1 §4.3.1)", async () => {
    const before = agent.held;
    if (!before) throw new Error("it is not signed in");
    agent.held = { ...before, access_token: "no.longer.good" };
    expect(await greeting(agent)).toBe("Hello, admin");
    expect(agent.visited).toHaveLength(1);
    expect(agent.held.refresh_token).not.toBe(before.refresh_token);
  });

  test("signs in again with the same registration, from whatever port is free then (RFC 8252 §7.3)", async () => {
    const { client_id } = agent.client ?? {};
    agent.held = undefined;
    agent.redirectUrl = redirect(LATER_PORT);
    expect(await greeting(agent)).toBe("Hello, admin");
    expect(agent.client?.client_id).toBe(client_id);
  });
});

test("Cursor's other addresses work with the same registration", async () => {
  const [, second, third] = CURSOR_REDIRECTS;
  const agent = new Agent({
    metadata: { ...ANY, redirect_uris: [...CURSOR_REDIRECTS] },
    redirect: second,
  });
  expect(await greeting(agent)).toBe("Hello, admin");
  agent.held = undefined;
  agent.redirectUrl = third;
  expect(await greeting(agent)).toBe("Hello, admin");
});

test("an agent that behaves as Gemini CLI is documented to asks for every scope of the metadata, and repeats it at a refresh", async () => {
  const json = async (url: string) => (await fetch(url)).json() as Promise<Record<string, never>>;
  const [issuer] = (await json(`${server.origin}/.well-known/oauth-protected-resource/mcp`))
    .authorization_servers as unknown as string[];
  const found = await json(`${issuer}/.well-known/openid-configuration`);
  const redirect_uri = "http://localhost:7777/oauth/callback";
  const scope = (found.scopes_supported as unknown as string[]).join(" ");
  expect(scope.split(" ")).toEqual(expect.arrayContaining(["mcp", "offline_access"]));
  const registered = await fetch(found.registration_endpoint ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Gemini CLI MCP Client",
      redirect_uris: [redirect_uri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "",
    }),
  });
  expect(registered.status).toBe(201);
  const { client_id } = (await registered.json()) as { client_id: string };
  const start = new URL(found.authorization_endpoint ?? "");
  start.search = new URLSearchParams({
    ...{ client_id, response_type: "code", redirect_uri, state: "s", scope },
    ...{ code_challenge: s256(VERIFIER), code_challenge_method: "S256", resource: mcp.href },
  }).toString();
  const code = new URL(await admin.decide(start)).searchParams.get("code") ?? "";
  const ask = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id, resource: mcp.href, ...fields });
    const answer = await fetch(found.token_endpoint ?? "", { method: "POST", body });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return answer.json() as Promise<Record<"access_token" | "refresh_token" | "scope", string>>;
  };
  const grant_type = "authorization_code";
  const given = await ask({ grant_type, code, redirect_uri, code_verifier: VERIFIER });
  const { refresh_token } = given;
  const again = await ask({ grant_type: "refresh_token", refresh_token, scope });
  expect(again.scope.split(" ").sort()).toEqual(scope.split(" ").sort());
  expect(claimsOf(again.access_token).aud).toContain(mcp.href);
});

test("step-up: a registered agent may ask for what `registration.step_up_scopes` names, and for nothing else", async () => {
  const agent = new Agent({ metadata: ANY, redirect: REDIRECT });
  const client = await connect(mcp, agent, admin);
  await expect(callTool(client, "forget")).rejects.toThrow(/403/);
  await client.close();
  await stepUp(mcp, agent, admin, "mcp:write");
  const more = await connect(mcp, agent, admin);
  expect(await callTool(more, "forget")).toBe("Forgotten.");
  await more.close();
  await expect(stepUp(mcp, agent, admin, "profile")).rejects.toThrow();
});

test("a browser that runs the agent may register, ask for tokens, and read challenges of another origin", async () => {
  const origin = "http://localhost:6274";
  for (const [path, header] of [
    ["/auth/oauth2/register", "content-type,mcp-protocol-version"],
    ["/auth/oauth2/token", "content-type"],
    ["/.well-known/oauth-authorization-server/auth/oauth2", "mcp-protocol-version"],
    ["/.well-known/oauth-protected-resource/mcp", "mcp-protocol-version"],
    ["/mcp", "authorization,content-type,mcp-protocol-version,mcp-session-id"],
  ] as const) {
    const asked = await fetch(`${server.origin}${path}`, {
      method: "OPTIONS",
      headers: {
        ...{ origin, "access-control-request-headers": header },
        "access-control-request-method": path.includes("well-known") ? "GET" : "POST",
      },
    });
    const allowed = asked.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    expect(asked.headers.get("access-control-allow-origin"), path).toBe("*");
    for (const name of header.split(",")) {
      expect(allowed.includes(name) || allowed.includes("*"), `${path} ${name}`).toBe(true);
    }
  }
  const refused = await fetch(mcp, { method: "POST", headers: { origin } });
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
});

test("I-4: what an agent holds is nothing at our own planes, and nothing at another resource", async () => {
  const agent = new Agent({ metadata: ANY, redirect: REDIRECT });
  await greeting(agent);
  const headers = { authorization: `Bearer ${agent.held?.access_token}` };
  for (const path of ["/auth/v1/me", "/auth/v1/users", "/auth/v1/settings/jwt"]) {
    expect((await fetch(`${server.origin}${path}`, { headers })).status, path).toBe(401);
  }
});
