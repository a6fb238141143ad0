/** What stops a session at its start, named (login-session-wire 2.1, 2.6; decisions, section 3). */
import { describe, expect, test } from "vitest";
import { StartError } from "../../../src/index.ts";
import { createSession } from "../../../src/session.ts";
import { internalsOf } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";

const start = (options: unknown) => () =>
  internalsOf(createSession(options as never, { runtime: testRuntime() }));

describe("options that cannot work", () => {
  test.each([
    ["an unknown key", { skip_path: [] }, /skip_path.*skip_paths/],
    ["an unknown store", { store: { active: "disk" } }, /store\.active/],
    ["redis without address", { store: { active: "redis" } }, /store\.redis\.address/],
    ["file without path", { store: { active: "file" } }, /store\.file\.path/],
    ["database without instance", { store: { active: "database" } }, /auth_middleware/],
    [
      "a shared store without key",
      { store: { file: { path: "/tmp/never-used" } } },
      /session_key is required/,
    ],
    ["a short key", { session_key: "short" }, /session_key.*16/],
    ["another action", { action: { active: "cookie" } }, /action\.active/],
    ["a cookie name with spaces", { cookie_name: "a b" }, /cookie_name/],
    ["a pattern that is none", { cookie_name_hosts: [{ regex: "(", cookie_name: "a" }] }, /regex/],
    ["an origin with a path", { base_url: "https://id.example.com/x" }, /base_url/],
    [
      "a source of two kinds",
      { provider_source: { auth_middleware: "a", url: "http://b/" } },
      /either/,
    ],
    ["a source of no kind", { provider_source: {} }, /either/],
    ["a group with a url", { provider_source: { url: "http://b/", group: "g" } }, /group/],
    ["a provider with a slash", { provider: { "a/b": {} } }, /provider/],
    ["same_site 5", { options: { same_site: 5 } }, /same_site/],
  ])("%s", (_, options, reason) => {
    expect(start(options)).toThrow(StartError);
    expect(start(options)).toThrow(reason as RegExp);
  });

  test("nothing at all is a session in memory", () => {
    expect(start({})()).toBeDefined();
  });

  test("L-O2: the store follows from what is there", () => {
    const withAuth = { provider: { a: { auth_middleware: "auth" } } };
    expect(start(withAuth)().options.store.active).toBe("");
    expect(
      start({ store: { file: { path: "/tmp/never-used" } }, session_key: "x".repeat(16) }),
    ).not.toThrow();
  });
});
