import fc from "fast-check";
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

test("of any text, exactly what comes back as it was is packed", () => {
  const prefix = `enc:v2:${box.keyId}:`;
  const letter = fc.constantFrom(..."ABQgwxyz+/-_= \n");
  const letters = fc.array(letter, { maxLength: 16, size: "max" }).map((list) => list.join(""));
  const nearly = fc
    .tuple(fc.string({ unit: "binary-ascii", maxLength: 12 }), letters, fc.nat({ max: 20 }))
    .map(([text, more, at]) => btoa(text).slice(0, at) + more + btoa(text).slice(at));
  const comesBack = (body: string) => {
    try {
      return btoa(atob(body)) === body;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.oneof(letters, nearly), (body) => {
      const packed = packEnvelope(box.keyId, prefix + body);
      expect(packed !== undefined).toBe(comesBack(body));
      if (packed !== undefined) expect(unpackEnvelope(box.keyId, packed)).toBe(prefix + body);
    }),
    { numRuns: 2_000 },
  );
});
