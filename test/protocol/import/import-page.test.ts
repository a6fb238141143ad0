/** docs/import.md: its request, and the report that it shows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { blockNamed } from "../docs/blocks.ts";
import { readCurl, splitCommands } from "../docs/curl.ts";

const PAGE = "docs/import.md";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("the request of the page is answered as the page shows it", async () => {
  // The plane is open to begin with.
  const script = blockNamed(PAGE, "import").text.replace('-H "Authorization: Bearer $TOKEN" ', "");
  const [words = []] = splitCommands(script, {});
  const response = await service.auth.fetch(readCurl(words));
  const [line, summary] = linesOf(await response.text());
  const [shown, total] = linesOf(blockNamed(PAGE, "report").text);
  expect({ ...line, id: shown.id }).toEqual(shown);
  expect(summary).toEqual(total);
});
