/** What browsers may keep of the API description and of Swagger UI (RFC 9111; decisions 2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";

/** Files as `prepare` leaves them in `public/swagger`. */
const FILES = new Map(
  Object.entries({
    "swagger/index.html":
      '<link rel="icon" href="favicon-32x32.png"><script src="swagger-ui-bundle.js"></script>',
    "swagger/swagger-ui-bundle.js": "/* the bundle */",
    "swagger/favicon-32x32.png": "png",
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);
const DOCUMENT = "/auth/swagger/swagger.json";
let service: TestAuth;

beforeAll(async () => {
  const assets = { read: async (path: string) => FILES.get(path) };
  service = await testAuth({}, { ...testRuntime(), assets });
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  service.request("GET", path, { headers });

async function hashedName(): Promise<string> {
  const { text } = await get("/auth/swagger/index.html");
  return /src="(swagger-ui-bundle\.[0-9a-f]{16}\.js)"/.exec(text)?.[1] ?? "";
}

describe("the document", () => {
  test("has a tag, and answers the tag with 304", async () => {
    const first = await get(DOCUMENT);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(DOCUMENT, { "if-none-match": known });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await get(DOCUMENT, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("another prefix is another document", async () => {
    await using other = await testAuth({ prefix_path: "/id" });
    const { headers } = await other.request("GET", "/id/swagger/swagger.json");
    expect(headers.get("etag")).not.toBe((await get(DOCUMENT)).headers.get("etag"));
  });
});

describe("the files", () => {
  test("the page names them with their hash, and is asked about again itself", async () => {
    const page = await get("/auth/swagger/index.html");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.text).toMatch(/href="favicon-32x32\.[0-9a-f]{16}\.png"/);
    const etag = page.headers.get("etag") ?? "";
    expect((await get("/auth/swagger/index.html", { "if-none-match": etag })).status).toBe(304);
  });

  test("under such a name they may be kept for ever", async () => {
    const { status, headers, text } = await get(`/auth/swagger/${await hashedName()}`);
    expect([status, text]).toEqual([200, "/* the bundle */"]);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  test("under the plain name they are asked about again", async () => {
    for (const name of ["swagger-ui-bundle.js", "favicon-32x32.png"]) {
      const { status, headers } = await get(`/auth/swagger/${name}`);
      expect([status, headers.get("cache-control")], name).toEqual([200, "no-cache"]);
      const known = { "if-none-match": headers.get("etag") ?? "" };
      expect((await get(`/auth/swagger/${name}`, known)).status).toBe(304);
    }
  });

  test.each([
    "swagger-ui-bundle.0123456789abcdef.js",
    "swagger-ui-bundle.0123.js",
    "missing.js",
    "index.txt",
  ])("%s is not there", async (name) => {
    expect((await get(`/auth/swagger/${name}`)).status).toBe(404);
  });
});
