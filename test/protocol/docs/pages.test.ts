/** Replays the `curl` examples of the pages against a sealed service and compares the answers. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "../../support/totp.ts";
import { type Block, ROOT, readBlocks } from "./blocks.ts";
import { readCurl, splitCommands, type Variables } from "./curl.ts";
import { openSetup, type RouteEnv } from "./setup.ts";
import { differences } from "./shape.ts";

const CONNECT = readdirSync(join(ROOT, "docs/connect")).map((name) => `docs/connect/${name}`);
const PAGES = [
  "docs/getting-started.md",
  ...CONNECT,
  "docs/settings.md",
  "docs/templates.md",
  "docs/tokens.md",
  "docs/api-keys.md",
  "docs/two-step.md",
  "docs/devices.md",
  "docs/registration.md",
  "docs/mcp.md",
  "docs/passkeys.md",
  "docs/login.md",
  "docs/saml.md",
  "docs/signup.md",
  "docs/upstream.md",
  "docs/errors.md",
  "docs/migration.md",
  "docs/migration/index.md",
  "docs/operations.md",
  "docs/mail.md",
  "docs/recipes.md",
  "docs/mtls.md",
];

const isJwt = (value: unknown): value is string =>
  typeof value === "string" && value.split(".").length === 3;

/** The claims of a token, anything else as it is. */
const opened = (value: unknown): unknown =>
  isJwt(value) ? JSON.parse(Buffer.from(value.split(".")[1] ?? "", "base64url").toString()) : value;

/** `payload.id`, and `access_token.sub` through the token. */
const memberOf = (value: unknown, path: string) =>
  path
    .split(".")
    .reduce<unknown>((at, name) => (opened(at) as Record<string, unknown>)[name], value);

// A page is read from its beginning.
for (const page of PAGES)
  describe(page, { shuffle: false }, () => {
    const variables: Variables = {};
    let setup: RouteEnv;
    let answer: unknown;

    beforeAll(async () => {
      setup = await openSetup();
      const { admin, login_client: login, demo_account: demo } = setup.sealed;
      variables.ADMIN_PASSWORD = admin.password;
      variables.LOGIN_SECRET = login.secret;
      variables.DEMO_SECRET = demo?.secret ?? "";
      variables.CLIENT_SECRET = "what openssl printed, 32 bytes";
      const token = `curl -u "login:$LOGIN_SECRET" -d grant_type=password -d username=admin -d "password=$ADMIN_PASSWORD" https://id.example.com/auth/oauth2/token`;
      const response = await replay(token);
      variables.TOKEN = ((await response.json()) as { access_token: string }).access_token;
    });
    afterAll(() => setup?.[Symbol.asyncDispose]());

    /** The typed code of the last mail, which is sent behind the answer. */
    async function mailedCode(): Promise<string> {
      const found = () => /\b[B-Z]{5}-[B-Z]{5}\b/.exec(setup.mails.at(-1)?.text ?? "")?.[0];
      await expect.poll(found).toBeDefined();
      return found() ?? "";
    }

    /** The answer to the last command of the script. */
    async function replay(script: string): Promise<Response> {
      let last: Response | undefined;
      if (script.includes("$MAILED_CODE")) variables.MAILED_CODE = await mailedCode();
      for (const words of splitCommands(script, variables)) {
        last = await setup.fetch(readCurl(words), undefined);
      }
      if (!last) throw new Error("there is no command");
      return last;
    }

    /** `totp=SECRET:1`: what an app shows a period later, for the secret of a command before. */
    function showCode(option: string): void {
      const [secret = "", steps] = option.split(":");
      variables.CODE = codeAt(variables[secret] ?? "", Date.now() + Number(steps) * 30_000);
    }

    async function run(block: Block): Promise<void> {
      if (block.options.totp !== undefined) showCode(block.options.totp);
      const response = await replay(block.text);
      const text = await response.text();
      expect(response.status, text).toBe(Number(block.options.status ?? 200));
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      const location = new URL(response.headers.get("location") ?? "/", "https://id.example.com");
      answer = isJson ? JSON.parse(text) : { location: Object.fromEntries(location.searchParams) };
      for (const set of block.options.sets?.split(",") ?? []) {
        const [variable, path] = set.split(":");
        if (variable && path) variables[variable] = String(memberOf(answer, path));
      }
    }

    function compare(block: Block): void {
      const { claims } = block.options;
      const shown = claims ? opened(memberOf(answer, claims)) : answer;
      expect(differences(JSON.parse(block.text), shown)).toEqual([]);
    }

    const marked = readBlocks(page).filter(({ name }) => name !== "");
    for (const block of marked) {
      const title = `${block.name} (line ${block.line})`;
      // What programs need is installed by `test/clients`.
      if (block.language === "sh" && block.options.by === undefined) test(title, () => run(block));
      if (block.language === "json") test(title, () => compare(block));
    }

    test("the page has examples", () => {
      expect(marked.length).toBeGreaterThan(0);
    });
  });
