/** The test vectors of WebAuthn Level 3 (§16) against our checks; only what was sent there is stored here. */
import { describe, expect, test } from "vitest";
import { readAssertion, readRegistration } from "../../../../src/iam/passkeys/credential-json.ts";
import { verifyAssertion, verifyRegistration } from "../../../../src/iam/passkeys/verify.ts";
import { decodeBase64Url, encodeBase64Url } from "../../../../src/std/base64url.ts";
import vectors from "./w3c-vectors.json" with { type: "json" };

type Name = keyof typeof vectors;

const RP = { rp_id: "example.org", origins: ["https://example.org"] };

function register(name: Name, rp = RP, requiresVerification = false) {
  const { challenge, credential_id: id, ...response } = vectors[name].registration;
  const sent = readRegistration({ id, rawId: id, type: "public-key", response });
  return verifyRegistration(sent, { ...rp, challenge, requiresVerification });
}

async function signIn(name: Name, changed: Record<string, string> = {}) {
  const key = await register(name);
  const { challenge, ...response } = vectors[name].authentication;
  const sent = readAssertion({
    ...{ id: key.id, rawId: key.id, type: "public-key" },
    response: { ...response, ...changed },
  });
  return verifyAssertion(sent, { ...RP, challenge, requiresVerification: false }, key);
}

const reason = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "accepted",
    ({ message, detail }) => detail ?? message,
  );

const ACCEPTED: readonly Name[] = [
  "none-es256",
  "packed-self-es256",
  "none-es256-long-credential-id",
  "packed-es256",
  "packed-rs256",
  "packed-eddsa",
];

describe("accepted", () => {
  test.each(ACCEPTED)("%s: registration, then login", async (name) => {
    const { credential_id } = vectors[name].registration;
    expect(await register(name)).toMatchObject({ id: credential_id, sign_count: 0 });
    expect(await signIn(name)).toMatchObject({ sign_count: 0 });
  });

  test("none-es256: what the authenticator says of itself", async () => {
    const { public_key, ...facts } = await register("none-es256");
    expect(facts).toEqual({
      id: vectors["none-es256"].registration.credential_id,
      sign_count: 0,
      aaguid: "8446ccb9-ab1d-b374-750b-2367ff6f3a1f",
      attestation: "none",
      user_verified: false,
      backup_eligible: true,
      backup_state: true,
    });
    expect(public_key.length).toBe(77);
  });
});

describe("F-5: refused", () => {
  const FRAME = "the ceremony was run in a frame of another origin";
  const FORMAT = "the attestation format is not accepted";

  test.each([
    ["none-es256-crossOrigin", FRAME],
    ["none-es256-topOrigin", FRAME],
    ["packed-es384", "the key's algorithm was not offered"],
    ["tpm-es256", FORMAT],
    ["android-key-es256", FORMAT],
    ["apple-es256", FORMAT],
    ["fido-u2f-es256", FORMAT],
  ] as const)("%s: %s", async (name, expected) => {
    expect(await reason(register(name))).toBe(expected);
  });

  test("user verification that is required and did not take place", async () => {
    expect(await reason(register("none-es256", RP, true))).toContain("not valid");
  });

  test.each([
    ["another origin", { ...RP, origins: ["https://example.com"] }],
    ["another RP ID", { ...RP, rp_id: "example.com" }],
    ["a longer origin", { ...RP, origins: ["https://example.org.example.com"] }],
  ])("%s", async (_, rp) => {
    expect(await reason(register("none-es256", rp))).not.toBe("accepted");
  });

  /** With one bit of one byte turned. */
  function turned(text: string, at: number): string {
    const bytes = decodeBase64Url(text) ?? new Uint8Array();
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    return encodeBase64Url(bytes);
  }

  test("every turned bit of authenticator data, and of the signature", async () => {
    const { authenticatorData, signature } = vectors["none-es256"].authentication;
    for (let at = 0; at < 37; at++) {
      const data = turned(authenticatorData, at);
      expect(await reason(signIn("none-es256", { authenticatorData: data })), `${at}`).not.toBe(
        "accepted",
      );
    }
    for (const at of [5, 40, -1]) {
      expect(await reason(signIn("none-es256", { signature: turned(signature, at) }))).not.toBe(
        "accepted",
      );
    }
  });

  test("the client data of another ceremony, challenge and a text that is no JSON", async () => {
    const { registration, authentication } = vectors["none-es256"];
    const { clientDataJSON } = registration;
    expect(await reason(signIn("none-es256", { clientDataJSON }))).toBe(
      "the client data is of another ceremony",
    );
    const other = vectors["packed-self-es256"].authentication.clientDataJSON;
    expect(await reason(signIn("none-es256", { clientDataJSON: other }))).toBe(
      "the challenge is another one",
    );
    const noJson = authentication.signature;
    expect(await reason(signIn("none-es256", { clientDataJSON: noJson }))).toBe(
      "the client data is not JSON",
    );
  });

  test("strict CBOR: bytes left over, a number longer than it must be, and no CBOR", async () => {
    const { attestationObject, ...rest } = vectors["none-es256"].registration;
    const bytes = decodeBase64Url(attestationObject) ?? new Uint8Array();
    const longer = new Uint8Array([0xb8, 3, ...bytes.slice(1)]);
    for (const changed of [new Uint8Array([...bytes, 0]), longer, bytes.slice(0, -1)]) {
      const { challenge, credential_id: id, clientDataJSON } = rest;
      const response = { clientDataJSON, attestationObject: encodeBase64Url(changed) };
      const sent = readRegistration({ id, rawId: id, type: "public-key", response });
      const check = verifyRegistration(sent, { ...RP, challenge, requiresVerification: false });
      expect(await reason(check)).not.toBe("accepted");
    }
  });

  test("a key that is said to be of one device and of several", async () => {
    const key = await register("none-es256");
    const { challenge, ...response } = vectors["none-es256"].authentication;
    const sent = readAssertion({ id: key.id, rawId: key.id, type: "public-key", response });
    const ceremony = { ...RP, challenge, requiresVerification: false };
    const check = verifyAssertion(sent, ceremony, { ...key, backup_eligible: false });
    expect(await reason(check)).toBe("the passkey's kind has changed");
  });
});

describe("JSON of a credential", () => {
  const { challenge: _, ...response } = vectors["none-es256"].authentication;
  const whole = { id: "AAAA", rawId: "AAAA", type: "public-key", response };

  test.each([
    ["no object", "text", "assertion rawId not found"],
    ["nothing", null, "assertion rawId not found"],
    ["no rawId", { ...whole, rawId: undefined }, "assertion rawId not found"],
    ["padding", { ...whole, rawId: "AAA=" }, /^assertion\.rawId: /],
    ["another rawId", { ...whole, rawId: "AAAB" }, /differ/],
    ["10,000 characters", { ...whole, id: "A".repeat(10_000) }, /^assertion\.id: /],
    ["another type", { ...whole, type: "password" }, /^assertion\.type: /],
    ["no response", { ...whole, response: undefined }, /^assertion\.response: /],
    [
      "a signature that is no text",
      { ...whole, response: { ...response, signature: 7 } },
      /signature/,
    ],
  ])("%s", (_name, sent, expected) => {
    expect(() => readAssertion(sent)).toThrow(expected);
  });
});
