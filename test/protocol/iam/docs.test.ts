/** docs/permissions.md: every command of the worked example is sent, every printed answer compared. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBlocks } from "../docs/blocks.ts";
import { readCurl, splitCommands, type Variables } from "../docs/curl.ts";
import { openSetup, type RouteEnv } from "../docs/setup.ts";
import { differences } from "../docs/shape.ts";

const blocks = readBlocks("docs/permissions.md");
const variables: Variables = {};
let setup: RouteEnv;
// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member
let answer: any;

async function send(script: string): Promise<Response> {
  const [words, ...more] = splitCommands(script, variables);
  if (!words || more.length > 0) throw new Error("one command to a block");
  return setup.fetch(readCurl(words), undefined);
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

beforeAll(async () => {
  setup = await openSetup();
  const { admin, login_client: login } = setup.sealed;
  const response = await send(
    `curl -u "login:${login.secret}" -d grant_type=password -d username=admin -d "password=${admin.password}" http://127.0.0.1:8080/auth/oauth2/token`,
  );
  variables.TOKEN = ((await response.json()) as { access_token: string }).access_token;
});
afterAll(() => setup?.[Symbol.asyncDispose]());

test("every block of the page is run", () => {
  expect(blocks.filter(({ name }) => name === "")).toEqual([]);
  expect(blocks.length).toBeGreaterThan(20);
});

// A story: each block goes on from the one before.
describe("in the order of the page", { shuffle: false }, () => {
  for (const { name, line, language, text, options } of blocks) {
    test(`docs/permissions.md:${line} ${name}`, async () => {
      if (language === "json") {
        const shown = options.claims ? claimsOf(answer[options.claims]) : answer;
        expect(differences(JSON.parse(text), shown)).toEqual([]);
        return;
      }
      const response = await send(text);
      const body = await response.text();
      expect(response.status, body).toBe(Number(options.status ?? 200));
      answer = JSON.parse(body);
      const [variable, path = ""] = options.sets?.split(":") ?? [];
      if (variable) {
        variables[variable] = path.split(".").reduce((at, member) => at[member], answer);
      }
    });
  }
});
