/** Encrypted assertions of one record: its key, the metadata, sign-in, and the replacement of the key (S-11, ADR 0082). */
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  answered,
  BASE,
  begin,
  CALLBACK,
  lastReason,
  post,
  putProvider,
  registering,
  saysFor,
} from "../../support/saml.ts";
import { encryptedResponse } from "../../support/saml-encrypted.ts";
import { type Key, makeKey, signedResponse } from "../../support/saml-idp.ts";
import { putClient, WEB } from "../../support/tokens.ts";

let service: TestAuth;
let key: Key;

beforeAll(async () => {
  service = await testAuth();
  key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putProvider(service, registering(key, { encrypted_assertions: true }));
});
afterAll(() => service[Symbol.asyncDispose]());

/** Certificates for encryption in our metadata, as PEM. */
async function published(base = BASE): Promise<string[]> {
  const { text } = await service.request("GET", `${base}/metadata`);
  const found = text.matchAll(
    /<md:KeyDescriptor use="encryption">.*?<ds:X509Certificate>([^<]+)<.*?<\/md:KeyDescriptor>/g,
  );
  return [...found].map(
    ([, body]) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  );
}

async function signIn(certificate: string) {
  const started = await begin(service);
  const xml = encryptedResponse(saysFor(service, started), key, { certificate });
  return post(service, xml, started);
}

const act = (name: string, id = "campus") =>
  service.json("POST", `/auth/v1/saml/providers/${id}/encryption-key/${name}`);

test("the metadata has a key for encryption and says by which methods; a sign-in with it works", async () => {
  const [certificate = "", ...others] = await published();
  expect(others).toEqual([]);
  const { publicKey } = new X509Certificate(certificate);
  expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  const { text } = await service.request("GET", `${BASE}/metadata`);
  const methods = [...text.matchAll(/<md:EncryptionMethod Algorithm="[^"]*#([^"]+)"\/>/g)];
  expect(methods.map(([, name]) => name)).toEqual(["aes256-gcm", "aes128-gcm", "rsa-oaep-mgf1p"]);
  answered(await signIn(certificate));
  expect(await published(), "the same each time").toEqual([certificate]);
});

test("an assertion in the open is taken beside", async () => {
  const started = await begin(service);
  answered(await post(service, signedResponse(saysFor(service, started), key), started));
});

test("W17: the key is never given back, is kept by a PUT that leaves it out, and is each record's own", async () => {
  const before = await published();
  const { body } = await service.json("GET", "/auth/v1/saml/providers/campus");
  expect(body.payload.config).toMatchObject({ encryption_key_set: true });
  expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  await putProvider(service, registering(key, { encrypted_assertions: true }));
  expect(await published()).toEqual(before);
  await putProvider(service, registering(key, { encrypted_assertions: true }), { id: "other" });
  const [other = ""] = await published("/auth/saml/other");
  expect([other === "", before.includes(other)]).toEqual([false, false]);
  expect((await signIn(other)).status, "the key of another record").toBe(400);
});

test("off unless the record asks: no key in the metadata, and nothing is decrypted", async () => {
  const [certificate = ""] = await published();
  await putProvider(service, registering(key));
  expect(await published()).toEqual([]);
  expect((await signIn(certificate)).status).toBe(400);
  expect(lastReason(service)).toMatchObject({ check: "encryption" });
  await putProvider(service, registering(key, { encrypted_assertions: true }));
  expect(await published(), "switched on again it is the same").toEqual([certificate]);
});

test("the key is replaced with an overlap: both are published and decrypt, then the new one alone", async () => {
  const [first = ""] = await published();
  expect((await act("activate")).status, "nothing is prepared").toBe(409);
  expect((await act("prepare")).body.payload.message).toBe("next key prepared");
  const [old = "", next = ""] = await published();
  expect([old, next === old]).toEqual([first, false]);
  answered(await signIn(old));
  answered(await signIn(next));
  expect((await act("activate")).status).toBe(200);
  expect(await published()).toEqual([next]);
  answered(await signIn(next));
  expect((await signIn(old)).status).toBe(400);
  await putProvider(service, registering(key), { id: "plain" });
  expect((await act("prepare", "plain")).status).toBe(409);
  expect((await act("prepare", "unknown")).status).toBe(404);
});

test("a key of one's own is checked", async () => {
  const path = "/auth/v1/saml/providers/own";
  const put = (encryption_key: string) => {
    const config = registering(key, { encrypted_assertions: true, encryption_key });
    return service.json("PUT", path, { config });
  };
  const { status, body } = await put("no key");
  expect([status, body.error]).toEqual([400, "encryption_key: is not a PEM private key for RSA"]);
  const mine = await makeKey();
  expect((await put(mine.privateKey)).status).toBe(200);
  const [certificate = ""] = await published("/auth/saml/own");
  const own = new X509Certificate(mine.certificate).publicKey.export({
    type: "spki",
    format: "pem",
  });
  expect(new X509Certificate(certificate).publicKey.export({ type: "spki", format: "pem" })).toBe(
    own,
  );
});

test("S-10: a browser is told the same whatever is wrong", async () => {
  const [certificate = ""] = await published();
  const stranger = await makeKey();
  const answers = [];
  for (const recipient of [{ certificate }, stranger]) {
    const started = await begin(service);
    const says = saysFor(service, started);
    for (const how of [{ signs: "nothing" } as const, { text: () => Buffer.alloc(40) }]) {
      const again = await begin(service);
      const xml = encryptedResponse({ ...says, request: again.request }, key, recipient, how);
      const { status, body } = await post(service, xml, again);
      answers.push([status, body]);
    }
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
});
