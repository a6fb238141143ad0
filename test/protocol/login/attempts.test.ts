/** The login counts attempts as the token endpoint does (E-2, H-6; login-session-wire W16). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FrontDoor, frontDoor } from "../../support/front-door.ts";

let door: FrontDoor;
beforeAll(async () => {
  door = await frontDoor();
});
afterAll(() => door[Symbol.asyncDispose]());

const signIn = (password: string) =>
  door.jar().send("POST", "/login/auth/token/postern", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada", password }),
  });

test("E-2: 429 with Retry-After in the family's envelope, also for the right password, and in the form", async () => {
  for (let round = 0; round < 10; round++) expect((await signIn("wrong")).status).toBe(401);
  for (const password of ["wrong", "correct horse"]) {
    const { status, headers, body } = await signIn(password);
    expect([status, body.message]).toEqual([429, "too many attempts, try again later"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.getSetCookie()).toEqual([]);
  }
  const browser = door.jar();
  const page = await browser.open("/login/");
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const answer = await browser.send("POST", "/login/", {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ form_token: token, username: "ada", password: "correct horse" }),
  });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).not.toBeNull();
  expect(answer.text).toContain("Too many attempts. Please wait a moment.");
});
