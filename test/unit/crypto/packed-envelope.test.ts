import { expect, test } from "vitest";
import { packEnvelope, unpackEnvelope } from "../../../src/crypto/packed-envelope.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";

const box = await openSecretBox("a key of the operator");
const place = { table: "auth_users", row: "a", field: "details" };

test("an envelope comes back as it was, from a fourth less", async () => {
  for (const text of ["", "{}", JSON.stringify({ name: "Jürgen 日本" }), "x".repeat(1_000)]) {
    const envelope = await box.seal(place, text);
    const packed = packEnvelope(box.keyId, envelope) ?? "";
    expect(unpackEnvelope(box.keyId, packed)).toBe(envelope);
    expect(packed.length).toBeLessThan((envelope.length - box.keyId.length) * 0.76);
    expect(await box.open(place, unpackEnvelope(box.keyId, packed))).toBe(text);
  }
});

test("what could not be made again exactly is not packed", async () => {
  const envelope = await box.seal(place, "{}");
  const other = await (await openSecretBox("another key")).seal(place, "{}");
  const changed = ["", "enc:v1:x", `${envelope} `, `${envelope}=`, `${envelope}日`, other];
  for (const text of changed) expect(packEnvelope(box.keyId, text)).toBeUndefined();
});
