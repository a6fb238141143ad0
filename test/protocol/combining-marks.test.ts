/** no text that a stranger sends is brought into a normal form whatever its length, at any gateway. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openSetup } from "../support/every-request.ts";
import { MAX_NORMALIZED_LENGTH } from "../support/inside.ts";
import type { LoginSetup } from "../support/login-setup.ts";
import { WEB } from "../support/tokens.ts";

let setup: LoginSetup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const DOCUMENT = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** 30,000 characters took a second at each form. */
const marks = (pairs: number) => `a${"\u0301\u0323".repeat(pairs)}`;
const LONG = marks(6_000);
const page = (path: string, body: object) =>
  setup
    .jar()
    .send("POST", `/login/auth/${path}`, { headers: DOCUMENT, body: JSON.stringify(body) });
const token = (fields: Record<string, string>) =>
  setup
    .jar()
    .send("POST", "/auth/oauth2/token", { headers: FORM, body: new URLSearchParams(fields) });

test.each([
  ["username", () => page("token/postern", { username: LONG, password: "x" })],
  ["password", () => page("token/postern", { username: "admin", password: LONG })],
  [
    "new password",
    () => page("signup/postern", { email: "a@example.com", name: "A", password: LONG }),
  ],
  [
    "name",
    () => page("signup/postern", { email: "a@example.com", name: LONG, password: "long enough" }),
  ],
  [
    "address",
    () => page("signup/postern", { email: `${LONG}@example.com`, password: "long enough" }),
  ],
  ["address of a reset", () => page("reset/postern", { email: `${LONG}@example.com` })],
  ["address of a mailed code", () => page("email/postern", { email: `${LONG}@example.com` })],
  ["user of a passkey", () => page("passkey/postern", { username: LONG })],
  [
    "client",
    () => token({ grant_type: "client_credentials", client_id: marks(2_500), client_secret: "x" }),
  ],
  [
    "user of the token endpoint",
    () =>
      token({
        grant_type: "password",
        client_id: WEB.id,
        client_secret: WEB.secret,
        username: marks(2_500),
        password: "x",
      }),
  ],
])("%s", async (_, send) => {
  const asked = vi.spyOn(String.prototype, "normalize");
  try {
    const { status, text } = await send();
    expect([200, 400, 401], text).toContain(status);
    const longest = Math.max(0, ...asked.mock.contexts.map((text) => String(text).length));
    expect(longest).toBeLessThanOrEqual(MAX_NORMALIZED_LENGTH);
  } finally {
    asked.mockRestore();
  }
});
