/** H-1, L-W4: headers are removed under every spelling, then set; the rest of a request stays. */
import { expect, test } from "vitest";
import { cleaned } from "../../../src/session/request-headers.ts";
import { decodeHeaderText, encodeHeaderText } from "../../../src/std/header-text.ts";

const URL = "https://app.example.com/a?b=c";
const headersOf = ({ headers }: Request) => Object.fromEntries(headers);

test("removes hyphen and underscore spellings of names in any case, also of those that are set", () => {
  const headers = { "X-User": "a", x_user: "b", X_User_Id: "c", "x-user-id": "d", "x-users": "e" };
  const request = cleaned(new Request(URL, { headers }), ["x-USER"], { "X-User-Id": "new" });
  expect(headersOf(request)).toEqual({ "x-user-id": "new", "x-users": "e" });
});

test.each(["a\nb", "a\r\nx-evil: 1", "a\0", "\u20ac"])(
  "%j cannot be sent: the header is absent, the old value too",
  (value) => {
    const request = new Request(URL, { headers: { "x-user": "old" } });
    expect(headersOf(cleaned(request, [], { "X-User": value }))).toEqual({});
  },
);

test("method, URL, body and signal stay", async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const request = cleaned(new Request(URL, { method: "PUT", body: "text", signal }), [], {
    "X-A": "1",
  });
  expect([request.method, request.url, await request.text()]).toEqual(["PUT", URL, "text"]);
  abort.abort();
  expect(request.signal.aborted).toBe(true);
});

test("a stream stays a stream", async () => {
  const body = new Blob(["one ", "two"]).stream();
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  expect(await cleaned(new Request(URL, init), [], {}).text()).toBe("one two");
});

test("a body that was read already is no obstacle", async () => {
  const request = new Request(URL, { method: "POST", body: "text", headers: { "x-user": "a" } });
  await request.text();
  const again = cleaned(request, ["x-user"], {});
  expect([again.method, again.headers.has("x-user")]).toEqual(["POST", false]);
});

test.each(["Ada", "Zoë", "Łukasz", "愛", ""])("%s survives the way through a header", (name) => {
  const headers = new Headers({ "x-user": encodeHeaderText(name) });
  expect(decodeHeaderText(headers.get("x-user") ?? "")).toBe(name);
});

test("what is no UTF-8 is taken as it stands", () => {
  expect(decodeHeaderText("Zo\u00eb")).toBe("Zoë");
});
