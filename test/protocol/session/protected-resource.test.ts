/** RFC 9728 publication of what a session protects (login-session-wire 2.16; conformance 13). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SessionSetup, sessionSetup } from "../../support/session.ts";
import { putClient } from "../../support/tokens.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup({
    session: {
      protected_resource: { scopes_supported: ["read"], check_audience_azp: ["tool"] },
    } as never,
  });
  for (const id of ["tool", "other"]) {
    await putClient(setup.service, id, { client_name: id, client_secret: "secret-of-it" });
  }
});
afterAll(() => setup[Symbol.asyncDispose]());

const tokenOf = async (client_id: string, resource?: string) => {
  const form = {
    client_id,
    client_secret: "secret-of-it",
    ...(resource && { resource: [resource] }),
  };
  return (await setup.tokens(form)).access_token;
};
const get = (path: string, token: string) =>
  setup.jar().get(path, { authorization: `Bearer ${token}` });

describe("metadata", () => {
  test("describes the path behind the well-known segment, without signing in", async () => {
    const { status, headers, body } = await setup.jar().get(`${WELL_KNOWN}/a/mcp`);
    expect(status).toBe(200);
    expect(body).toEqual({
      resource: "https://id.example.com/a/mcp",
      authorization_servers: ["https://id.example.com/auth/oauth2"],
      bearer_methods_supported: ["header"],
      dpop_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
      scopes_supported: ["read"],
    });
    // H-5, L-W12: what the request's host decided is kept by no cache.
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await setup.jar().get(WELL_KNOWN)).body.resource).toBe("https://id.example.com");
  });

  test("a pinned identifier describes everything, and may be cached", async () => {
    await using pinned = await sessionSetup({
      session: {
        protected_resource: {
          resource: "https://api.example.com/mcp",
          authorization_servers: ["https://as.example.com"],
        },
      } as never,
    });
    const { body, headers } = await pinned.jar().get(`${WELL_KNOWN}/anything`);
    expect(body.resource).toBe("https://api.example.com/mcp");
    expect(body.authorization_servers).toEqual(["https://as.example.com"]);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    const challenge = (await pinned.jar().get("/mcp")).headers.get("www-authenticate");
    expect(challenge).toBe(`Bearer resource_metadata="https://api.example.com${WELL_KNOWN}/mcp"`);
  });

  test("without the option the path is one like any other", async () => {
    await using plain = await sessionSetup();
    expect((await plain.jar().get(WELL_KNOWN)).status).toBe(401);
  });
});

test("the challenge points at the metadata of the path that was asked for", async () => {
  const { headers } = await setup.jar().get("/a/mcp?x=1");
  expect(headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="https://id.example.com${WELL_KNOWN}/a/mcp"`,
  );
});

test("both spellings of an address lead to the same document, and their challenge says where it is", async () => {
  for (const path of ["/a/mcp", "/a/mcp/"]) {
    const { headers } = await setup.jar().get(path);
    const [, url = ""] =
      /resource_metadata="([^"]+)"/.exec(headers.get("www-authenticate") ?? "") ?? [];
    expect(url).toBe(`https://id.example.com${WELL_KNOWN}/a/mcp`);
    const spelled = await setup.jar().get(`${WELL_KNOWN}${path}`);
    expect(spelled.body.resource).toBe("https://id.example.com/a/mcp");
  }
});

describe("audience of listed clients", () => {
  test("without the resource in aud: 401 invalid_token, with the text", async () => {
    const { status, headers, text } = await get("/a/mcp", await tokenOf("tool"));
    expect(status).toBe(401);
    expect(text).toBe('{"error":"token audience does not cover this resource"}');
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(headers.get("www-authenticate")).toContain("error_description=");
  });

  test("with exactly the resource it passes, with another path's it does not", async () => {
    for (const resource of ["https://id.example.com/a/mcp", "https://id.example.com/a/mcp/"]) {
      const either = await tokenOf("tool", resource);
      expect((await get("/a/mcp", either)).status).toBe(200);
      expect((await get("/a/mcp/", either)).status).toBe(200);
    }
    const token = await tokenOf("tool", "https://id.example.com/a/mcp");
    expect((await get("/a/mcp2", token)).status).toBe(401);
    expect((await get("/a", token)).status).toBe(401);
  });

  test("a client that is not listed passes without", async () => {
    expect((await get("/a/mcp", await tokenOf("other"))).status).toBe(200);
  });

  test("L-W10: on an optional path the same rule leaves the request anonymous", async () => {
    await using open = await sessionSetup({
      session: {
        skip_paths: ["/open/**"],
        protected_resource: { check_audience_azp: ["login"] },
      } as never,
    });
    const { access_token } = await open.tokens();
    const { body } = await open.jar().get("/open/a", { authorization: `Bearer ${access_token}` });
    expect(body.claims).toBeNull();
  });
});
