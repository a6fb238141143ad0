/** The picture of a person: an address or a small image, never fetched, served so that it does no harm, told as a claim (accounts.self_service.picture; B-1, B-3, N-1, T-8). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { createAda, putClient, putSetting, TOKEN, WEB } from "../../support/tokens.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const WEBP = [0x52, 0x49, 0x46, 0x46, 1, 0, 0, 0, 0x57, 0x45, 0x42, 0x50];
const imageOf = (head: readonly number[], size = 200, called = "png"): string => {
  const bytes = new Uint8Array(Math.max(size, head.length)).fill(7);
  bytes.set(head);
  return `data:image/${called};base64,${Buffer.from(bytes).toString("base64")}`;
};
const ADDRESS = /^https:\/\/id\.example\.com\/auth\/pictures\/[0-9a-f]{32}$/;

let setup: AccountsSetup;
let alias = "";
let id = "";
let count = 0;
beforeAll(async () => {
  setup = await accountsSetup();
  await putClient(setup.gateway.service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(async () => {
  await allow(true);
  alias = `pictured-${++count}@example.com`;
  const details = { name: "Ada", email: alias, password: PASSWORD };
  id = await setup.gateway.service.createUser({ alias: [alias], local: true, details });
});
const allow = (picture: boolean) =>
  putSetting(setup.gateway.service, "accounts", { self_service: { picture } });
const choose = (body: object, user = alias) =>
  setup.gateway.service.json("POST", "/auth/v1/me/picture", body, user);
const kept = async () => (await setup.admin("GET", `/users/${id}`)).body.payload.details.picture;
const pathOf = (address: string) => new URL(address).pathname;
const get = (address: string) => setup.gateway.service.request("GET", pathOf(address));

test("nothing of it while the setting is off, and of local users alone", async () => {
  await allow(false);
  expect((await choose({ url: "https://example.com/a.png" })).status).toBe(403);
  expect((await choose({ image: imageOf(PNG) })).status).toBe(403);
  await allow(true);
  await setup.gateway.service.createUser({ alias: ["elsewhere"], local: false });
  expect((await choose({ image: imageOf(PNG) }, "elsewhere")).status).toBe(403);
});

test.each([
  ["image/png", PNG],
  ["image/jpeg", JPEG],
  ["image/webp", WEBP],
])("%s is kept, and served as what it is, whatever it was called", async (type, head) => {
  expect((await choose({ image: imageOf(head, 200, "gif") })).status).toBe(200);
  const address = await kept();
  expect(address).toMatch(ADDRESS);
  const { status, headers } = await get(address);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    ...[200, type, "nosniff"],
  ]);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
});

test("65,536 bytes are the most; drawings, pages and what only says it is an image are refused", async () => {
  expect((await choose({ image: imageOf(PNG, 65_536) })).status).toBe(200);
  const before = await kept();
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
  const page = Buffer.from("<!doctype html><script>alert(1)</script>").toString("base64");
  for (const image of [
    imageOf(PNG, 65_537),
    imageOf(PNG, 700_000),
    `data:image/svg+xml;base64,${svg.toString("base64")}`,
    `data:image/png;base64,${svg.toString("base64")}`,
    `data:image/png;base64,${page}`,
    `data:text/html;base64,${page}`,
    "data:image/png;base64,",
    imageOf(PNG).replace("base64,", "base64,%"),
    imageOf([0x52, 0x49, 0x46, 0x46, 1, 0, 0, 0, 0x41, 0x56, 0x49, 0x20]),
    "https://example.com/a.png",
  ]) {
    const { status, text } = await choose({ image });
    expect([image.slice(0, 40), status]).toEqual([image.slice(0, 40), 400]);
    expect(text).toContain("picture");
  }
  expect(await kept()).toBe(before);
});

test("an address is told and never asked; only https, and none that could run", async () => {
  const url = "https://pictures.example.com/ada.png?size=64";
  expect((await choose({ url })).status).toBe(200);
  expect(await kept()).toBe(url);
  for (const wrong of [
    ...["http://example.com/a.png", "javascript:alert(1)", "data:image/png;base64,AAAA"],
    ...["//example.com/a.png", "a.png", `https://example.com/${"a".repeat(600)}`],
    ...["https://user:password@example.com/a.png", "https://example.com/a b.png"],
  ]) {
    const { status, text } = await choose({ url: wrong });
    expect([wrong.slice(0, 40), status]).toEqual([wrong.slice(0, 40), 400]);
    expect(text).toContain("picture");
  }
  expect(await kept()).toBe(url);
});

test("another picture has another address, and the earlier one is gone; an empty address takes it away", async () => {
  await choose({ image: imageOf(PNG) });
  const first = await kept();
  await choose({ image: imageOf(JPEG) });
  const second = await kept();
  expect(second).not.toBe(first);
  expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
  expect((await choose({ url: "" })).status).toBe(200);
  expect([await kept(), (await get(second)).status]).toEqual([undefined, 404]);
});

test("it is a claim of the scope `profile`; nothing else of the account changes, whatever is sent along", async () => {
  await choose({ image: imageOf(PNG), name: "Boss", role_ids: ["x"], alias: ["boss"], key: "aa" });
  const { body } = await setup.admin("GET", `/users/${id}`);
  expect(body.payload).toMatchObject({ alias: [alias], role_ids: [], details: { name: "Ada" } });
  const tokens = await setup.gateway.service.form(
    TOKEN,
    { grant_type: "password", username: alias, password: PASSWORD, scope: "openid profile" },
    WEB,
  );
  expect(tokens.status, tokens.text).toBe(200);
  const headers = { authorization: `Bearer ${tokens.body.access_token}` };
  const told = await setup.gateway.service.request("GET", "/auth/oauth2/userinfo", { headers });
  expect(told.body.picture).toMatch(ADDRESS);
});

test("it goes with its account, and keys of no picture are not found", async () => {
  await choose({ image: imageOf(PNG) });
  const address = await kept();
  expect((await setup.admin("DELETE", `/users/${id}`)).status).toBe(200);
  expect((await get(address)).status).toBe(404);
  for (const key of ["0".repeat(32), "x", "..%2f..", "__proto__", "0".repeat(5_000)]) {
    const { status } = await setup.gateway.service.request("GET", `/auth/pictures/${key}`);
    expect([400, 404, 414]).toContain(status);
  }
});

test("a person changes only their own: no other one is named, and a picture address of another stays theirs", async () => {
  await choose({ image: imageOf(PNG) });
  const theirs = await kept();
  await createAda(setup.gateway.service, { alias: [`thief-${count}`] });
  const thief = `thief-${count}`;
  expect((await choose({ url: theirs, user_id: id, id }, thief)).status).toBe(200);
  await choose({ url: "" }, thief);
  expect([await kept(), (await get(theirs)).status]).toEqual([theirs, 200]);
});

test("the account page shows a picture that is kept here, and never one of an address elsewhere", async () => {
  const page = async () =>
    (
      await setup.gateway.service.request("GET", "/auth/ui/account", {
        headers: { "x-user": alias, accept: "text/html" },
      })
    ).text;
  await choose({ image: imageOf(PNG) });
  expect(await page()).toContain(`<img src="${pathOf(await kept())}"`);
  await choose({ url: "https://tracker.example.com/pixel.png" });
  expect(await page()).not.toContain('<img src="https://tracker');
});
