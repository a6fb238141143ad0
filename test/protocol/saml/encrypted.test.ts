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
  redeem,
  registering,
  saysFor,
} from "../../support/saml.ts";
import { encryptedElement, encryptedResponse } from "../../support/saml-encrypted.ts";
import { type Key, makeKey, type Says, signedResponse } from "../../support/saml-idp.ts";
import { claimsOf, putClient, WEB } from "../../support/tokens.ts";

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

test("E-5: an encrypted NameID is the person that a plain one is, by issuer, name and format", async () => {
  const [certificate = ""] = await published();
  const format = (name: string) => `urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`;
  const subject = (nameId: string, name = "persistent") =>
    encryptedElement(
      "EncryptedID",
      `<saml:NameID Format="${format(name)}">${nameId}</saml:NameID>`,
      { certificate },
    );
  const subOf = async (change: Partial<Says>) => {
    const started = await begin(service);
    const xml = signedResponse({ ...saysFor(service, started), ...change }, key);
    const { body } = await redeem(
      service,
      answered(await post(service, xml, started)).get("code") ?? "",
    );
    return claimsOf(body.access_token).sub;
  };
  const named = (mail: string) => ({ attributes: { mail: [mail] } });
  const plain = await subOf({ nameId: "e-1", ...named("e1@example.com") });
  expect(await subOf({ subject: subject("e-1"), ...named("new-name@example.com") })).toBe(plain);
  // What would be another person in plain is one here.
  const other = await subOf({ subject: subject("e-1", "x"), ...named("e2@example.com") });
  expect(other).not.toBe(plain);
  expect(await subOf({ nameId: "e-1", format: format("x"), ...named("e3@example.com") })).toBe(
    other,
  );
});

test("encrypted attributes reach profile and roles as plain ones do", async () => {
  const [certificate = ""] = await published();
  const sealed = (name: string, value: string) =>
    encryptedElement(
      "EncryptedAttribute",
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
      { certificate },
    );
  await service.json("POST", "/auth/v1/roles", { name: "keepers" });
  const claim_mapping = {
    register: true,
    roles_claim: "memberOf",
    role_map: { staff: ["keepers"] },
  };
  const { metadata_xml } = registering(key);
  await putProvider(service, { metadata_xml, claim_mapping, encrypted_assertions: true });
  const started = await begin(service);
  const extra = `<saml:AttributeStatement>${sealed("mail", "kay@example.com")}${sealed("memberOf", "staff")}</saml:AttributeStatement>`;
  const says = { ...saysFor(service, started), nameId: "kay", attributes: {}, extra };
  const answer = await post(service, signedResponse(says, key), started);
  const { body } = await redeem(service, answered(answer).get("code") ?? "");
  const { sub, preferred_username } = claimsOf(body.access_token);
  expect(preferred_username).toBe("kay@example.com");
  const found = await service.json("GET", `/auth/v1/users/${sub}?add_roles=true`);
  expect(found.body.payload.sync_role_ids).toHaveLength(1);
  await putProvider(service, registering(key, { encrypted_assertions: true }));
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
