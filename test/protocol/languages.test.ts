/** Pages and mails in the language of the person (OpenID Connect Core §3.1.2.1 `ui_locales`; RFC 9110 §12.5.4). */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../support/auth.ts";
import { CALLBACK } from "../support/authorize.ts";
import { locationIn, startGateway, type TestGateway } from "../support/gateway.ts";
import type { Language } from "../support/inside.ts";
import { catalogues } from "../support/inside.ts";
import { putClient, putSetting, WEB } from "../support/tokens.ts";
import { type MailedService, mailedService } from "./mail/support.ts";

type Other = Exclude<Language, "en">;

/** As a browser that prefers the language sends it. */
const preferring = (language: Other) => ({
  "accept-language": `${language}-CH,${language};q=0.9,en;q=0.5`,
  accept: "text/html",
});

/** Words that a page must have, as its readers see them. */
const SHOWN = {
  de: {
    login: ["Anmelden", "Benutzername oder E-Mail-Adresse", "Angemeldet bleiben"],
    unreachable: "Der Dienst ist nicht erreichbar",
    wrong: "Benutzername oder Passwort ist falsch.",
    account: "Passwort ändern",
    device: "Gerät verbinden",
    allow: "Erlauben",
    gone: "Diese Seite ist nicht mehr verfügbar",
    signInTo: "Bei Reports anmelden",
    deny: "Ablehnen",
    subject: "Ihr Anmeldecode",
    within: "innerhalb von 15 Minuten",
    either: /^Ihr Anmelde(code|link)$/,
  },
  fr: {
    login: ["Se connecter", "Nom d’utilisateur ou adresse e-mail", "Rester connecté"],
    unreachable: "Le service est injoignable",
    wrong: "Nom d’utilisateur ou mot de passe incorrect.",
    account: "Changer le mot de passe",
    device: "Connecter un appareil",
    allow: "Autoriser",
    gone: "Cette page n’est plus disponible",
    signInTo: "Se connecter à Reports",
    deny: "Refuser",
    subject: "Votre code de connexion",
    within: "dans un délai de 15 minutes",
    either: /^Votre (code|lien) de connexion$/,
  },
} as const;
const OTHERS = Object.keys(SHOWN) as Other[];

let gateway: TestGateway;
let mailed: MailedService;

beforeAll(async () => {
  gateway = await startGateway();
  await putClient(gateway.service, "app", {
    client_name: "Reports",
    client_secret: "app-secret",
    redirect_uris: [CALLBACK],
  });
  mailed = await mailedService();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await mailed[Symbol.asyncDispose]();
});

/** What a person reads or hears: texts and labels, without data for scripts. */
const readable = (html: string): string =>
  [
    ...html
      .replace(/<(script|style)\b.*?<\/\1>/gs, "")
      // Its members have names, and what the script says is asked for by these.
      .replace(/<template id="page-texts">.*?<\/template>/s, "")
      .matchAll(/>([^<]+)<|(?:aria-label|title|placeholder)="([^"]*)"/g),
  ]
    .map(([, text = "", label = ""]) => (text + label).trim())
    .filter(Boolean)
    .join("\n")
    .replaceAll("&#39;", "'");

/** Parts of English texts between what is filled in, but for those that stand in a text of the other language, too. */
function englishUnlike(language: Other): string[] {
  const all = Object.values(catalogues);
  const others = all
    .flatMap((textsAt) => Object.values(textsAt({ language: () => language })))
    .join("\n");
  return all
    .flatMap((textsAt) => Object.values(textsAt({})))
    .flatMap((text) => text.split(/\{\w+\}/).map((part) => part.trim()))
    .filter((part) => part.length > 6 && !others.includes(part));
}
const ENGLISH = { de: englishUnlike("de"), fr: englishUnlike("fr") };

function expectIn(language: Other, { text, headers }: Answer, ...words: readonly string[]): void {
  expect(text).toContain(`<html lang="${language}">`);
  expect(headers.get("content-language")).toBe(language);
  expect(headers.get("vary")).toContain("Accept-Language");
  const read = readable(text);
  for (const word of words) expect(read).toContain(word);
  const left = ENGLISH[language].filter((part) => read.includes(part));
  expect(left, "English is left on the page").toEqual([]);
}

const authorize = (more: Record<string, string> = {}) =>
  `/auth/oauth2/authorize?${new URLSearchParams({ response_type: "code", client_id: "app", redirect_uri: CALLBACK, scope: "openid profile", ...more })}`;

const SIGNS: Readonly<Record<string, string>> = {
  quot: '"',
  amp: "&",
  lt: "<",
  gt: ">",
  "#39": "'",
};
const broughtBy = ({ text }: Answer): Record<string, string> => {
  const [, escaped = ""] = /id="page-texts">([^<]*)<\/template>/.exec(text) ?? [];
  return JSON.parse(escaped.replace(/&(#?\w+);/g, (_, name: string) => SIGNS[name] ?? ""));
};

test("the script has no words of its own: in English they come with the page as well", async () => {
  const page = await gateway.jar().open("/login/", { accept: "text/html" });
  const { unreachable } = broughtBy(page);
  expect(unreachable).toBe(catalogues.loginText({}).unreachable);
  const script = await gateway.jar().get("/login/assets/login.js");
  expect([script.status, script.text.includes(unreachable ?? "")]).toEqual([200, false]);
});

describe.each(OTHERS)("a browser that prefers %s", (language) => {
  const headers = preferring(language);
  const shown = SHOWN[language];

  test("the login page, its views for the script, and the script's own texts", async () => {
    const page = await gateway.jar().open("/login/", headers);
    expectIn(language, page, ...shown.login);
    expect(broughtBy(page).unreachable).toContain(shown.unreachable);
  });

  test("a wrong password without script", async () => {
    const browser = gateway.jar();
    const page = await browser.open("/login/", headers);
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const again = await browser.send("POST", "/login/", {
      headers: { ...headers, origin: "https://id.example.com" },
      body: new URLSearchParams({ form_token: token, username: "ada", password: "wrong" }),
    });
    expectIn(language, again, shown.wrong);
  });

  test("account, device, consent, and a flow that does not exist", async () => {
    const browser = await gateway.signedIn();
    expectIn(language, await browser.open("/auth/ui/", headers), shown.account);
    expectIn(language, await browser.open("/auth/ui/device", headers), shown.device);
    const consent = locationIn(await browser.open(authorize(), headers));
    expectIn(language, await browser.open(consent, headers), "Reports", shown.allow);
    const gone = await browser.open("/auth/oauth2/consent?flow=0", headers);
    expect(gone.status).toBe(404);
    expectIn(language, gone, shown.gone);
  });
});

describe("a program", () => {
  test("what programs read stays English", async () => {
    const headers = { "accept-language": "de", accept: "application/json" };
    const { text, body } = await gateway.service.request("GET", authorize({ client_id: "x" }), {
      headers,
    });
    expect(body.error_description, text).toContain("not found");
  });
});

describe("ui_locales", () => {
  test("discovery publishes the languages", async () => {
    const path = "/auth/oauth2/.well-known/openid-configuration";
    const { body } = await gateway.service.json("GET", path);
    expect(body.ui_locales_supported).toEqual(["en", "de", "fr"]);
  });

  test.each(OTHERS)(
    "%s goes along to the login page and back to the consent page, and wins over the browser",
    async (language) => {
      const english = { accept: "text/html", "accept-language": "en" };
      const browser = gateway.jar();
      const asked = await browser.open(authorize({ ui_locales: `se ${language}-AT` }), english);
      const login = locationIn(await browser.open(locationIn(asked), english));
      const query = new URL(login, "https://id.example.com").searchParams;
      expect(query.get("ui_locales")).toBe(language);
      expect(query.get("redirect_path")).toContain(`ui_locales=${language}`);
      expectIn(language, await browser.open(login, english), SHOWN[language].signInTo);
      const signedIn = await gateway.signedIn();
      const consent = locationIn(await signedIn.open(authorize({ ui_locales: language })));
      expectIn(language, await signedIn.open(consent, english), SHOWN[language].deny);
    },
  );

  test("languages that we do not have, and texts that are none, change nothing", async () => {
    for (const ui_locales of ["se", "__proto__", "<script>", "x".repeat(5_000)]) {
      const { headers } = await gateway.service.request("GET", authorize({ ui_locales }));
      expect(headers.get("location")).toMatch(/consent\?flow=[0-9a-f]+$/);
    }
  });
});

describe("mails", () => {
  const inLanguage = async (language: string) => {
    const { status, text } = await mailed.service.request("POST", "/auth/oauth2/email", {
      headers: { "accept-language": language, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ client_id: WEB.id, client_secret: WEB.secret },
        ...{ username: "ada@example.com" },
      }),
    });
    expect(status, text).toBe(200);
    return (await mailed.relay.next("ada@example.com")).mail;
  };

  test.each(OTHERS)("in %s where the request that asked for them was", async (language) => {
    const mail = await inLanguage(`${language}-CH`);
    expect(mail.subject).toBe(SHOWN[language].subject);
    expect(String(mail.text).replace(/\s/g, " ")).toContain(SHOWN[language].within);
    expect(String(mail.html)).toContain(`<html lang="${language}">`);
  });

  test("in English where there are no texts in the language", async () => {
    expect((await inLanguage("it")).subject).toBe("Your sign-in code");
  });

  test("the login page in the same process passes the language on", async () => {
    await putSetting(gateway.service, "email", {
      from: "id@example.com",
      smtp: { host: "127.0.0.1", port: mailed.relay.port },
    });
    for (const language of OTHERS) {
      const asked = await gateway.jar().send("POST", "/login/auth/email/postern", {
        headers: {
          ...{ "content-type": "application/json", origin: "https://id.example.com" },
          "accept-language": language,
        },
        body: JSON.stringify({ email: "ada@example.com" }),
      });
      expect(asked.status, asked.text).toBe(200);
      const { mail } = await mailed.relay.next("ada@example.com");
      expect(mail.subject).toMatch(SHOWN[language].either);
    }
  });
});
