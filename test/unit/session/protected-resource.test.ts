/** RFC 9728 addresses and RFC 6750 challenges (login-session-wire 2.16, 7.2). */
import { describe, expect, test } from "vitest";
import {
  challenge,
  isMetadataPath,
  METADATA_PATH,
  metadataResponse,
  metadataUrl,
  resourceOfMetadataPath,
} from "../../../src/session/protected-resource.ts";

const ORIGIN = "https://api.example.com";

test.each([
  [METADATA_PATH, true, ""],
  [`${METADATA_PATH}/`, true, ""],
  [`${METADATA_PATH}/a/mcp`, true, "/a/mcp"],
  [`${METADATA_PATH}/a/mcp/`, true, "/a/mcp"],
  [`${METADATA_PATH}x`, false, ""],
  ["/.well-known", false, ""],
  [`/a${METADATA_PATH}`, false, ""],
])("%s: metadata %s, of %j", (path, expected, resource) => {
  expect(isMetadataPath(path)).toBe(expected);
  expect(resourceOfMetadataPath(path)).toBe(resource);
});

test.each([
  ["", ""],
  ["/", ""],
  ["/mcp", "/mcp"],
  ["/mcp/", "/mcp"],
  ["/a b%20c", "/a%20b%20c"],
  ['/"ä\\', "/%22%C3%A4%5C"],
])("RFC 9728 §3.1: the metadata of %j is at the well-known path and %j", (path, suffix) => {
  expect(metadataUrl(ORIGIN, path)).toBe(`${ORIGIN}${METADATA_PATH}${suffix}`);
});

describe("RFC 6750 §3: the challenge", () => {
  test("is bare when there is nothing to say", () => {
    expect(challenge({})).toBe("Bearer");
    expect(challenge({ error: "", scope: "", metadataUrl: undefined })).toBe("Bearer");
  });

  test("has the members in the order of the wire", () => {
    const parts = {
      scope: "a b",
      error: "invalid_token",
      error_description: "no",
      metadataUrl: "u",
    };
    expect(challenge(parts)).toBe(
      'Bearer resource_metadata="u", error="invalid_token", error_description="no", scope="a b"',
    );
  });

  test("no value leaves its quotes, and none breaks the header", () => {
    const value = challenge({ error_description: 'a", error="x\\"\r\nx-evil: ä' });
    expect(value).toBe(`Bearer error_description="a', error='x''''x-evil: '"`);
    expect(() => new Headers({ "www-authenticate": value })).not.toThrow();
  });
});

test("RFC 9728 §3.2: lists without entries are left out", async () => {
  const document = { resource: ORIGIN, authorization_servers: [], scopes_supported: [] };
  const body = await metadataResponse(document, { fromRequest: true }).json();
  expect(body).toEqual({
    resource: ORIGIN,
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
  });
});
