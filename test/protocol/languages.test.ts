/** Pages and mails in the language of the person (OpenID Connect Core §3.1.2.1 `ui_locales`; RFC 9110 §12.5.4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as catalogues from "../../src/web/texts/catalogues.ts";
import type { Answer } from "../support/auth.ts";
import { CALLBACK } from "../support/authorize.ts";
import { locationIn, startGateway, type TestGateway } from "../support/gateway.ts";
import { putClient, putSetting, WEB } from "../support/tokens.ts";
import { type MailedService, mailedService } from "./mail/support.ts";

const GERMAN = { "accept-language": "de-DE,de;q=0.9,en;q=0.5", accept: "text/html" };
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
      .matchAll(/>([^<]+)<|(?:aria-label|title|placeholder)="([^"]*)"/g),
  ]
    .map(([, text = "", label = ""]) => (text + label).trim())
    .filter(Boolean)
    .join("\n")
    .replaceAll("&#39;", "'");

/** English texts that are long enough not to stand in a German one by chance, up to what is filled in. */
const ENGLISH = Object.values(catalogues).flatMap((textsAt) => {
  const german = new Set<string>(Object.values(textsAt({ language: () => "de" })));
  return Object.values(textsAt({})).filter((text) => text.length > 6 && !german.has(text));
});

function expectGerman({ text, headers }: Answer, ...words: readonly string[]): void {
  expect(text).toContain('<html lang="de">');
  expect(headers.get("content-language")).toBe("de");
  expect(headers.get("vary")).toContain("Accept-Language");
  const read = readable(text);
  for (const word of words) expect(read).toContain(word);
  const left = ENGLISH.filter((one) =>
    one.split(/\{\w+\}/).some((part) => part.trim().length > 6 && read.includes(part.trim())),
  );
  expect(left, "English is left on the page").toEqual([]);
}

const authorize = (more: Record<string, string> = {}) =>
  `/auth/oauth2/authorize?${new URLSearchParams({ response_type: "code", client_id: "app", redirect_uri: CALLBACK, scope: "openid profile", ...more })}`;

describe("a browser that prefers German", () => {
  test("the login page, its views for the script, and the script's own texts", async () => {
    const page = await gateway.jar().open("/login/", GERMAN);
    expectGerman(page, "Anmelden", "Benutzername oder E-Mail-Adresse", "Angemeldet bleiben");
    const brought = /id="page-texts">(.*?)<\/script>/s.exec(page.text)?.[1] ?? "";
    expect(JSON.parse(brought).unreachable).toContain("Der Dienst ist nicht erreichbar");
  });

  test("a wrong password without script", async () => {
    const browser = gateway.jar();
    const page = await browser.open("/login/", GERMAN);
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const again = await browser.send("POST", "/login/", {
      headers: { ...GERMAN, origin: "https://id.example.com" },
      body: new URLSearchParams({ form_token: token, username: "ada", password: "wrong" }),
    });
    expectGerman(again, "Benutzername oder Passwort ist falsch.");
  });

  test("account, device, consent, and a flow that does not exist", async () => {
    const browser = await gateway.signedIn();
    expectGerman(await browser.open("/auth/ui/", GERMAN), "Passwort ändern");
    expectGerman(await browser.open("/auth/ui/device", GERMAN), "Gerät verbinden");
    const consent = locationIn(await browser.open(authorize(), GERMAN));
    expectGerman(await browser.open(consent, GERMAN), "Reports", "Erlauben");
    const gone = await browser.open("/auth/oauth2/consent?flow=0", GERMAN);
    expect(gone.status).toBe(404);
    expectGerman(gone, "Diese Seite ist nicht mehr verfügbar");
  });

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
    expect(body.ui_locales_supported).toEqual(["en", "de"]);
  });

  test("goes along to the login page and back to the consent page, and wins over the browser", async () => {
    const english = { accept: "text/html", "accept-language": "en" };
    const browser = gateway.jar();
    const asked = await browser.open(authorize({ ui_locales: "se de-AT" }), english);
    const login = locationIn(await browser.open(locationIn(asked), english));
    const query = new URL(login, "https://id.example.com").searchParams;
    expect(query.get("ui_locales")).toBe("de");
    expect(query.get("redirect_path")).toContain("ui_locales=de");
    expectGerman(await browser.open(login, english), "Bei Reports anmelden");
    const signedIn = await gateway.signedIn();
    const consent = locationIn(await signedIn.open(authorize({ ui_locales: "de" })));
    expectGerman(await signedIn.open(consent, english), "Ablehnen");
  });

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

  test("are in the language of the request that asked for them", async () => {
    const german = await inLanguage("de-CH");
    expect(german.subject).toBe("Ihr Code zur Anmeldung");
    expect(german.text).toContain("innerhalb von 15 Minuten");
    expect(String(german.html)).toContain('<html lang="de">');
    const english = await inLanguage("fr");
    expect(english.subject).toBe("Your login code");
  });

  test("the login page in the same process passes the language on", async () => {
    await putSetting(gateway.service, "email", {
      from: "id@example.com",
      smtp: { host: "127.0.0.1", port: mailed.relay.port },
    });
    const browser = gateway.jar();
    const asked = await browser.send("POST", "/login/auth/email/postern", {
      headers: {
        ...{ "content-type": "application/json", origin: "https://id.example.com" },
        "accept-language": "de",
      },
      body: JSON.stringify({ email: "ada@example.com" }),
    });
    expect(asked.status, asked.text).toBe(200);
    const { mail } = await mailed.relay.next("ada@example.com");
    expect(mail.subject).toMatch(/^Ihr (Code|Link) zur Anmeldung$/);
  });
});
