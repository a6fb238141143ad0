/** A login method is one object on each side: one that there is not is added, and nothing else changes (ADR 0055). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginClient } from "../../../sdk/client.ts";
import { METHODS as SDK_METHODS } from "../../../sdk/methods.ts";
import type { LoginClient } from "../../../sdk/types.ts";
import { ORIGIN } from "../../support/auth.ts";
import { postJson, startGateway, type TestGateway, whoIs } from "../../support/gateway.ts";
import { LOGIN_METHODS, type LoginMethod, METHODS } from "../../support/inside.ts";
import { WORD, word } from "../../support/invented/method.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ methods: { ...METHODS, word } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe("with an invented method", () => {
  test("the manifest offers it behind the others", async () => {
    const { body } = await gateway.jar().get("/login/auth/methods");
    expect(Object.keys(body.payload.provider)).toEqual(["password", "code", "passkey", "word"]);
    expect(body.payload.provider.word).toEqual([
      { name: "Password", url: "/login/auth/word/postern" },
    ]);
  });

  test("its route signs in, and refuses as every other", async () => {
    const jar = gateway.jar();
    const wrong = await postJson(jar, "/login/auth/word/postern", { word: "plugh" });
    expect([wrong.status, wrong.body]).toEqual([401, { message: "this is not the word" }]);
    const unknown = await postJson(jar, "/login/auth/word/other", { word: WORD });
    expect(unknown.status).toBe(404);
    expect((await jar.get("/login/auth/word/postern")).status).toBe(404);
    expect((await postJson(jar, "/login/auth/word/postern", { word: WORD })).status).toBe(204);
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("the page leads to its view, for the script and without one", async () => {
    const { text } = await gateway.jar().open("/login/");
    expect(text).toContain('href="/login/?view=word"');
    expect(text).toContain('<template id="view-word"');
    const opened = await gateway.jar().open("/login/?view=word");
    expect(opened.text).toContain('<form id="word-form" method="post" action="/login/">');
  });

  test("its form signs in without script, and a refusal shows the view again", async () => {
    const jar = gateway.jar();
    const { text } = await jar.open("/login/?view=word");
    const [, form_token = ""] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    const send = (code: string) =>
      jar.send("POST", "/login/", {
        headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
        body: new URLSearchParams({ form_token, view: "word", code }).toString(),
      });
    const wrong = await send("plugh");
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('<form id="word-form"');
    expect((await send(WORD)).status).toBe(303);
    expect(await whoIs(jar)).toBe("ada@example.com");
  });

  test("without it there is neither route, nor link, nor view", async () => {
    await using plain = await startGateway();
    expect((await postJson(plain.jar(), "/login/auth/word/postern", {})).status).toBe(404);
    expect((await plain.jar().open("/login/?view=word")).text).not.toContain("word-form");
  });

  test("the SDK has its call beside the others", () => {
    const place = { base: `${ORIGIN}/login/`, methods: `${ORIGIN}/login/auth/methods` };
    const client = loginClient({ ...SDK_METHODS, word: () => ({ word: () => WORD }) }, place);
    expect(client.word()).toBe(WORD);
    expect(client.password).toBeTypeOf("function");
    // @ts-expect-error the call of a method that is not given
    expect(loginClient(SDK_METHODS, place).word).toBeUndefined();
  });
});

describe("the methods", () => {
  const all = Object.values<LoginMethod>(METHODS);
  const twice = (names: readonly string[]) =>
    names.filter((name, index) => names.indexOf(name) !== index);

  test("are those of the list of names, in its order, on the server and in the SDK", () => {
    expect(Object.keys(METHODS)).toEqual(Object.keys(LOGIN_METHODS));
    expect(Object.keys(SDK_METHODS)).toEqual(Object.keys(LOGIN_METHODS));
  });

  test("share no route, no view and no flow of a mail", () => {
    expect(twice(all.flatMap(({ routes }) => routes.map(({ path }) => path)))).toEqual([]);
    expect(twice(all.flatMap(({ views }) => Object.keys(views)))).toEqual([]);
    expect(twice(all.flatMap(({ mailed = {} }) => Object.keys(mailed)))).toEqual([]);
  });

  test("one that lacks a part does not compile", () => {
    const { password, code, passkey, email } = METHODS;
    const { link: _link, ...unlinked } = code;
    // @ts-expect-error no link in the manifest
    const parts: LoginMethod = unlinked;
    // @ts-expect-error a name without a method
    const list: typeof METHODS = { password, code, passkey };
    // @ts-expect-error links of another form than the manifest has
    const links: typeof METHODS = { password, code, passkey, email: code };
    const { email: _email, ...calls } = SDK_METHODS;
    const place = { base: ORIGIN, methods: ORIGIN };
    // @ts-expect-error calls of the SDK that no method has
    const client: LoginClient = loginClient(calls, place);
    expect([parts, list, links, client, email]).toHaveLength(5);
  });
});
