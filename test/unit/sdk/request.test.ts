/** What the SDK sends with every request: mails that follow from it are in the language of the page. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { requestJson } from "../../../sdk/request.ts";

afterEach(() => vi.unstubAllGlobals());

/** The header that a page in this language sends, from a browser with these. */
async function sentFrom(lang: string | undefined, languages: readonly string[]) {
  const seen: IncomingMessage[] = [];
  await using server = createServer((request, response) => {
    seen.push(request);
    response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  if (lang !== undefined) vi.stubGlobal("document", { documentElement: { lang } });
  vi.stubGlobal("navigator", { languages });
  await requestJson({ url: `http://127.0.0.1:${port}/`, body: {} });
  return seen[0]?.headers["accept-language"];
}

test("the language of the page before those of the browser", async () => {
  expect(await sentFrom("de", ["en-GB", "en"])).toBe("de, en-GB, en");
});

test.each([undefined, "", "de\r\nx: y", "Français"])(
  "%j is none: the browser decides",
  async (lang) => {
    // What fetch itself sends.
    expect(await sentFrom(lang, ["fr"])).toBe("*");
  },
);
