/** Host replacements and endpoint overrides, layer by layer (auth-service.md, both sections). */
import { describe, expect, test } from "vitest";
import { type ProviderOverlay, parseOptions } from "../../../src/options.ts";
import type { Providers } from "../../../src/providers/catalog.ts";
import { applyOverlay, overlayCatalog } from "../../../src/providers/overlay.ts";
import { parseSetting } from "../../../src/settings/index.ts";
import { PROVIDER_ENDPOINTS } from "../../../src/settings/records/session-provider.ts";

const layer = (session_providers: object): ProviderOverlay =>
  parseOptions({ session_providers }).session_providers;

function providersOf(value: Record<string, unknown>): Providers {
  const parsed = parseSetting("session_providers", { providers: value });
  if (!parsed.ok) throw new Error(parsed.detail);
  return new Map(Object.entries(parsed.value.providers));
}

const oauth2 = (members: object) => ({
  oauth2: { client_id: "web", client_secret: "s", ...members },
});
const urlOf = (providers: Providers, key: string) => providers.get(key)?.oauth2?.token_url;

describe("host replacements", () => {
  const rules = layer({
    host_replacements: {
      "a.example.com": "b.example.com",
      "b.example.com": "c.example.com",
      "p.example.com:8443": "q.example.com",
    },
  });
  const replaced = (token_url: string) =>
    urlOf(applyOverlay(providersOf({ main: oauth2({ token_url }) }), rules), "main");

  test.each([
    ["the full host exactly", "https://a.example.com/t", "https://b.example.com/t"],
    ["including an explicit port", "https://p.example.com:8443/t", "https://q.example.com/t"],
    ["no other port", "https://a.example.com:444/t", "https://a.example.com:444/t"],
    ["case-sensitively", "https://A.example.com/t", "https://A.example.com/t"],
    ["no subdomains", "https://x.a.example.com/t", "https://x.a.example.com/t"],
    [
      "scheme, path, query and fragment are preserved, text in them is not replaced",
      "http://a.example.com/a.example.com?u=https://a.example.com/#a.example.com",
      "http://b.example.com/a.example.com?u=https://a.example.com/#a.example.com",
    ],
    ["a path has no host", "/auth/oauth2/token", "/auth/oauth2/token"],
  ])("%s", (_, stored, expected) => {
    expect(replaced(stored)).toBe(expected);
  });

  test("every URL of a provider, each once; rules do not chain within a layer", () => {
    const urls = Object.fromEntries(
      PROVIDER_ENDPOINTS.map((name) => [name, `https://a.example.com/${name}`]),
    );
    const changed = applyOverlay(providersOf({ main: oauth2(urls) }), rules).get("main")?.oauth2;
    for (const name of PROVIDER_ENDPOINTS) {
      expect(changed?.[name]).toBe(`https://b.example.com/${name}`);
    }
  });
});

describe("endpoint overrides", () => {
  const stored = providersOf({
    main: { name: "Main", priority: 2, ...oauth2({ token_url: "https://stored.example.com/t" }) },
    bare: { api_key: true },
  });

  test("a non-empty field replaces the stored value, an empty or omitted one keeps it", () => {
    const overrides = {
      main: { oauth2: { token_url: "", cert_url: "https://inner.example.com/c" } },
    };
    expect(applyOverlay(stored, layer({ overrides })).get("main")).toEqual({
      name: "Main",
      priority: 2,
      ...oauth2({
        token_url: "https://stored.example.com/t",
        cert_url: "https://inner.example.com/c",
      }),
    });
  });

  test("unknown names are ignored, and no OAuth2 settings are added to providers without them", () => {
    const given = { oauth2: { token_url: "https://inner.example.com/t" } };
    const changed = applyOverlay(stored, layer({ overrides: { other: given, bare: given } }));
    expect([...changed.keys()]).toEqual(["main", "bare"]);
    expect(changed.get("bare")).toEqual({ api_key: true });
  });

  test("N-6: a provider named like a member of every object has no override by that", () => {
    const named = providersOf({ constructor: oauth2({}), toString: oauth2({}) });
    const given = { oauth2: { token_url: "/t" } };
    const changed = applyOverlay(named, layer({ overrides: { constructor: given } }));
    expect(urlOf(changed, "constructor")).toBe("/t");
    expect(urlOf(changed, "toString")).toBeUndefined();
  });

  test("what is stored is never changed", () => {
    const before = JSON.stringify([...stored]);
    applyOverlay(stored, layer({ overrides: { main: { oauth2: { token_url: "/other" } } } }));
    expect(JSON.stringify([...stored])).toBe(before);
  });
});

describe("the order of the five layers", () => {
  const auth = layer({
    host_replacements: { "stored.example.com": "auth-host.example.com" },
    overrides: {
      two: { oauth2: { token_url: "https://stored.example.com/auth-override" } },
      three: { oauth2: { token_url: "https://auth-override.example.com/t" } },
      four: { oauth2: { token_url: "https://auth-override.example.com/t" } },
    },
  });
  const session = layer({
    host_replacements: {
      "auth-host.example.com": "session-host.example.com",
      "auth-override.example.com": "session-host.example.com",
      "session-override.example.com": "never.example.com",
    },
    overrides: { four: { oauth2: { token_url: "https://session-override.example.com/t" } } },
  });
  const from = (host: string) => oauth2({ token_url: `https://${host}/t` });
  const stored = providersOf({
    zero: from("untouched.example.com"),
    one: from("stored.example.com"),
    two: from("stored.example.com"),
    three: from("stored.example.com"),
    four: from("stored.example.com"),
  });
  const urls = (providers: Providers) =>
    Object.fromEntries([...providers.keys()].map((key) => [key, urlOf(providers, key)]));

  test("stored value, Auth host replacements, Auth overrides", () => {
    expect(urls(applyOverlay(stored, auth))).toEqual({
      zero: "https://untouched.example.com/t",
      one: "https://auth-host.example.com/t",
      // An override is not replaced by the replacements of its own layer.
      two: "https://stored.example.com/auth-override",
      three: "https://auth-override.example.com/t",
      four: "https://auth-override.example.com/t",
    });
  });

  test("then Session host replacements, then Session overrides", () => {
    expect(urls(applyOverlay(applyOverlay(stored, auth), session))).toEqual({
      zero: "https://untouched.example.com/t",
      one: "https://session-host.example.com/t",
      two: "https://stored.example.com/auth-override",
      three: "https://session-host.example.com/t",
      four: "https://session-override.example.com/t",
    });
  });

  test("the same in the merged list and in every group, and the version stays", () => {
    const groups = new Map([["staff", stored]]);
    const catalog = overlayCatalog({ version: 7, merged: stored, groups }, auth);
    expect(catalog.version).toBe(7);
    const both = overlayCatalog(catalog, session);
    const expected = applyOverlay(applyOverlay(stored, auth), session);
    expect(both.merged).toEqual(expected);
    expect(both.groups.get("staff")).toEqual(expected);
  });
});
