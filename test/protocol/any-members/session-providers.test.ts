/** I-8: session providers with any of their members, in any group, are saved or refused by name, and no request is answered with 500. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askEverything, openSetup } from "../../support/every-request.ts";
import { PROVIDER_ENDPOINTS, sessionProvider } from "../../support/inside.ts";
import type { LoginSetup } from "../../support/login-setup.ts";
import { fuzzRuns, type Hints, NAMES_A_MEMBER, nearSchema } from "../../support/near-schema.ts";

let setup: LoginSetup;
let own: object;
beforeAll(async () => {
  setup = await openSetup();
  own = (await setup.as("GET", "/settings/session_providers")).body.payload.value.providers;
});
afterAll(() => setup[Symbol.asyncDispose]());

// Not reachable, so that nothing is asked outside.
const URLS = [
  "http://127.0.0.1:9/a",
  "https://127.0.0.1:9/b?c=d",
  "/auth/oauth2/token",
  "/nowhere",
  "",
];
const HINTS: Hints = {
  ...Object.fromEntries(PROVIDER_ENDPOINTS.map((name) => [name, URLS])),
  auth_middleware: ["auth", "another", "", "__proto__"],
  name: ["Company", "ü 💥", "", "\u202e"],
  client_id: ["web-app", "any", "ü"],
  client_secret: ["web-secret", "ü", "a:b", ""],
  scopes: [["openid"], [], ["a b"], [""]],
  issuer: ["https://127.0.0.1:9", "any", " "],
  api_key_header: ["X-API-Key", "Authorization", "Cookie", "Host", "X-User", "__proto__"],
  x_user: [["email"], ["sub", "a.b"], [""], ["__proto__"]],
  claim_header: [{ "X-Team": "team" }, { "X-User": "sub" }, { Host: "a" }, { "Set-Cookie": "a.b" }],
  priority: [0, -1, 5, 2 ** 31],
  auth_header_style: [0, 1, 2],
};
const KEYS = ["any", "ü", "toString", "a.b", "token", "x".repeat(300), "constructor"];

test("settings/session_providers", async () => {
  let taken = 0;
  const records = fc.tuple(
    nearSchema(sessionProvider, HINTS),
    fc.constantFrom(...KEYS),
    fc.constantFrom("", ...KEYS),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(records, async ([record, key, group, inherits]) => {
      const providers = group === "" ? { ...own, [key]: record } : own;
      const grouped = {
        providers: { [key]: record },
        inherit: inherits ? { postern: { hide: true } } : {},
      };
      const value = { providers, groups: group === "" ? {} : { [group]: grouped } };
      const saved = await setup.as("PUT", "/settings/session_providers?force=true", { value });
      expect([200, 400], saved.text).toContain(saved.status);
      if (saved.status === 400) {
        expect(saved.body.error, saved.text).toMatch(NAMES_A_MEMBER);
        return;
      }
      taken++;
      const shown = group === "" ? "main" : group;
      await askEverything(setup, { provider: key, group: shown });
      const headers = { "x-api-key": "a", authorization: "Bearer a.b.c", "x-user": "admin" };
      const stranger = await setup.jar().send("GET", "/auth/v1/users", { headers });
      expect([401, 403, 503], stranger.text).toContain(stranger.status);
    }),
    {
      ...fuzzRuns(15),
      // As the long run found them: nothing to send the password to, and no such instance.
      examples: [
        [[{ oauth2: {}, password_flow: true }, "any", "", false]],
        [[{ oauth2: {}, auth_middleware: "__proto__" }, "any", "", false]],
      ],
    },
  );
  expect(taken).toBeGreaterThan(4);
});
