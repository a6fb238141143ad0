/** Client ID metadata documents on Bun and Deno: a real host over TLS, and a second look (token rule 14; P-9; RFC 9111 §4.3). On Node: test/protocol/registration. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNTIMES, runScript } from "../integration/adapters/support.ts";
import { type DocumentHost, startDocumentHost } from "../support/document-host.ts";

const AUTHORITY = fileURLToPath(
  new URL("../integration/adapters/fixtures/names.pem", import.meta.url),
);
const REDIRECT = "http://127.0.0.1/callback";

let host: DocumentHost;
beforeAll(async () => {
  host = await startDocumentHost();
});
afterAll(() => host?.[Symbol.asyncDispose]());

test.each(RUNTIMES.filter((one) => one !== "node"))(
  "%s: a person signs in for a client by its URL alone",
  async (runtime) => {
    const path = `/${runtime}.json`;
    const document = { client_id: host.urlOf(path), client_name: "Example Agent" };
    const text = JSON.stringify({ ...document, redirect_uris: [REDIRECT] });
    const statuses: number[] = [];
    const id = host.answer(path, (request, response) => {
      const same = request.headers["if-none-match"] === '"v1"';
      statuses.push(same ? 304 : 200);
      const headers = { "content-type": "application/json", etag: '"v1"' };
      response.writeHead(same ? 304 : 200, headers).end(same ? undefined : text);
    });
    await using script = runScript(
      runtime,
      "../../../runtimes/scripts/client-documents.ts",
      id,
      AUTHORITY,
    );
    const done = "200 for the document, its host is shown";
    expect(await script.line(/^first:/)).toBe(`first: ${done}`);
    expect(await script.line(/^later:/)).toBe(`later: ${done}`);
    // Two requests of each sign-in need it, and the host is asked once, and once more after five minutes.
    expect(statuses).toEqual([200, 304]);
    expect(await script.exit, "nothing keeps the process").toBe(0);
  },
);
