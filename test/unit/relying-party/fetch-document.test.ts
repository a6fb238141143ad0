/** G-6: a document that is fetched has the right status, type, encoding and form, or it is refused. */
import { expect, test } from "vitest";
import { UnfetchableUrl } from "../../../src/errors.ts";
import { fetchDocument, fetchJson } from "../../../src/relying-party/fetch-document.ts";
import { providerHttp, strangerHttp } from "../../../src/relying-party/guarded-http.ts";
import type { HttpClient, HttpOptions } from "../../../src/runtime.ts";

const URL_GIVEN = "https://op.example.com/metadata";
const answering =
  (body: BodyInit, type: string, status = 200): HttpClient =>
  async () =>
    new Response(body, { status, headers: type ? { "content-type": type } : {} });

test.each([
  ["json", "application/json"],
  ["json", "Application/JSON; charset=utf-8"],
  ["json", "application/jwk-set+json"],
  ["xml", "application/samlmetadata+xml"],
  ["xml", "text/xml; charset=utf-8"],
  ["xml", "application/xml"],
] as const)("%s is taken as %s", async (type, given) => {
  expect(await fetchDocument(answering("grün", given), URL_GIVEN, { type })).toBe("grün");
});

test.each([
  ["json", "text/html"],
  ["json", "text/json"],
  ["json", ""],
  ["json", "application/xml"],
  ["xml", "application/json"],
  ["xml", "text/html"],
  ["xml", "application/xmlish"],
] as const)("%s is refused as %j", async (type, given) => {
  const asked = fetchDocument(answering("{}", given), URL_GIVEN, { type });
  await expect(asked).rejects.toThrow(`the document is not ${type.toUpperCase()}`);
});

test.each([301, 302, 404, 500, 204])("status %d is refused, a redirect too", async (status) => {
  const body = status === 204 ? (null as unknown as BodyInit) : "{}";
  const asked = fetchDocument(answering(body, "application/json", status), URL_GIVEN, {
    type: "json",
  });
  await expect(asked).rejects.toBeInstanceOf(UnfetchableUrl);
});

test("what is not UTF-8, no JSON or no object is refused", async () => {
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
  const json = (body: BodyInit) => fetchJson(answering(body, "application/json"), URL_GIVEN);
  await expect(json(bytes)).rejects.toThrow("UTF-8");
  for (const body of ["{", "[]", "null", '"text"', ""]) {
    await expect(json(body), body).rejects.toThrow("the document is not a JSON object");
  }
  expect(await json('{"a":1}')).toEqual({ a: 1 });
});

test("G-6: who chose the address decides what may be reached, and settings count at each request", async () => {
  const asked: HttpOptions[] = [];
  const oauth2 = { internal_hosts: ["keycloak.internal"], insecure_skip_verify: false };
  const service = {
    runtime: {
      http: async (_request: Request, options: HttpOptions = {}) => {
        asked.push(options);
        return new Response();
      },
    },
    snapshots: { current: { settings: { oauth2 } } },
  } as unknown as Parameters<typeof providerHttp>[0];
  const http = providerHttp(service);
  await http(new Request(URL_GIVEN), { maxBytes: 5 });
  oauth2.insecure_skip_verify = true;
  await http(new Request(URL_GIVEN));
  await strangerHttp(service)(new Request(URL_GIVEN), { timeout: 5 });
  const internal = ["keycloak.internal"];
  expect(asked).toEqual([
    { maxBytes: 5, publicOnly: true, internal, insecure: false },
    { publicOnly: true, internal, insecure: true },
    { timeout: 5, publicOnly: true },
  ]);
});
