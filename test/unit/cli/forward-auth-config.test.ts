/** `server.forward_auth`: off by default, and refused where it could not be asked safely (H-5, P-1). */
import { expect, test } from "vitest";
import { loadConfig } from "../../../src/cli/config.ts";

const load = (file: string) =>
  loadConfig({ argv: ["--config", "postern.yaml"], env: {}, cwd: "/", readFile: () => file })
    .config;

test("it is off unless a path is given", () => {
  expect(load("{}").server.forward_auth.path).toBe("");
});

test("with a path and proxies it is on, with the headers that proxies send", () => {
  const { forward_auth } = load(
    "server: { trusted_proxies: [10.0.0.5], forward_auth: { path: /forward-auth } }",
  ).server;
  expect(forward_auth).toEqual({
    path: "/forward-auth",
    method_header: "X-Forwarded-Method",
    host_header: "X-Forwarded-Host",
    uri_header: "X-Forwarded-Uri",
    redirect: false,
  });
});

test("H-5: without trusted proxies no one could ask, so it is refused", () => {
  expect(() => load("server: { forward_auth: { path: /forward-auth } }")).toThrow(
    /forward_auth\.path: needs server\.trusted_proxies/,
  );
});

test("without a session it would not be known who asks, so it is refused", () => {
  const server = "server: { trusted_proxies: [10.0.0.5], forward_auth: { path: /forward-auth } }";
  expect(() => load(`${server}\nsession: { enabled: false }`)).toThrow(
    /forward_auth\.path: needs session\.enabled/,
  );
});

test.each(["/", "forward-auth", "//host", "/a/../b", "/a%2fb", "/a?b", "https://example.com/a"])(
  "the path %s is refused",
  (path) => {
    const file = `server: { trusted_proxies: [10.0.0.5], forward_auth: { path: "${path}" } }`;
    expect(() => load(file)).toThrow(/forward_auth\.path: must be a path/);
  },
);
