/** Keycloak becomes a way to sign in through the console alone: a person carries between the two what each of them shows. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRealm, type Realm } from "../oracle/keycloak/realm.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { chromiumPath } from "../support/chromium.ts";
import { consoleSetup } from "../support/console-setup.ts";
import { patient } from "../support/patience.ts";
import { hasCommand } from "./installed.ts";
import { keycloakFolder, startKeycloak } from "./keycloak.ts";

const PAGE = "docs/upstream.md";

/** The step of the guide that says this, and the value that it tells to enter. */
async function stepOf(guide: Locator, sentence: string) {
  const step = guide.getByRole("listitem").filter({ hasText: sentence });
  await expect.poll(() => step.count()).toBe(1);
  return { value: async () => (await step.locator("code").textContent()) ?? "" };
}

/** What a person chooses in Keycloak by the guide, as its administration stores it. */
async function clientByGuide(guide: Locator) {
  const [id, switches, home, callback, roles] = [
    await stepOf(guide, "Create client"),
    await stepOf(guide, "Switch “Client authentication” and “Standard flow” on"),
    await stepOf(guide, "Home URL"),
    await stepOf(guide, "Valid redirect URIs"),
    await stepOf(guide, "User Realm Role"),
  ];
  expect(switches).toBeDefined();
  return {
    clientId: await id.value(),
    protocol: "openid-connect",
    publicClient: false,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    baseUrl: await home.value(),
    redirectUris: [await callback.value()],
    protocolMappers: [
      {
        name: "realm roles",
        protocol: "openid-connect",
        protocolMapper: "oidc-usermodel-realm-role-mapper",
        config: {
          "claim.name": await roles.value(),
          "jsonType.label": "String",
          multivalued: "true",
          "id.token.claim": "true",
        },
      },
    ],
  };
}

describe.skipIf(!chromiumPath || !hasCommand(PAGE, "mvn"))("Keycloak, by the console", () => {
  const setup = consoleSetup();
  let keycloak: RunningProgram;
  let realm: Realm;
  beforeAll(async () => {
    keycloak = await startKeycloak(keycloakFolder(PAGE), await docsPort());
    realm = await makeRealm(keycloak.origin);
  });
  afterAll(() => keycloak?.[Symbol.asyncDispose]());

  test("the preset's values are enough for it, and its values for the form", async () => {
    await setup.visit(async ({ page, open }) => {
      // Keycloak of this test is on this machine; one in the own network needs the same.
      await open("#oauth2-overview");
      const hosts = page.getByRole("combobox", { name: "Internal hosts" });
      await hosts.fill("127.0.0.1");
      await hosts.press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).first().click();
      await page.getByRole("button", { name: "Discard the changes" }).waitFor({ state: "hidden" });

      await open("#providers/new");
      await page.getByRole("link", { name: /Keycloak/ }).click();
      const guide = page.getByRole("region", { name: "At the provider" });
      const client = await clientByGuide(guide);
      const secret = await realm.makeClient(client);
      await stepOf(guide, "“issuer” in “OpenID Endpoint Configuration”");
      const described = await fetch(`${realm.issuer}/.well-known/openid-configuration`);
      const { issuer } = (await described.json()) as { issuer: string };

      await page.getByLabel("Client ID").fill(client.clientId);
      await page.getByLabel("Issuer", { exact: true }).fill(issuer);
      await page.getByLabel("Client secret", { exact: true }).fill(secret);
      await page.getByLabel("Register users").click();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Test this provider" }).click();
      await page.getByText("Everything works").waitFor({ timeout: patient(30_000) });
      await page.getByText("Continue with keycloak").first().waitFor();
    });
  });

  test("a person comes in by the button of the login page, as who they are at Keycloak", async () => {
    const context = await setup.browser.newContext({ locale: "en-US" });
    context.setDefaultTimeout(patient(30_000));
    try {
      const page = await context.newPage();
      await page.goto(`${setup.service.url}/login/?redirect_path=/auth/ui/account`);
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Continue with keycloak" }).click();
      const there = await opened;
      await there.locator("#username").fill("ada");
      await there.locator("#password").fill("correct horse");
      await there.locator("#kc-login").click();
      await page.waitForURL(`${setup.service.url}/auth/ui/account`);
      await page.getByText("ada@example.com").first().waitFor();
    } finally {
      await context.close();
    }
  });
});
