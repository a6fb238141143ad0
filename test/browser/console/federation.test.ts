import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../support/chromium.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { send } from "../../support/server.ts";

const HOSTILE = `<img src=x onerror="document.title='run'">\u202E`;

describe.skipIf(!chromiumPath)("sign-in and federation in the console", () => {
  const setup = consoleSetup();

  const config = async (path: string) => (await setup.send("GET", path)).body?.payload?.config;
  const setting = async (name: string) =>
    (await setup.send("GET", `/settings/${name}`)).body.payload.value;

  test("a provider: its preset first, two fields, the address to enter there, roles, and a test", async () => {
    const { body } = await setup.send("POST", "/roles", { name: "operators" });
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#providers/new");
      await page.getByRole("link", { name: /Keycloak/ }).click();
      await page.getByText(`${setup.service.url}/auth/oauth2/code/keycloak`).waitFor();
      await page.getByLabel("Client ID").fill("postern");
      await page.getByLabel("Issuer", { exact: true }).fill("http://127.0.0.1:9/realms/none");
      await page.getByLabel("Client secret", { exact: true }).fill("the secret");
      await page.getByLabel("Role map: Value of the claim").fill(HOSTILE);
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("combobox", { name: HOSTILE }).fill("oper");
      await page.getByRole("option", { name: "operators" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Test this provider" }).click();
      await page.getByText("The test failed").waitFor();
      await accessible();
      expect(await page.title()).not.toBe("run");
    });
    expect(await config("/oauth/providers/keycloak")).toMatchObject({
      preset: "keycloak",
      client_id: "postern",
      client_secret_set: true,
      claim_mapping: { role_map: { [HOSTILE]: [body.payload.id] } },
    });
  });

  test("a new provider has its button on the login page, and loses it by a switch", async () => {
    const shown = async () => {
      const answer = await fetch(`${setup.service.url}/login/auth/methods`);
      const { payload } = (await answer.json()) as {
        payload: { provider: { code: { name: string; url: string }[] | null } };
      };
      return payload.provider.code?.find(({ url }) => url.endsWith("/corp"))?.name;
    };
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#providers/new?preset=other");
      await page.getByRole("textbox", { name: "ID", exact: true }).fill("corp");
      await page.getByLabel("Client ID").fill("postern");
      await page.getByLabel("Issuer", { exact: true }).fill("http://127.0.0.1:9/");
      await page.getByRole("button", { name: "Create" }).click();
      const panel = page.getByRole("region", { name: "Button on the login page" });
      await panel.getByText("Continue with corp").first().waitFor();
      await panel.getByLabel("Name", { exact: true }).fill("Our people");
      await panel.locator("input[type=file]").setInputFiles({
        ...{ name: "logo.svg", mimeType: "image/svg+xml" },
        buffer: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#0b6e4f"/></svg>',
        ),
      });
      await panel.locator("[data-preview=dark] [data-preview-of=corp] img").waitFor();
      await panel.getByText("Continue with Our people").first().waitFor();
      await panel.getByRole("button", { name: "Save the button" }).click();
      await page.getByText("The button is saved.").waitFor();
      await accessible();
      expect(await shown()).toBe("Our people");
      await page.goto(`${setup.service.url}/login/`);
      const logo = page.getByRole("link", { name: "Continue with Our people" }).locator("img");
      const width = () => logo.evaluate((img) => (img as HTMLImageElement).naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      await open("#providers");
      await page.getByRole("row", { name: /corp.*On the login page/ }).waitFor();
      await open("#providers/corp");
      await panel.getByLabel("Show a button on the login page").click();
      await panel.getByText("No page leads to this provider").waitFor();
    });
    expect(await shown()).toBeUndefined();
  });

  test("buttons are put in order beside the page as people see it", async () => {
    for (const id of ["first", "second"]) {
      const config = { preset: "keycloak", client_id: "x", issuer: `http://127.0.0.1:9/${id}` };
      await setup.admin("PUT", `/oauth/providers/${id}`, { config });
      await setup.admin("PUT", `/login-buttons/oauth/${id}`, {});
    }
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#providers/second");
      const panel = page.getByRole("region", { name: "Button on the login page" });
      const keys = () =>
        panel
          .locator("[data-preview=light] [data-preview-of]")
          .evaluateAll((all) => all.map((one) => one.getAttribute("data-preview-of") ?? ""));
      const pair = async () => (await keys()).filter((key) => /^(first|second)$/.test(key));
      await panel.getByText("Place among the buttons").waitFor();
      expect(await pair()).toEqual(["first", "second"]);
      const up = panel.getByRole("button", { name: "Further up" });
      // Buttons of other tests may stand between the two.
      for (let at = (await keys()).indexOf("second"); at > 0; at--) {
        await up.click();
        await expect.poll(async () => (await keys()).indexOf("second")).toBe(at - 1);
      }
      expect(await pair()).toEqual(["second", "first"]);
      await accessible();
    });
    for (const id of ["first", "second"]) await setup.admin("DELETE", `/oauth/providers/${id}`);
  });

  test("SAML: our addresses, a certificate in two steps, a response that is refused check by check", async () => {
    await setup.send("PUT", "/saml/providers/campus", {
      config: { metadata_url: "http://127.0.0.1:9/" },
    });
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#saml");
      await page.getByRole("button", { name: "Prepare the next certificate" }).click();
      const asked = page.getByRole("alertdialog");
      await asked.getByRole("button", { name: "Prepare the next certificate" }).click();
      await page.getByText("Next one is published").waitFor();
      await page.getByRole("button", { name: "Activate the next certificate" }).click();
      await asked.getByText("forgets the current one").waitFor();
      await asked.getByRole("button", { name: "Activate the next certificate" }).click();
      await page.getByText("The next certificate is in use").waitFor();
      await accessible();
      await open("#saml/campus");
      await page.getByText(`${setup.service.url}/auth/saml/campus/acs`).waitFor();
      await page.getByLabel("Response of the provider").fill("PHg+PC94Pg==");
      await page.getByRole("button", { name: "Check this response" }).click();
      await page.getByText("The test failed").or(page.getByRole("alert")).first().waitFor();
      await accessible();
    });
  });

  test.each([
    ["en-US", 1_280, "Prepare the next key", "Activate the next key", "The next key is in use"],
    [
      "de-DE",
      390,
      "Nächsten Schlüssel vorbereiten",
      "Nächsten Schlüssel aktivieren",
      "Der nächste Schlüssel ist in Gebrauch",
    ],
    [
      "fr-FR",
      390,
      "Préparer la clé suivante",
      "Activer la clé suivante",
      "La clé suivante est en service",
    ],
  ])(
    "SAML: the key for encryption in two steps, in %s at %i pixels",
    async (locale, width, prepare, activate, done) => {
      const id = `sealed-${locale}`;
      const put = (encrypted_assertions: boolean) =>
        setup.send("PUT", `/saml/providers/${id}`, {
          config: { metadata_url: "http://127.0.0.1:9/", encrypted_assertions },
        });
      await put(false);
      const published = async () => {
        const { text } = await send(setup.service, "GET", `/auth/saml/${id}/metadata`);
        return [...text.matchAll(/use="encryption">.*?<ds:X509Certificate>([^<]+)</gs)].map(
          ([, certificate]) => certificate,
        );
      };
      await setup.visit(
        async ({ page, open, accessible }) => {
          await open(`#saml/${id}`);
          await page.getByText(`/auth/saml/${id}/acs`).first().waitFor();
          expect(await page.getByRole("button", { name: prepare }).count()).toBe(0);
          await put(true);
          await page.reload();
          const [first] = await published();
          await page.getByRole("button", { name: prepare }).click();
          const asked = page.getByRole("alertdialog");
          await asked.getByRole("button", { name: prepare }).click();
          await page.getByRole("button", { name: activate }).waitFor();
          await accessible();
          const both = await published();
          expect([both.length, both[0]]).toEqual([2, first]);
          await page.getByRole("button", { name: activate }).click();
          await asked.getByRole("button", { name: activate }).click();
          await page.getByText(done).waitFor();
          expect(await published()).toEqual([both[1]]);
          await accessible();
        },
        { locale, viewport: { width, height: 840 } },
      );
    },
  );

  test("the issuer: several namespaces with one save, a refusal by its name, a new signing key", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#oauth2-overview");
      await page.getByText("In effect now").waitFor();
      await page.getByLabel("Access token lifetime").fill("20m");
      await page.locator('[data-namespace="password"]').getByRole("button").first().click();
      await page.getByLabel("Passwords of directory users").click();
      await accessible();
      await page.getByRole("button", { name: "Save" }).first().click();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect(await setting("token")).toMatchObject({ token_lifetime: "20m" });
      expect(await setting("password")).toMatchObject({ ldap_disabled: true });

      await page.getByLabel("Idle time of refresh tokens").fill("900h");
      await page.getByRole("button", { name: "Save" }).first().click();
      await page.getByRole("alert", { name: /^Not saved/ }).waitFor();
      expect(await page.getByLabel("Idle time of refresh tokens").inputValue()).toBe("900h");
      await page.getByRole("button", { name: "Discard the changes" }).click();
      await page.getByRole("button", { name: "Remove them now" }).click();
      await page.getByText(/\d+ removed/).waitFor();
    }));

  test("initial access tokens: made, shown once, withdrawn", () =>
    setup.visit(async ({ page, open, accessible }) => {
      await open("#registration");
      await page.getByText("There are none.").waitFor();
      await page.getByLabel("Name", { exact: true }).fill(HOSTILE);
      await page.getByRole("button", { name: "Create a token" }).click();
      const shown = await page.locator("[data-secret]").textContent();
      expect(shown?.length).toBeGreaterThan(30);
      await accessible();
      await page.getByRole("button", { name: "I have copied it" }).click();
      expect(await page.content()).not.toContain(shown);
      await page.getByRole("button", { name: "Withdraw" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
      await page.getByText("There are none.").waitFor();
      expect((await setup.send("GET", "/registration/tokens")).body.payload).toEqual([]);
    }));

  test("session providers: a group takes a provider and hides it, and a taken name is refused", async () => {
    await setup.visit(async ({ page, open, accessible }) => {
      await open("#session-providers");
      await page.locator('[data-provider="postern"]').waitFor();
      await page.getByLabel("New provider", { exact: true }).fill("postern");
      await page.getByText("This name is in use.").waitFor();
      await page.getByLabel("New provider", { exact: true }).fill("");
      await page.getByLabel("New group", { exact: true }).fill("staff");
      await page.getByLabel("New group", { exact: true }).press("Enter");
      await page
        .getByText(`${setup.service.url}/auth/v1/session-providers/staff`, { exact: true })
        .waitFor();
      await page.getByRole("combobox", { name: "Taken from the providers" }).click();
      await page.getByRole("option", { name: "postern" }).click();
      await page.keyboard.press("Escape");
      await page.locator('[data-group="staff"]').getByText("Hidden", { exact: true }).click();
      await accessible();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
    });
    expect(await setting("session_providers")).toMatchObject({
      providers: { postern: expect.anything() },
      groups: { staff: { inherit: { postern: { hide: true } } } },
    });
    const { body } = await setup.send("GET", "/session-providers/staff");
    expect(body.payload.postern.hide).toBe(true);
  });
});
