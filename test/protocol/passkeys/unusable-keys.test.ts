/** F-5: a passkey that can never sign in, or that anyone could imitate, is refused at its registration. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { type Cbor, makePasskey } from "../../support/authenticator.ts";
import { CREDENTIALS, type PasskeyTalk, passkeyTalk, REGISTER } from "../../support/passkeys.ts";
import { createAda, putSetting } from "../../support/tokens.ts";

let service: TestAuth;
let talk: PasskeyTalk;
beforeAll(async () => {
  service = await testAuth();
  talk = passkeyTalk(service);
  await createAda(service);
  await putSetting(service, "password", { own_changes: { unlimited: true } });
});
afterAll(() => service[Symbol.asyncDispose]());

type Making = NonNullable<Parameters<typeof makePasskey>[2]>;

async function register(making: Making) {
  const { session_id, options } = (await talk.beginRegistration("ada")).body.payload;
  const { credential } = await makePasskey(options, ORIGIN, making);
  return talk.send("POST", REGISTER, { session_id, credential }, "ada");
}

const filled = (length: number, byte = 0xff) => new Uint8Array(length).fill(byte);
const cose = (...members: [number, Cbor | undefined][]) => new Map(members);
/** A number of RSA with an even last digit. */
const even = filled(256);
even[255] = 0xfe;
const one = filled(32, 0);
one[0] = 1;

const KEY = "the key";
const RSA = "an RSA key has 2048 to 8192 bits";
const REFUSED: [string, Making, string][] = [
  ["a symmetric key type", { cose: cose([1, 4]) }, "the key's type"],
  ["no key type", { cose: cose([1, undefined]) }, "the key's type"],
  ["a key type as a text", { cose: cose([1, "EC2"]) }, "the key's type"],
  ["the type of another kind", { cose: cose([1, 3]) }, "the key's type"],
  ["no algorithm", { cose: cose([3, undefined]) }, "the key's algorithm"],
  ["an algorithm that was not offered", { cose: cose([3, -35]) }, "the key's algorithm"],
  ["a point off its curve", { cose: cose([-2, filled(32, 1)]) }, `${KEY} is no point of P-256`],
  ["the point 0, 0", { cose: cose([-2, filled(32, 0)], [-3, filled(32, 0)]) }, KEY],
  ["another curve", { cose: cose([-1, 2]) }, KEY],
  ["half a point", { cose: cose([-3, undefined]) }, KEY],
  ["a short number", { cose: cose([-2, filled(31, 1)]) }, KEY],
  ["Ed25519: no point", { kind: "EdDSA", cose: cose([-2, filled(32, 2)]) }, KEY],
  ["Ed25519: the neutral point", { kind: "EdDSA", cose: cose([-2, one]) }, KEY],
  ["Ed448", { kind: "EdDSA", cose: cose([-1, 7]) }, KEY],
  ["RSA of 512 bits", { kind: "RS256", cose: cose([-1, filled(64)]) }, RSA],
  ["RSA of 2047 bits", { kind: "RS256", cose: cose([-1, filled(256, 0x7f)]) }, RSA],
  ["RSA of 2048 bits with zeros", { kind: "RS256", cose: cose([-1, filled(256, 0)]) }, RSA],
  ["RSA of 16384 bits", { kind: "RS256", cose: cose([-1, filled(2_048)]) }, RSA],
  ["RSA with an even modulus", { kind: "RS256", cose: cose([-1, even]) }, RSA],
  ["RSA with e = 1", { kind: "RS256", cose: cose([-2, new Uint8Array([1])]) }, RSA],
  ["RSA with e = 2", { kind: "RS256", cose: cose([-2, new Uint8Array([2])]) }, RSA],
  ["RSA without e", { kind: "RS256", cose: cose([-2, new Uint8Array()]) }, RSA],
  [
    "a self attestation of another algorithm",
    { selfAttested: -257 },
    "the attestation's algorithm",
  ],
  ["an id of one byte", { id: new Uint8Array([7]) }, "a credential id has at least 16 bytes"],
  ["an id of 15 bytes", { id: filled(15) }, "a credential id has at least 16 bytes"],
];

test.each(REFUSED)("%s", async (_name, making, detail) => {
  const { status, body } = await register(making);
  expect([status, body.message]).toEqual([400, "registration failed"]);
  expect(body.error).toContain(detail);
  const { payload } = (await talk.send("GET", CREDENTIALS, undefined, "ada")).body;
  expect(payload).toEqual([]);
});

test.each<[string, Making]>([
  ["ES256", {}],
  ["ES256, an id of 16 bytes", { id: filled(16) }],
  ["ES256, attested by itself", { selfAttested: -7 }],
  ["EdDSA", { kind: "EdDSA" }],
  ["EdDSA, attested by itself", { kind: "EdDSA", selfAttested: -8 }],
  ["RS256", { kind: "RS256" }],
])("a good key is stored: %s", async (_name, making) => {
  const { status, text } = await register(making);
  expect(status, text).toBe(200);
  const { payload } = (await talk.send("GET", CREDENTIALS, undefined, "ada")).body;
  for (const { id } of payload) {
    expect((await talk.send("DELETE", `${CREDENTIALS}/${id}`, undefined, "ada")).status).toBe(200);
  }
});
