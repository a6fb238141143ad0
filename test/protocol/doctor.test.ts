/** `GET /v1/doctor`: what is dangerous or not set up is named, with the way to repair it. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { selfSignedCertificate } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { startMailServer } from "../support/smtp.ts";
import { closePlane, putClient, putSetting, reopenPlane } from "../support/tokens.ts";

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly text: string;
  readonly details?: readonly string[];
  readonly repair?: { readonly tab?: string; readonly setting?: string; readonly command?: string };
}

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth({}, testRuntime());
});
afterAll(() => service[Symbol.asyncDispose]());

async function diagnose(user?: string): Promise<Finding[]> {
  const { status, text, body } = await service.json("GET", "/auth/v1/doctor", undefined, user);
  expect(status, text).toBe(200);
  return body.payload;
}
const about = async (id: string, user?: string): Promise<Finding> => {
  const found = (await diagnose(user)).find((one) => one.id === id);
  if (!found) throw new Error(`no finding ${id}`);
  return found;
};
const clear = (namespace: string) => service.json("DELETE", `/auth/v1/settings/${namespace}`);

describe("the list", () => {
  test("is for administrators", async () => {
    await closePlane(service);
    expect((await service.json("GET", "/auth/v1/doctor")).status).toBe(401);
    expect((await service.json("GET", "/auth/v1/doctor", undefined, "absent")).status).toBe(403);
    await reopenPlane(service);
  });

  test("has every check once, worst first; each that is not fine has a way to repair it", async () => {
    const findings = await diagnose();
    const ids = findings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const order = ["danger", "warning", "hint", "ok"];
    const ranks = findings.map(({ severity }) => order.indexOf(severity));
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks).not.toContain(-1);
    for (const { severity, text, repair } of findings) {
      expect(text).toMatch(/\.$/);
      if (severity === "ok") expect(repair).toBeUndefined();
      else expect(Object.keys(repair ?? {})).not.toEqual([]);
    }
  });
});

describe("access", () => {
  test("W20: an open plane is a danger, and fine once a permission is set", async () => {
    expect(await about("bootstrap")).toMatchObject({
      severity: "danger",
      repair: { tab: "admin", setting: "admin.permission" },
    });
    await putSetting(service, "admin", { permission: "none", allow_missing_x_user: true });
    expect((await about("bootstrap")).severity).toBe("ok");
    expect(await about("break_glass")).toMatchObject({ severity: "danger" });
    await clear("admin");
  });

  test("administrators with one factor are named, others are not", async () => {
    const permission = await service.json("POST", "/auth/v1/permissions", {
      name: "doctor-admin",
      resources: [{ paths: ["/auth/**"], methods: ["*"] }],
    });
    const permission_ids = [permission.body.payload.id];
    await service.createUser({ alias: ["grace"], permission_ids });
    await service.createUser({ alias: ["linus"] });
    await putSetting(service, "admin", { permission: "doctor-admin", allow_missing_x_user: false });
    expect(await about("second_factor", "grace")).toMatchObject({
      severity: "warning",
      details: ["grace"],
    });
    await service.json("DELETE", "/auth/v1/settings/admin", undefined, "grace");
  });
});

describe("addresses", () => {
  test("H-5: without a base URL it is a hint, behind an unknown proxy a danger", async () => {
    await using alone = await testAuth({}, testRuntime());
    const ask = async () => {
      const { body } = await alone.json("GET", "/auth/v1/doctor");
      return Object.fromEntries(body.payload.map((one: Finding) => [one.id, one]));
    };
    expect((await ask()).base_url.severity).toBe("hint");
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "id.example.com" };
    const request = new Request("http://inner.example.com/auth/oauth2/certs", { headers });
    await alone.auth.fetch(request, undefined, { connection: { remoteAddress: "203.0.113.9" } });
    const after = await ask();
    expect(after.base_url.severity).toBe("danger");
    expect(after.forwarded.details[0]).toContain("203.0.113.9");
    await putSetting(alone, "oauth2", { base_url: "https://id.example.com" });
    expect((await ask()).base_url.severity).toBe("ok");
  });

  test("T-2: open redirects are a danger that names the clients", async () => {
    await putClient(service, "open", { client_secret: "a secret of enough letters" });
    const { severity, details, repair } = await about("redirects");
    expect({ severity, repair }).toEqual({
      severity: "danger",
      repair: { tab: "clients", setting: "oauth2.require_registered_redirects" },
    });
    expect(details).toEqual([expect.stringContaining('client "open"')]);
    await service.json("DELETE", "/auth/v1/oauth/clients/open");
  });

  test("a hundred findings of one kind are bounded, and no name leaves its line", async () => {
    const names = Array.from({ length: 22 }, (_, index) => `open-${index}`);
    for (const id of names) await putClient(service, id, { client_secret: "enough letters here" });
    const { details = [] } = await about("redirects");
    expect(details).toHaveLength(21);
    expect(details.at(-1)).toBe("and 2 more");
    for (const id of names) await service.json("DELETE", `/auth/v1/oauth/clients/${id}`);
  });
});

describe("keys and certificates", () => {
  test("a certificate of ours that expires soon, and one that has expired", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const until = async (days: number) => {
      const at = Date.now();
      const certificate = await selfSignedCertificate({
        commonName: "example",
        privateKey,
        from: at - 86_400_000 * 100,
        until: at + 86_400_000 * days,
        serial: new Uint8Array(16).fill(7),
      });
      await putSetting(service, "saml", { certificate, private_key: privateKey });
      return about("certificates");
    };
    expect((await until(90)).severity).toBe("ok");
    expect(await until(10)).toMatchObject({
      severity: "warning",
      details: [expect.stringMatching(/^our SAML certificate: expires on \d{4}-\d\d-\d\d$/)],
      repair: { tab: "saml" },
    });
    expect(await until(-1)).toMatchObject({
      severity: "danger",
      details: [expect.stringContaining("expired on")],
    });
    await clear("saml");
  });

  test("the signing key grows old", async () => {
    await using old = await testAuth({}, testRuntime({ now: Date.now() + 400 * 86_400_000 }));
    const { body } = await old.json("GET", "/auth/v1/doctor");
    const key = body.payload.find((one: Finding) => one.id === "signing_key");
    expect(key).toMatchObject({ severity: "hint", repair: { command: "POST /v1/jwt/renew" } });
    // the same moved clock is not that of the database.
    const database = body.payload.find((one: Finding) => one.id === "database");
    expect(database).toMatchObject({ severity: "warning" });
    expect(database.text).toContain("behind that of this instance");
  });
});

describe("mail", () => {
  let silent: Server | undefined;
  afterEach(async () => {
    await clear("email");
    await new Promise<void>((done) => (silent ? silent.close(() => done()) : done()));
    silent = undefined;
  });
  const relay = (port: number, more = {}) =>
    putSetting(service, "email", {
      from: "id@example.com",
      smtp: { host: "127.0.0.1", port, ...more },
    });

  test("off is a hint; a relay that takes the sign-in is fine; a wrong password is a danger", async () => {
    expect((await about("mail")).severity).toBe("hint");
    const credentials = { username: "mailer", password: "relay-word" };
    await using server = await startMailServer({ security: "starttls", credentials });
    const secured = { starttls: true, insecure_skip_verify: true, username: "mailer" };
    await relay(server.port, { ...secured, password: "relay-word" });
    expect((await about("mail")).details).toEqual([expect.stringContaining("skip_verify")]);
    await relay(server.port, { ...secured, password: "wrong-word" });
    const refused = await about("mail");
    expect(refused).toMatchObject({ severity: "danger", repair: { tab: "email" } });
    expect(refused.details?.[0]).toContain("535");
    expect(JSON.stringify(refused)).not.toContain("wrong-word");
    expect(server.mails, "nothing was sent").toEqual([]);
  });

  test("R-6: a relay that says nothing holds no answer up, and is asked once for all", async () => {
    const held: Socket[] = [];
    silent = createServer((socket) => {
      held.push(socket);
    });
    const port = await new Promise<number>((done) =>
      silent?.listen(0, "127.0.0.1", () => {
        const address = silent?.address();
        done(typeof address === "object" && address ? address.port : 0);
      }),
    );
    await relay(port);
    const answers = await Promise.all([about("mail"), about("mail"), about("mail")]);
    for (const { severity, text } of answers) {
      expect({ severity, text }).toMatchObject({
        severity: "hint",
        text: expect.stringContaining("still being checked"),
      });
    }
    expect(held).toHaveLength(1);
    for (const socket of held) socket.destroy();
  });
});

test("C-3: a record that does not decrypt is named, and the answer still comes", async () => {
  const { store, snapshots } = await service.auth.service;
  await putClient(service, "torn", { redirect_uris: ["https://app.example.com/cb"] });
  await store.driver.session((session) =>
    session.query(
      "update auth_oauth_clients set config_encrypted = 'enc:v2:none' where id = 'torn'",
    ),
  );
  await service.json("POST", "/auth/v1/sync");
  await snapshots.refresh();
  const found = await about("unreadable");
  expect(found).toMatchObject({ severity: "danger", repair: { tab: "clients" } });
  expect(found.details).toEqual([expect.stringContaining("auth_oauth_clients torn")]);
});
