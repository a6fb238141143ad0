/** A form that is sent twice by a double click: the browser shows the answer to the second request (B-5, K-5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  locationOf,
  newFlow,
  openPage,
  redeem,
  submit,
} from "../support/authorize.ts";
import { createAda, putClient, WEB } from "../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putClient(service, "tv", { public: true });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("consent", () => {
  async function opened(action: string) {
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    return { flow, form_token, action };
  }

  test.each(["approve", "deny"])("%s: both clicks lead to the same address", async (action) => {
    const form = await opened(action);
    const first = await submit(service, form);
    const second = await submit(service, form);
    expect(answerOf(first)).toHaveProperty(action === "approve" ? "code" : "error");
    expect([second.status, locationOf(second)]).toEqual([302, locationOf(first)]);
    const parallel = await opened(action);
    const [one, other] = await Promise.all([submit(service, parallel), submit(service, parallel)]);
    expect([one.status, locationOf(one)]).toEqual([302, locationOf(other)]);
  });

  test("K-5: the code gives tokens once, and after that there is no answer again", async () => {
    const form = await opened("approve");
    await submit(service, form);
    const { code = "" } = answerOf(await submit(service, form));
    expect((await redeem(service, code)).status).toBe(200);
    expect((await submit(service, form)).status).toBe(404);
    expect((await redeem(service, code)).status).toBe(400);
  });

  test("another decision, another person and another page get nothing of it", async () => {
    const form = await opened("approve");
    await submit(service, form);
    for (const other of [
      { ...form, action: "deny" },
      { ...form, remember_me: "true" },
      { ...form, form_token: "" },
    ]) {
      expect((await submit(service, other)).status).toBe(404);
    }
    expect((await submit(service, form, "bob")).status).toBe(404);
    expect((await submit(service, form, "")).status).toBe(401);
    expect(answerOf(await submit(service, form)).code).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("the page of a device", () => {
  test.each(["approve", "deny"])(
    "%s twice shows the decision, the other one is refused",
    async (action) => {
      const begun = await service.form("/auth/oauth2/device_authorization", { client_id: "tv" });
      const { user_code } = begun.body;
      const page = await service.request("GET", `/auth/ui/device?user_code=${user_code}`, {
        headers: { accept: "text/html", "x-user": "ada" },
      });
      const form_token = formTokenOf(page);
      const send = (chosen: string) =>
        service.request("POST", "/auth/ui/device", {
          headers: { "content-type": "application/x-www-form-urlencoded", "x-user": "ada" },
          body: new URLSearchParams({ user_code, form_token, action: chosen }),
        });
      const [first, second] = [await send(action), await send(action)];
      expect([first.status, second.status]).toEqual([200, 200]);
      const shown = ({ text }: { text: string }) => /<h1[^>]*>.*?<\/h1>/s.exec(text)?.[0];
      expect(shown(second)).toBe(shown(first));
      expect((await send(action === "approve" ? "deny" : "approve")).status).toBe(409);
    },
  );
});
