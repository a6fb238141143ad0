/** WebAuthn conversions: base64url without padding in both directions (login-session-wire 4.2). */
import { expect, test } from "vitest";
import {
  readCreationOptions,
  readRequestOptions,
  writeAssertion,
  writeRegistration,
} from "../../../sdk/webauthn-json.ts";

const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;
const list = (source: BufferSource | undefined) => [...((source ?? []) as Uint8Array)];
const ENCODED = "-_8A";
const BYTES = [0xfb, 0xff, 0x00];

test("request options: challenge and credential ids become bytes, the rest stays", () => {
  const options = readRequestOptions({
    challenge: ENCODED,
    rpId: "example.com",
    timeout: 60_000,
    userVerification: "preferred",
    allowCredentials: [{ type: "public-key", id: ENCODED, transports: ["internal"] }],
  });
  expect(list(options.challenge)).toEqual(BYTES);
  expect(options).toMatchObject({ rpId: "example.com", timeout: 60_000 });
  const [credential] = options.allowCredentials ?? [];
  expect(list(credential?.id)).toEqual(BYTES);
  expect(credential?.transports).toEqual(["internal"]);
});

test("creation options: also user.id and the excluded credentials", () => {
  const options = readCreationOptions({
    challenge: ENCODED,
    user: { id: ENCODED, name: "ada", displayName: "Ada" },
    excludeCredentials: [{ type: "public-key", id: ENCODED }],
  });
  expect(list(options.user.id)).toEqual(BYTES);
  expect(options.user.name).toBe("ada");
  expect(list(options.excludeCredentials?.[0]?.id)).toEqual(BYTES);
});

test("padding and the plain alphabet of other servers are understood", () => {
  expect(list(readRequestOptions({ challenge: "+/8=" }).challenge)).toEqual([251, 255]);
});

test("a challenge that is no base64url is refused", () => {
  expect(() => readRequestOptions({ challenge: "not base64!" })).toThrow("cannot be read");
});

const credential = (response: object) =>
  ({
    id: ENCODED,
    rawId: buffer(...BYTES),
    type: "public-key",
    authenticatorAttachment: "platform",
    response,
  }) as unknown as PublicKeyCredential;

test("assertion: members of the wire, authenticatorAttachment passed along", () => {
  const response = {
    clientDataJSON: buffer(...BYTES),
    authenticatorData: buffer(1),
    signature: buffer(2),
    userHandle: null,
  };
  expect(writeAssertion(credential(response))).toEqual({
    id: ENCODED,
    rawId: ENCODED,
    type: "public-key",
    authenticatorAttachment: "platform",
    response: { clientDataJSON: ENCODED, authenticatorData: "AQ", signature: "Ag" },
  });
});

test("registration: attestation and transports", () => {
  const response = {
    clientDataJSON: buffer(1),
    attestationObject: buffer(...BYTES),
    getTransports: () => ["internal"],
  };
  expect(writeRegistration(credential(response))).toMatchObject({
    response: { clientDataJSON: "AQ", attestationObject: ENCODED, transports: ["internal"] },
  });
});
