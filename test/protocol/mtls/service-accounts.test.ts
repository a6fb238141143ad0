/** Certificates of service accounts (specification, Authentication 6, token rule 2; auth-wire 6.3; F-8, H-7). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basic } from "../../support/auth.ts";
import {
  type Authority,
  createAuthority,
  SERVER,
  selfSigned,
  type TestCertificate,
} from "../../support/certificates.ts";
import {
  PROXY_SETTINGS,
  proxied,
  type TlsAuth,
  tlsAuth,
  withCertificate,
  withUnverified,
} from "../../support/mtls.ts";
import { claimsOf, putSetting, ROBOT, refusal, withSetting } from "../../support/tokens.ts";

const GRANT = "client_credentials";
const SUBJECT = "CN=robot,OU=Jobs,O=Example,C=DE";
const FORM = "/C=DE/O=Example/OU=Jobs/CN=robot";
const PROXY = { remoteAddress: "10.0.0.7" };
const INVALID = { status: 401, error: "invalid_client" };

let service: TlsAuth;
let root: Authority;
let robot: TestCertificate;

const ask = (client_id: string) => ({ grant_type: GRANT, client_id });
const described = ({ status, body }: Awaited<ReturnType<TlsAuth["token"]>>) => ({
  status,
  error: body.error,
  text: body.error_description,
});
const refused = (text: string) => ({ ...INVALID, text });

beforeAll(async () => {
  service = await tlsAuth();
  root = createAuthority();
  robot = root.issue({ subject: FORM });
  await service.createServiceAccount({ alias: ["robot"] });
  const account = (alias: string, details: Record<string, unknown>) =>
    service.createServiceAccount({ alias: [alias], details });
  const loud = (robot.fingerprint.toUpperCase().match(/../g) ?? []).join(":");
  await account("pinned", { cert_fingerprint: `SHA256/${loud}` });
  await account("named", { cert_subject: SUBJECT });
  await account("both", { cert_fingerprint: "0".repeat(64), cert_subject: SUBJECT });
  await account("either", { secret: "a secret", cert_fingerprint: robot.fingerprint });
  await account("bare", {});
  await putSetting(service, "mtls", { enabled: true });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("our own TLS", () => {
  test("token rule 2: an account without a secret gets a token by its fingerprint, in any spelling", async () => {
    const { status, body } = await service.token(withCertificate(robot), ask("pinned"));
    expect(status).toBe(200);
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({ azp: "pinned" });
    // Authentication 6: the token is a bearer token from then on.
    expect(claims).not.toHaveProperty("cnf");
  });

  test("token rule 2: or by the subject of a certificate that an intermediate authority issued", async () => {
    const issued = root.intermediate("/CN=Between").issue({ subject: FORM });
    expect((await service.token(withCertificate(issued), ask("named"))).status).toBe(200);
  });

  test("a set fingerprint decides alone", async () => {
    const answer = await service.token(withCertificate(robot), ask("both"));
    expect(described(answer)).toEqual(refused("client certificate not match"));
  });

  test("an account with secret and certificate uses either; a wrong secret is not mended by a certificate", async () => {
    const peer = withCertificate(robot);
    const secret = { ...ask("either"), client_secret: "a secret" };
    expect((await service.token({}, secret)).status).toBe(200);
    expect((await service.token(peer, ask("either"))).status).toBe(200);
    expect((await service.token(peer, { ...ask("either"), client_secret: "" })).status).toBe(200);
    const empty = { authorization: basic({ id: "either", secret: "" }) };
    expect((await service.token(peer, { grant_type: GRANT }, empty)).status).toBe(200);
    const wrong = await service.token(peer, { ...secret, client_secret: "another" });
    expect(refusal(wrong)).toEqual(INVALID);
  });

  test("F-8: no certificate is invalid_client, and so is one of an account that names none", async () => {
    const none = await service.token({}, ask("pinned"));
    expect(described(none)).toEqual(refused("client certificate not found"));
    const bare = await service.token(withCertificate(robot), ask("bare"));
    expect(described(bare)).toEqual(refused("client certificate not match"));
  });

  test("K-2: unknown accounts and foreign certificates read the same", async () => {
    const unknown = await service.token(withCertificate(robot), ask("nothing"));
    const foreign = root.issue({ subject: "/CN=other" });
    const other = await service.token(withCertificate(foreign), ask("pinned"));
    expect(described(unknown)).toEqual(described(other));
    // What is wrong with a certificate is told before any account is looked at.
    const late = root.issue({ subject: FORM, until: "20210101000000Z" });
    const answers = await Promise.all([
      service.token(withCertificate(late), ask("named")),
      service.token(withCertificate(late), ask("nothing")),
    ]);
    expect(answers.map(described)).toEqual(
      Array(2).fill(refused("client certificate is expired or not yet valid")),
    );
  });

  test("F-8: dates and usage, also of a certificate that a listener let through", async () => {
    const future = root.issue({ subject: FORM, from: "20390101000000Z" });
    expect(described(await service.token(withCertificate(future), ask("named")))).toEqual(
      refused("client certificate is expired or not yet valid"),
    );
    const wrong = "client certificate is not valid for client authentication";
    const signing = ["keyUsage=critical,keyCertSign", "extendedKeyUsage=clientAuth"];
    for (const extensions of [SERVER, signing]) {
      const issued = root.issue({ subject: FORM, extensions });
      expect(described(await service.token(withCertificate(issued), ask("named")))).toEqual(
        refused(wrong),
      );
    }
    for (const extensions of [
      ["basicConstraints=CA:FALSE"],
      ["keyUsage=digitalSignature"],
      ["extendedKeyUsage=anyExtendedKeyUsage"],
    ]) {
      const issued = root.issue({ subject: FORM, extensions });
      expect((await service.token(withCertificate(issued), ask("named"))).status).toBe(200);
    }
  });

  test("a certificate that chains to nothing is no identity, whatever it says", async () => {
    const own = selfSigned(FORM);
    const peer = withUnverified(own);
    const unverified = "client certificate was not verified by the TLS listener";
    expect(described(await service.token(peer, ask("named")))).toEqual(refused(unverified));
    // Where self-signed certificates count, they count for those that registered them alone.
    await withSetting(service, "mtls", { enabled: true, self_signed: true }, async () => {
      expect(described(await service.token(peer, ask("named")))).toEqual(
        refused("client certificate not match"),
      );
    });
    await putSetting(service, "mtls", { enabled: true });
  });

  test("a disabled account gets nothing", async () => {
    const id = await service.createServiceAccount({
      alias: ["gone"],
      details: { cert_fingerprint: robot.fingerprint },
    });
    expect((await service.token(withCertificate(robot), ask("gone"))).status).toBe(200);
    await service.json("PATCH", `/auth/v1/service-accounts/${id}`, { is_active: false });
    const answer = await service.token(withCertificate(robot), ask("gone"));
    expect(described(answer).text).toBe("principal is disabled");
  });

  test("switched off, certificates prove nothing and secrets work", async () => {
    await withSetting(service, "mtls", { enabled: false }, async () => {
      expect(refusal(await service.token(withCertificate(robot), ask("pinned")))).toEqual(INVALID);
      const secret = { authorization: basic(ROBOT) };
      expect((await service.token({}, { grant_type: GRANT }, secret)).status).toBe(200);
    });
    await putSetting(service, "mtls", { enabled: true });
  });
});

describe("F-8: subjects that resemble another's", () => {
  const others: readonly [why: string, subject: string][] = [
    ["a part more", "/C=DE/O=Example/OU=Jobs/OU=Jobs/CN=robot"],
    ["a part less", "/O=Example/OU=Jobs/CN=robot"],
    ["another order", "/CN=robot/OU=Jobs/O=Example/C=DE"],
    ["another case", "/C=DE/O=Example/OU=Jobs/CN=Robot"],
    ["everything in one part", `/CN=${SUBJECT.slice(3)}`],
    ["two parts joined to one", "/C=DE/O=Example/OU=Jobs+CN=robot"],
    ["another type of the same value", "/C=DE/O=Example/OU=Jobs/UID=robot"],
    ["a blank behind", "/C=DE/O=Example/OU=Jobs/CN=robot "],
    ["a letter of another script", "/C=DE/O=Example/OU=Jobs/CN=r\u043ebot"],
    ["a character that is not seen", "/C=DE/O=Example/OU=Jobs/CN=robot\u200b"],
    ["a longer name", "/C=DE/O=Example/OU=Jobs/CN=robot.example.com"],
  ];
  test.each(others)("%s", async (_why, subject) => {
    const issued = root.issue({ subject });
    const answer = await service.token(withCertificate(issued), ask("named"));
    expect(described(answer)).toEqual(refused("client certificate not match"));
  });

  test("RFC 4514: escapes, joined parts and types by number name the same subject", async () => {
    const subject = '/O=Example, Inc./OU=R\\+D/UID=7+CN=Ada \\"the first\\" \u00e9';
    const issued = root.issue({ subject });
    const spellings = [
      String.raw`CN=Ada \"the first\" é+UID=7,OU=R\+D,O=Example\, Inc.`,
      String.raw`uid=7 + cn=Ada \22the first\22 \C3\A9, ou=R\2BD, o="Example, Inc."`,
      String.raw`0.9.2342.19200300.100.1.1=7+2.5.4.3=Ada \"the first\" é,2.5.4.11=R\+D,2.5.4.10=Example\2C Inc.`,
    ];
    for (const [at, cert_subject] of spellings.entries()) {
      await service.createServiceAccount({ alias: [`spelled-${at}`], details: { cert_subject } });
      const { status } = await service.token(withCertificate(issued), ask(`spelled-${at}`));
      expect(status, cert_subject).toBe(200);
    }
  });

  test("what is no fingerprint or no name is refused when it is written", async () => {
    for (const [details, text] of [
      [{ cert_fingerprint: "ab:cd" }, "details.cert_fingerprint: must be a SHA-256 in hexadecimal"],
      [{ cert_fingerprint: 7 }, "details.cert_fingerprint: must be a SHA-256 in hexadecimal"],
      [
        { cert_subject: "robot" },
        "details.cert_subject: must be a distinguished name of known attributes (RFC 4514)",
      ],
    ] as const) {
      const body = { alias: ["broken"], details };
      const answer = await service.json("POST", "/auth/v1/service-accounts", body);
      expect(answer).toMatchObject({ status: 400, body: { error: text } });
    }
  });
});

describe("H-7: a proxy tells the certificate", () => {
  beforeAll(() => putSetting(service, "mtls", PROXY_SETTINGS));
  afterAll(() => putSetting(service, "mtls", { enabled: true }));

  const bySubject = ask("named");

  test("from a named peer, IPv4-mapped too, with the exact word", async () => {
    for (const remoteAddress of ["10.0.0.7", "::ffff:10.0.0.7", "192.168.7.2"]) {
      const { status } = await service.token({ remoteAddress }, bySubject, proxied(robot));
      expect(status, remoteAddress).toBe(200);
    }
  });

  test("attack: the right headers from any other peer", async () => {
    const text = "client certificate header came from an untrusted proxy";
    for (const remoteAddress of ["10.0.0.8", "127.0.0.1", "192.168.7.4", "", "garbage"]) {
      const peer = { remoteAddress };
      const forwarded = { ...proxied(robot), "x-forwarded-for": "10.0.0.7" };
      expect(described(await service.token(peer, bySubject, forwarded))).toEqual(refused(text));
    }
    expect(described(await service.token({}, bySubject, proxied(robot)))).toEqual(refused(text));
    // The peer's own certificate is the proxy's and not the client's.
    const direct = await service.token(withCertificate(robot), bySubject);
    expect(described(direct)).toEqual(refused("client certificate header not found"));
  });

  test("attack: without the word, with another, with two, under another spelling", async () => {
    const text = "proxy did not verify the client certificate";
    const cert = { "x-client-cert": proxied(robot)["x-client-cert"] };
    for (const verify of [
      {},
      { "x-client-verify": "NONE" },
      { "x-client-verify": "FAILED:self-signed certificate" },
      { "x-client-verify": "success" },
      { "x-client-verify": "SUCCESS, SUCCESS" },
      { "x-client-verify": "SUCCESS\u00a0" },
      { x_client_verify: "SUCCESS" },
      { "x-client-verify": "SUCCESS", x_client_verify: "FAILED" },
    ]) {
      const headers = { ...cert, ...verify } as Record<string, string>;
      expect(described(await service.token(PROXY, bySubject, headers))).toEqual(refused(text));
    }
  });

  test("PEM or base64 of the DER, as it is, percent-encoded, or as RFC 9440 writes it", async () => {
    const base64 = robot.der.toString("base64");
    for (const value of [
      encodeURIComponent(robot.cert),
      robot.cert.replaceAll("\n", " "),
      base64,
      encodeURIComponent(base64),
      `:${base64}:`,
    ]) {
      const headers = { ...proxied(robot), "x-client-cert": value };
      const { status } = await service.token(PROXY, bySubject, headers);
      expect(status, value.slice(0, 40)).toBe(200);
    }
  });

  test("everything else in the header is refused, and ends nothing", async () => {
    const base64 = robot.der.toString("base64");
    const noPem = "client certificate header is not PEM or base64 DER";
    const noDer = "parse client certificate: not an X.509 certificate";
    const cases: readonly [value: string, text: string][] = [
      [`${base64}, ${base64}`, noPem],
      [`${robot.cert} ${robot.cert}`.replaceAll("\n", " "), noPem],
      ["%zz", noPem],
      ["(null)", noPem],
      [encodeURIComponent(encodeURIComponent(robot.cert)), noPem],
      [Buffer.from("hello").toString("base64"), noDer],
      [Buffer.concat([robot.der, Buffer.from([0])]).toString("base64"), noDer],
      [robot.der.subarray(0, -1).toString("base64"), noDer],
      [Buffer.alloc(9_000, 0x30).toString("base64"), noDer],
      ["", "client certificate header not found"],
    ];
    for (const [value, text] of cases) {
      const headers = { ...proxied(robot), "x-client-cert": value };
      expect(described(await service.token(PROXY, bySubject, headers)), value.slice(0, 30)).toEqual(
        refused(text),
      );
    }
  });

  test("dates and usage are looked at again", async () => {
    const late = root.issue({ subject: FORM, until: "20210101000000Z" });
    expect(described(await service.token(PROXY, bySubject, proxied(late)))).toEqual(
      refused("client certificate is expired or not yet valid"),
    );
  });

  test("the refusal is logged with what an operator needs", async () => {
    service.runtime.lines.length = 0;
    await service.token({ remoteAddress: "10.0.0.8" }, bySubject, proxied(robot));
    const text = JSON.stringify(service.runtime.lines);
    expect(text).toContain("client certificate header came from an untrusted proxy");
    expect(text).toContain("10.0.0.8");
    expect(text).not.toContain("BEGIN");
  });

  test.each([
    [{ cert_verify_header: "" }, "cert_verify_header: is required with cert_header"],
    [{ trusted_proxy_cidrs: [] }, "trusted_proxy_cidrs: is required with cert_header"],
    [{ trusted_proxy_cidrs: ["0.0.0.0/0"] }, "must be an IP address or CIDR"],
  ])("H-7: settings without the trust fields are refused: %j", async (missing, text) => {
    const value = { ...PROXY_SETTINGS, ...missing };
    const answer = await service.json("PUT", "/auth/v1/settings/mtls", { value });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
  });
});
