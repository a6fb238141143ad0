/** docs/login.md against the code: every member of the SDK, every provider key of the example, every route. */
import { expect, test } from "vitest";
import { findRoute, methodRoutes } from "../../../src/login/find-route.ts";
import { loginPaths } from "../../../src/login/login-paths.ts";
import { METHODS } from "../../../src/login/methods/methods.ts";
import { loginOptions } from "../../../src/login/options.ts";
import { sessionProvider } from "../../../src/settings/records/session-provider.ts";
import { blockNamed, readPage } from "../../protocol/docs/blocks.ts";
import { readRows, schemaPaths, sectionOf } from "./schema-paths.ts";

const page = readPage("docs/login.md");

test("the page has every member of the SDK and no other", () => {
  const types = readPage("sdk/types.ts");
  const client = types.slice(types.indexOf("interface LoginClient"));
  const methods = [...client.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name ?? "");
  const exported = [...readPage("sdk/sdk.ts").matchAll(/^export \{(.+)\}/gm)].flatMap(([, names]) =>
    (names ?? "").split(",").map((name) => name.trim()),
  );
  const documented = readRows(sectionOf(page, "### The SDK")).map(({ key }) => key.split("(")[0]);
  expect(documented.sort()).toEqual([...methods, ...exported].sort());
});

test("the worked example has every key of a provider but the binding to an instance", () => {
  const { text } = blockNamed("docs/login.md", "provider");
  const body = JSON.parse(text.slice(text.indexOf("'{") + 1, text.lastIndexOf("'")));
  const keys = Object.entries(body.value.providers.op).flatMap(([name, value]) =>
    name === "oauth2" ? Object.keys(value as object).map((inner) => `oauth2.${inner}`) : [name],
  );
  const all = schemaPaths(sessionProvider).filter((key) => key !== "auth_middleware");
  expect(keys.sort()).toEqual(all.sort());
});

const ofMethods = methodRoutes(METHODS);
const login = {
  routes: ofMethods,
  paths: loginPaths(loginOptions.parse({ path: { base: "/login" } }), ofMethods),
};
const routes = [...sectionOf(page, "## Routes").matchAll(/^\| (GET|POST) \| `([^`]+)` \|/gm)];
const namesOf = (method: string, path: string) => {
  const route = findRoute(
    login,
    method,
    path.replace("{base}", "/login").replace(/\{\w+\}/, "one"),
  );
  return route?.name === "method" ? route.route.path : route?.name;
};

test.each(routes.map(([, method = "", path = ""]) => [method, path] as const))(
  "%s %s is a route",
  (method, path) => {
    expect(namesOf(method, path) ?? "missing").not.toBe("missing");
  },
);

test("the table has every route but our own scripts", () => {
  const named = new Set(routes.map(([, method = "", path = ""]) => namesOf(method, path)));
  const source = readPage("src/login/find-route.ts");
  const union = source.slice(source.indexOf("export type Route"), source.indexOf("/** Segments"));
  const all = [
    ...[...union.matchAll(/"([a-z-]+)"/g)].map(([, name]) => name),
    ...ofMethods.map((route) => route.path),
  ];
  const others = ["missing", "script", "method"];
  expect([...named].sort()).toEqual(all.filter((name) => !others.includes(name ?? "")).sort());
});
