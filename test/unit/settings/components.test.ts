import { expect, test } from "vitest";
import { z } from "zod";
import { describeSchema } from "../../support/describe-schema.ts";
import { configSchemas, namespaceSchemas } from "../../support/kinds.ts";

interface Component {
  readonly title?: string;
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Component>>;
}

const { components } = describeSchema<Component>(
  z.object({ ...namespaceSchemas, ...configSchemas }),
);

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
      "WebhookConfig",
    ]),
  );
});

function* untitled(component: Component, path: string): Generator<string> {
  for (const [name, member] of Object.entries(component.properties ?? {})) {
    // `<secret>_set` is in answers alone, so no form has it.
    if (!member.title && !member.readOnly) yield `${path}.${name}`;
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
