import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { namespaces } from "../../../src/settings/index.ts";
import { configKinds } from "../../../src/settings/records/config-records.ts";

interface Component {
  readonly title?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, Component>>;
}

const everything = z.object({ ...namespaces, ...configKinds });
const app = new OpenAPIHono();
app.openapi(
  createRoute({
    method: "put",
    path: "/",
    request: { body: { content: { "application/json": { schema: everything } } } },
    responses: { 204: { description: "done" } },
  }),
  (context) => context.body(null, 204),
);
const document = app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
const components = document.components?.schemas as Readonly<Record<string, Component>>;

test("every namespace and config record is a named component", () => {
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining(
      "Admin Jwt Token OAuth2 Check Cache ApiKey Device TokenExchange Totp Email Signup Mtls Saml CustomInfo Authorize Registration SessionProviders Passkey Password"
        .split(" ")
        .map((name) => `${name}Settings`),
    ),
  );
  expect(Object.keys(components)).toEqual(
    expect.arrayContaining([
      "OAuthClientConfig",
      "OAuthProviderConfig",
      "LdapConfig",
      "SamlProviderConfig",
    ]),
  );
});

function* untitled(component: Component, path: string): Generator<string> {
  for (const [name, member] of Object.entries(component.properties ?? {})) {
    if (!member.title) yield `${path}.${name}`;
    yield* untitled(member, `${path}.${name}`);
  }
}

test("every member has a title, so that a form can be drawn", () => {
  const missing = Object.entries(components).flatMap(([name, component]) => [
    ...untitled(component, name),
  ]);
  expect(missing).toEqual([]);
});

test("P-7: secrets are marked writeOnly, and keep their title", () => {
  const { private_key, kid } = components.JwtSettings?.properties ?? {};
  expect(private_key).toMatchObject({ title: "Private key", writeOnly: true, format: "password" });
  expect(kid?.writeOnly).toBeUndefined();
});
