/** ADR 0040: every page in German and French has no English, and a walk through the console no refused request. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, loadTexts } from "../../../console/texts/catalogue.ts";
import { tabs } from "../../../console/texts/en/tabs.ts";
import { chromiumPath } from "../../support/chromium.ts";
import { type ConsoleVisit, visitConsole } from "../../support/console.ts";
import { consoleSetup } from "../../support/console-setup.ts";
import { englishOn, englishTexts } from "../../support/languages.ts";
import { send } from "../../support/server.ts";

/** Pages that make records. */
const LISTS = [
  ..."users service-accounts roles permissions lmaps ldap clients providers saml api-keys".split(
    " ",
  ),
];

interface Refusing extends Pick<ConsoleVisit, "page" | "open">, Catalogue {
  readonly press: (name: string) => Promise<void>;
  /** The sentence, up to what is filled in, on a page without English. */
  readonly shows: (text: string | undefined) => Promise<void>;
}

describe.skipIf(!chromiumPath)("no English", () => {
  const setup = consoleSetup();
  let components: Parameters<typeof englishTexts>[1] = {};

  beforeAll(async () => {
    const description = await send(setup.service, "GET", "/auth/swagger/swagger.json");
    ({
      components: { schemas: components },
    } = description.body);
    const user = await setup.admin("POST", "/users", { alias: ["ada"], details: {} });
    await setup.admin("PUT", `/oauth/clients/${CLIENT}`, {
      config: { client_name: "Bibliothek", public: true, redirect_uris: [TARGET] },
    });
    expect(user.id).toBeTruthy();
    await setup.admin("POST", "/roles", { name: "leser" });
    await setup.admin("PUT", "/saml/providers/campus", { config: {} });
  });

  const CLIENT = "web";
  const TARGET = "https://app.example.com/cb";
  const PLACES = [
    ...Object.keys(tabs),
    ...LISTS.map((tab) => `${tab}/new`),
    `clients/${CLIENT}`,
    "clients/new?kind=web",
  ];
  const AUTHORIZE = new URLSearchParams({
    client_id: CLIENT,
    redirect_uri: TARGET,
    response_type: "code",
    scope: "openid profile email offline_access",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    state: "s",
  });
  const PAGES = [
    "/login/",
    "/auth/ui/account",
    `/auth/oauth2/authorize?${AUTHORIZE}`,
    `/auth/oauth2/authorize?${AUTHORIZE}&client_id=x`,
    "/auth/ui/device",
    "/auth/oauth2/logout",
    "/auth/ui/nothing-of-the-kind",
    "/nothing-of-the-kind",
  ];

  /** What a page has once nothing of it is still being fetched. */
  const settled = (page: Page) =>
    page.waitForFunction(
      () => document.querySelector(".mantine-Skeleton-root, .mantine-Loader-root") === null,
    );

  test("what is looked for is found on a page that is in English", () =>
    setup.visit(async ({ page, open }) => {
      await open("#users/new");
      await settled(page);
      const found = await englishOn(page, await englishTexts("de", components));
      expect(found.length).toBeGreaterThan(30);
    }));

  for (const [language, locale] of [
    ["de", "de-DE"],
    ["fr", "fr-FR"],
  ] as const) {
    test(`in ${language}: every page of the console and its new form, own account, pages of the service`, () =>
      visitConsole(
        setup.browser,
        setup.service.url,
        {
          token: setup.token,
          locale,
          viewport: { width: 1400, height: 1000 },
          expected: /404|400/,
        },
        async ({ page, open }) => {
          const english = await englishTexts(language, components);
          expect(english.size).toBeGreaterThan(1_500);
          const found: Record<string, string[]> = {};
          const refused: string[] = [];
          page.on("response", (answer) => {
            if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
          });
          const look = async (place: string) => {
            const texts = await englishOn(page, english);
            if (texts.length > 0) found[place] = texts;
          };
          for (const place of PLACES) {
            await open(`#${place}`);
            await settled(page);
            await look(place);
          }
          expect(refused.filter((one) => !/424/.test(one))).toEqual([]);
          for (const path of PAGES) {
            await page.goto(`${setup.service.url}${path}`);
            await page.waitForSelector("h1");
            await look(path);
          }
          expect(found).toEqual({});
        },
      ));

    test.each<readonly [string, (visit: Refusing) => Promise<void>]>([
      [
        "a role that is there",
        async ({ page, open, texts, messages, press, shows }) => {
          await open("#roles/new");
          await page.getByRole("textbox", { name: texts.access.name, exact: true }).fill("leser");
          await press(texts.records.create);
          await shows(messages?.["refusal.role_taken"]);
        },
      ],
      [
        "a service account with the name of a user",
        async ({ page, open, texts, messages, press, shows }) => {
          await open("#service-accounts/new");
          const names = page.getByRole("combobox", { name: texts.people.aliases });
          await names.fill("ada");
          await names.press("Enter");
          await page.getByRole("textbox", { name: texts.people.name, exact: true }).fill("Ada");
          await press(texts.people.generate);
          await press(texts.records.create);
          await shows(messages?.["refusal.alias_of_user"]);
        },
      ],
      [
        "a response of a SAML provider",
        async ({ page, open, texts, messages, press, shows }) => {
          await open("#saml/campus");
          await page.getByLabel(texts.federation.samlResponse).fill("x");
          await press(texts.federation.samlCheck);
          await shows(messages?.["saml.no_metadata_source"]);
        },
      ],
    ])(`in ${language}, refused: %s`, (_, act) =>
      visitConsole(
        setup.browser,
        setup.service.url,
        { token: setup.token, locale, expected: /4\d\d/ },
        async ({ page, open }) => {
          const { texts, messages } = await loadTexts(language);
          const english = await englishTexts(language, components);
          const shows = async (text = "") => {
            const known = text.replace(/\{.*/s, "");
            await page.getByText(known).first().waitFor();
            expect(await englishOn(page, english)).toEqual([]);
          };
          const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
          await act({ page, open, texts, ...(messages && { messages }), press, shows });
        },
      ),
    );
  }
});
