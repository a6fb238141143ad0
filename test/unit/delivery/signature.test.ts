/** The signature of Standard Webhooks, by what its published library signs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hmacSha256 } from "../../../src/adapters/drivers/native-digest.ts";
import { signatureOf, signingSecrets } from "../../../src/delivery/signature.ts";
import { webhookKey } from "../../../src/settings/records/webhook.ts";

interface Answer {
  readonly secret: string;
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
  readonly signature: string;
}
const answers: Answer[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../oracle/standard-webhooks/answers.json"), "utf8"),
);

describe.each([
  ["the runtime's HMAC", { hmacSha256 }],
  ["HMAC in JavaScript", {}],
])("%s", (_name, native) => {
  test("the vector that the libraries of all languages test", () => {
    expect(answers[0]?.signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test.each(answers)("$id at $seconds", ({ secret, signature, ...message }) => {
    expect(signatureOf(native, [secret], message)).toBe(signature);
  });

  test("two secrets are two signatures", () => {
    const [one, , , , , other] = answers;
    if (!one || !other) throw new Error("answers");
    const both = signatureOf(native, [one.secret, other.secret], one);
    expect(both).toBe(`${one.signature} ${other.signature}`);
  });
});

test("secrets outside of 24 to 64 bytes, or in another alphabet, are none", () => {
  const written = (bytes: number) => `whsec_${Buffer.alloc(bytes, 251).toString("base64")}`;
  expect([23, 24, 64, 65].map((bytes) => webhookKey(written(bytes)) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  for (const text of ["", "whsec_", written(24).slice(6), written(24).replaceAll("+", "-")]) {
    expect(webhookKey(text)).toBeUndefined();
  }
});

test("the one before signs until its time", () => {
  const config = {
    ...{ name: "", url: "", types: [], secret: "new" },
    previous_secret: { secret: "old", expires_at: 100 },
  };
  expect(signingSecrets(config, 99)).toEqual(["new", "old"]);
  expect(signingSecrets(config, 100)).toEqual(["new"]);
});
