/** Takes the pictures of docs/pages.md: every page state, from the real pages, in Chromium. */
import { join } from "node:path";
import type { MailLink } from "../src/login/page/view.ts";
import {
  type Browser,
  type BrowserContextOptions,
  openBrowser,
  type Page,
} from "../test/support/chromium.ts";
import {
  codeLink,
  emailLink,
  manifestOf,
  passkeyLink,
  passwordLink,
  type Scene,
  startLoginServer,
} from "../test/support/login-server.ts";
import { ready } from "../test/support/login-visit.ts";
import { adminToken, send, startServer } from "../test/support/server.ts";
import { codeAt } from "../test/support/totp.ts";
import { writePicture } from "./write-picture.ts";

const FOLDER = join(import.meta.dirname, "../docs/images");
const WIDE = { width: 560, height: 640 };
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 375, height: 740 };
const CONSENT = { width: 620, height: 700 };
const NOTE = { width: 760, height: 480 };
const DESK = { width: 1000, height: 760 };

const SETS = ["login", "service", "two-step"] as const;
/** `screenshots.ts two-step` takes one set alone, `screenshots.ts consent-` those whose name begins so. */
const wanted = process.argv[2] ?? "";
const only = SETS.some((set) => set === wanted) ? "" : wanted;

interface Look {
  /** Selector of the one element that is shown. */
  readonly part?: string;
  readonly dark?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
}

async function shoot(
  browser: Browser,
  name: string,
  { dark = false, size = WIDE, part }: Look,
  act: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
) {
  if (!name.startsWith(only)) return;
  const context = await browser.newContext({
    viewport: size,
    colorScheme: dark ? "dark" : "light",
    ...options,
  });
  const page = await context.newPage();
  await act(page);
  // Whatever has the focus says so; where the cursor blinks is chance.
  await page.addStyleTag({ content: "* { caret-color: transparent !important; }" }).catch(() => {});
  const shown =
    part === undefined ? page.screenshot({ fullPage: true }) : page.locator(part).screenshot();
  await writePicture(browser, join(FOLDER, name), await shown);
  await context.close();
  console.log(name);
}

const everything: Partial<Scene> = {
  manifest: manifestOf({
    password: [passwordLink("local", "Accounts"), passwordLink("directory", "Directory")],
    code: [codeLink("op", "Example OP"), codeLink("partner", "Partner")],
    passkey: [passkeyLink("local", "Accounts")],
  }),
};
const one: Partial<Scene> = {
  manifest: manifestOf({ password: [passwordLink("local", "Password")] }),
};

async function loginPages(browser: Browser): Promise<void> {
  const server = await startLoginServer();
  const login = (
    name: string,
    scene: Partial<Scene>,
    look: Look,
    act: (page: Page) => Promise<unknown> = async () => undefined,
    query = "",
    options: BrowserContextOptions = {},
  ) =>
    shoot(
      browser,
      name,
      look,
      async (page) => {
        server.set(scene);
        await page.goto(`${server.url}/login/${query}`);
        if (options.javaScriptEnabled !== false) await ready(page);
        await act(page);
      },
      options,
    );
  const signIn = (username: string, password: string) => async (page: Page) => {
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#login-submit");
  };
  try {
    await login("login-light", one, {});
    await login("login-dark", one, { dark: true });
    await login("login-many-light", everything, {});
    await login("login-many-dark-phone", everything, { dark: true, size: PHONE });
    await login("login-error", one, {}, async (page) => {
      await signIn("ada@example.com", "wrong")(page);
      await page.waitForSelector("#login-error:not(:empty)");
    });
    await login("login-busy", { ...one, delay: 4_000 }, {}, signIn("ada@example.com", "correct"));
    await login("login-otp", one, { dark: true }, async (page) => {
      await signIn("careful@example.com", "correct")(page);
      await page.waitForSelector("#totp");
    });
    await login("login-waiting", { ...everything, window: "stuck" }, {}, (page) =>
      page.click("a.code"),
    );
    await login("login-blocked", { ...everything, blocksWindows: true }, {}, async (page) => {
      await page.click("a.code");
      await page.waitForSelector("#login-error:not(:empty)");
    });
    await login("login-signup", one, {}, (page) => page.click("#login-create-account"));
    await login(
      "login-verify",
      one,
      { size: PHONE },
      async () => undefined,
      "?flow=verify&code=mail-code",
    );
    await login("login-reset", one, { dark: true, size: PHONE }, (page) =>
      page.click("#login-forgot"),
    );
    await login(
      "login-reset-confirm",
      one,
      { size: PHONE },
      async () => undefined,
      "?flow=reset&code=mail-code",
    );
    const mailed: Partial<Scene> = {
      manifest: manifestOf({
        password: [passwordLink("local", "Password")],
        email: [emailLink("local", "Password")],
      }),
    };
    const ask = async (page: Page) => {
      await page.fill("#username", "ada@example.com");
      await page.click("#login-mail");
    };
    const sent = async (page: Page) => {
      await ask(page);
      await page.click("#mail-form button.primary");
      await page.waitForSelector("#mail-sent-form");
    };
    const typed = async (page: Page) => {
      await sent(page);
      await page.fill("#mail-sent-form [name=code]", "BCDFG-HJKLM");
      await page.check("#mail-sent-form [name=remember_me]");
    };
    const second = async (page: Page) => {
      await typed(page);
      await page.click("#mail-sent-form button.primary");
      await page.waitForSelector("#totp");
    };
    const opened = (link: MailLink) => ({
      ...mailed,
      opened: { name: "mail-link", link } as const,
    });
    const known = opened({ kind: "known", address: "ada@example.com" });
    const none = async () => undefined;
    const query = "?flow=email&code=mail-code";
    await login("login-mail-light", mailed, {}, ask);
    await login("login-mail-sent-light", mailed, {}, sent);
    await login("login-mail-sent-dark-phone", mailed, { dark: true, size: PHONE }, sent);
    for (const [look, dark] of [
      ["light", false],
      ["dark", true],
    ] as const) {
      await login(`login-mail-code-${look}`, mailed, { dark }, typed);
      await login(`login-mail-code-${look}-phone`, mailed, { dark, size: PHONE }, typed);
      await login(`login-mail-otp-${look}`, mailed, { dark }, second);
      await login(`login-mail-otp-${look}-phone`, mailed, { dark, size: PHONE }, second);
    }
    await login("login-mail-link-light", known, {}, none, query);
    await login("login-mail-link-dark-phone", known, { dark: true, size: PHONE }, none, query);
    await login("login-mail-gone", opened({ kind: "gone" }), {}, none, query);
    const plain = { javaScriptEnabled: false };
    const signup = { ...mailed, opened: { name: "signup" } as const };
    await login("login-signup-no-script", signup, { dark: true }, none, "", plain);
    const enrollment = { prompt: true, prompt_id: "p", snooze_seconds: 60 };
    await login("login-enrollment", { ...one, enrollment }, {}, async (page) => {
      await signIn("ada@example.com", "correct")(page);
      await page.waitForSelector("#enrollment-form, #enroll-form, [id^=enroll]");
    });
    await login("login-empty", { manifest: manifestOf({}) }, {});
    await login("login-no-script", everything, {}, async () => undefined, "", {
      javaScriptEnabled: false,
    });
  } finally {
    await server.stop();
  }
}

/** A new authenticator in the place of the one before, so that each has one passkey. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.disable");
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The account page: an administrator who has signed in stands in the console. */
async function toAccount(page: Page): Promise<void> {
  await page.waitForURL("**/auth/ui/");
  await page.goto(new URL("/auth/ui/account", page.url()).href);
  await page.waitForSelector("#account-name");
}

/** One person through it all: the pictures follow each other. */
async function twoStepPages(browser: Browser): Promise<void> {
  const server = await startServer();
  const { id = "", secret: password = "" } = server.admin ?? {};
  let secret = "";
  let recovery = "";
  const part = "#account-two-step-panel";
  const signIn = async (page: Page) => {
    await page.goto(server.url);
    await page.fill("#username", id);
    await page.fill("#password", password);
    await page.click("#login-submit");
    // With a second factor the page asks for its code first.
    if (recovery === "") await toAccount(page);
    else await page.waitForSelector("#totp");
  };
  const click = (page: Page, form: string) =>
    page.click(`form[action="/auth/ui/two-step/${form}"] button`);
  try {
    await shoot(browser, "two-step-off", { part }, async (page) => {
      await signIn(page);
    });
    await shoot(browser, "two-step-set-up-light", { part }, async (page) => {
      await signIn(page);
      await click(page, "set-up");
      secret = ((await page.textContent("#two-step-secret")) ?? "").replaceAll(" ", "");
    });
    await shoot(browser, "two-step-codes-dark", { dark: true, part }, async (page) => {
      await signIn(page);
      await click(page, "set-up");
      secret = ((await page.textContent("#two-step-secret")) ?? "").replaceAll(" ", "");
      await page.fill("#two-step-code", codeAt(secret, Date.now()));
      await page.click("#two-step-confirm button");
      recovery = (await page.textContent("#two-step-codes li")) ?? "";
    });
    await shoot(browser, "two-step-recovery-used", { size: PHONE }, async (page) => {
      await signIn(page);
      await page.click("#login-recovery");
      await page.fill("#totp", recovery);
      await page.click("#second-factor-form button");
      await page.waitForSelector("#recovery-continue");
    });
    await shoot(
      browser,
      "two-step-on-dark-phone",
      { dark: true, size: PHONE, part },
      async (page) => {
        await signIn(page);
        await page.fill("#totp", codeAt(secret, Date.now() + 30_000));
        await page.click("#second-factor-form button");
        await toAccount(page);
      },
    );
  } finally {
    await server.stop();
  }
}

async function servicePages(browser: Browser): Promise<void> {
  const server = await startServer();
  const signedIn = async (page: Page, at = server.url) => {
    await page.goto(at);
    await page.fill("#username", server.admin?.id ?? "");
    await page.fill("#password", server.admin?.secret ?? "");
    await page.click("#login-submit");
    await toAccount(page);
  };
  try {
    await shoot(browser, "account-light", { size: DESK }, (page) => signedIn(page));
    await shoot(browser, "account-dark-phone", { dark: true, size: PHONE }, (page) =>
      signedIn(page),
    );
    // Browsers take no IP address as the domain of a passkey.
    const withPasskeys = async (page: Page) => {
      await addAuthenticator(page);
      await signedIn(page, server.url.replace("127.0.0.1", "localhost"));
      for (const name of ["Work laptop", "Security key"]) {
        await page.fill("#account-passkey-name", name);
        await page.click("#account-passkey-add button");
        await page.waitForSelector(`.passkey:has-text("${name}")`);
        await addAuthenticator(page);
      }
      await page.click(".passkey:last-child summary");
    };
    await shoot(browser, "account-passkeys-light", { size: DESK }, withPasskeys);
    await shoot(browser, "account-passkeys-dark-phone", { dark: true, size: PHONE }, (page) =>
      signedIn(page),
    );
    const token = await adminToken(server);
    const keys = { bearer: token, json: { value: { self_service: true } } };
    await send(server, "PUT", "/auth/v1/settings/api_key", keys);
    const newKey = async (page: Page) => {
      await signedIn(page);
      await page.fill("#account-key-name", "Backup script");
      await page.click("#account-make-key button[type=submit]");
      await page.waitForSelector("#account-new-key");
    };
    await shoot(browser, "account-panels-light", { size: DESK }, newKey);
    await shoot(browser, "account-panels-dark-phone", { dark: true, size: PHONE }, newKey);
    const client = async (id: string, config: object) => {
      const path = `/auth/v1/oauth/clients/${encodeURIComponent(id)}`;
      const { status, text } = await send(server, "PUT", path, { bearer: token, json: { config } });
      if (status !== 200) throw new Error(text);
    };
    const web = "https://notes.example.com/callback";
    const local = "http://127.0.0.1/callback";
    await client("notes", { client_name: "Notes", client_secret: "secret", redirect_uris: [web] });
    await client("tool", { client_name: "Notes Tool", public: true, redirect_uris: [local] });
    const authorize = (client_id: string, redirect_uri: string) =>
      `${server.url}/auth/oauth2/authorize?${new URLSearchParams({
        response_type: "code",
        client_id,
        redirect_uri,
        scope: "openid profile email",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
      })}`;
    const consent = (url: string) => async (page: Page) => {
      await signedIn(page);
      await page.goto(url);
      await page.waitForSelector("#consent-form");
    };
    await shoot(browser, "consent-light", { size: CONSENT }, consent(authorize("notes", web)));
    await shoot(
      browser,
      "consent-dark-phone",
      { dark: true, size: NARROW },
      consent(authorize("tool", "http://127.0.0.1:51004/callback")),
    );
    // Its host gives no answer, so that the record describes it.
    const agent = "https://agent.example.com/client.json";
    const loopback = "http://127.0.0.1:51004/callback";
    await client(agent, {
      client_name: "Example Agent",
      redirect_uris: ["http://127.0.0.1/callback"],
      public: true,
    });
    const asksAsDocument = consent(authorize(agent, loopback));
    await shoot(browser, "consent-document-light", { size: CONSENT }, asksAsDocument);
    const phone = { dark: true, size: NARROW };
    await shoot(browser, "consent-document-dark-phone", phone, asksAsDocument);
    await client("television", { client_name: "Living Room TV", public: true });
    const device = (question: boolean) => async (page: Page) => {
      await signedIn(page);
      await page.goto(`${server.url}/auth/ui/device`);
      if (!question) return;
      const asked = await fetch(`${server.url}/auth/oauth2/device_authorization`, {
        method: "POST",
        headers: { "user-agent": "ExampleTV/3.1" },
        body: new URLSearchParams({ client_id: "television", scope: "openid profile movies" }),
      });
      const { user_code } = (await asked.json()) as { user_code: string };
      await page.fill("#device-code", user_code);
      await page.click("#device-next");
      await page.waitForSelector("#device-form");
    };
    await shoot(browser, "device-code-light", { size: CONSENT }, device(false));
    await shoot(browser, "device-question-light", { size: CONSENT }, device(true));
    await shoot(browser, "device-question-dark-phone", { dark: true, size: NARROW }, device(true));
    await shoot(browser, "login-application", {}, async (page) => {
      await page.goto(authorize("notes", web));
      await ready(page);
    });
    await shoot(browser, "login-signed-out", { dark: true }, async (page) => {
      await signedIn(page);
      await page.click("#account-sign-out button");
      await page.waitForSelector("#login-notice:not(:empty)");
      await ready(page);
    });
    const refused = authorize("notes", "https://elsewhere.example.com/");
    await shoot(browser, "request-refused", { size: NOTE }, async (page) => {
      await page.goto(refused);
    });
    const record = { issuer: "https://op.example.com", client_id: "postern" };
    const path = "/auth/v1/oauth/providers/company";
    await send(server, "PUT", path, { bearer: token, json: { config: record } });
    await shoot(browser, "provider-down", {}, async (page) => {
      const asked = { response_type: "code", client_id: "notes", redirect_uri: web };
      await page.goto(`${server.url}/auth/oauth2/auth/company?${new URLSearchParams(asked)}`);
    });
    await shoot(browser, "nothing-here", {}, async (page) => {
      await page.goto(`${server.url}/nothing`);
    });
    const at = (path: string) => async (page: Page) => {
      await page.goto(`${server.url}${path}`);
    };
    await shoot(
      browser,
      "login-state-not-valid",
      {},
      at("/login/auth/code/postern?code=a&state=b"),
    );
    await shoot(browser, "login-sign-out", { dark: true }, async (page) => {
      await signedIn(page);
      // Another site leads here: signing out has to be meant.
      await page.goto(`${server.url.replace("127.0.0.1", "localhost")}/login/`);
      await page.evaluate((url) => location.assign(url), `${server.url}/logout`);
      await page.waitForURL(`${server.url}/logout`);
    });
    const saved = await send(server, "PUT", "/auth/v1/settings/authorize", {
      bearer: token,
      json: { value: {} },
    });
    if (saved.status !== 200) throw new Error(saved.text);
    await shoot(browser, "sign-in-first", { dark: true, size: NOTE }, async (page) => {
      await page.goto(authorize("notes", web));
    });
  } finally {
    await server.stop("SIGKILL");
  }
}

const takes = { login: loginPages, service: servicePages, "two-step": twoStepPages };

const browser = await openBrowser();
try {
  for (const set of SETS) {
    if (only !== "" || wanted === "" || wanted === set) await takes[set](browser);
  }
} finally {
  await browser.close();
}
