/** Client authentication at the token endpoint (specification, token rule 15; K-1, K-2, D8). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { basic, type TestAuth, testAuth } from "../support/auth.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

const GRANT = { grant_type: "client_credentials" };
const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const NOT_FOR_PUBLIC = { status: 400, error: "unauthorized_client" };
const URL_ID = "https://app.example.com/client";
const TRICKY = "50%25+a:b/ü=%zz";
let service: TestAuth;

const utf8Basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
const send = (authorization: string | undefined, fields: Record<string, string> = GRANT) =>
  service.request("POST", TOKEN, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(authorization !== undefined && { authorization }),
    },
    body: new URLSearchParams(fields),
  });
const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount({ alias: ["robot", "second-name"] });
  await service.createServiceAccount({ alias: ["tricky"], details: { secret: TRICKY } });
  await service.createServiceAccount({ alias: ["secretless"], details: {} });
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, URL_ID, { client_secret: TRICKY });
  await putClient(service, "spa", { public: true });
  await putClient(service, "half-public", { public: true, client_secret: "s" });
  await putClient(service, "no-secret", {});
  await putClient(service, "switched-off", { client_secret: "s" }, false);
  await putClient(service, "expired", { client_secret: "s", client_secret_expires_at: 1 });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("HTTP Basic: verbatim first, then percent-decoded", () => {
  test("K-2: a secret with %, +, : and unicode is taken verbatim", async () => {
    expect((await send(utf8Basic("tricky", TRICKY))).status).toBe(200);
  });

  test("K-2: the same secret form-encoded as RFC 6749 §2.3.1 asks, blanks as + or %20", async () => {
    expect((await send(utf8Basic("tricky", encodeURIComponent(TRICKY)))).status).toBe(200);
    expect((await send(utf8Basic("tricky", formEncoded(TRICKY)))).status).toBe(200);
    await service.createServiceAccount({ alias: ["spaced"], details: { secret: "p w+x" } });
    for (const secret of ["p w+x", "p%20w%2Bx", "p+w%2Bx"]) {
      expect((await send(utf8Basic("spaced", secret))).status, secret).toBe(200);
    }
    expect(refusal(await send(utf8Basic("spaced", "p+w+x")))).toEqual(INVALID_CLIENT);
  });

  test("K-2: decoded once, not twice", async () => {
    const twice = encodeURIComponent(encodeURIComponent(TRICKY));
    expect(refusal(await send(utf8Basic("tricky", twice)))).toEqual(INVALID_CLIENT);
  });

  test("a URL as client id is percent-encoded before the colon splits", async () => {
    const header = utf8Basic(encodeURIComponent(URL_ID), encodeURIComponent(TRICKY));
    const { body } = await send(header, ADA);
    expect(claimsOf(body.access_token).azp).toBe(URL_ID);
    expect(refusal(await send(utf8Basic(URL_ID, TRICKY), ADA))).toEqual(INVALID_CLIENT);
  });

  test("the scheme is case-insensitive (RFC 9110 §11.1)", async () => {
    expect((await send(basic(ROBOT).replace("Basic", "bAsIc"))).status).toBe(200);
  });

  test.each([
    "Basic",
    "Basic ",
    "Basic !!!",
    `Basic ${btoa("no colon")}`,
    `Basic ${btoa(":empty-id")}`,
    `Basic ${btoa("robot:robot-secret").replace(/=*$/, "")}A`,
    "Basic /////w==",
    `${"Basic "}${btoa("robot:robot-secret")} trailing`,
    `Basic ${btoa("robot:robot-secret")}, Basic ${btoa("robot:robot-secret")}`,
  ])("K-2: malformed → 401, whatever the body brings: %s", async (header) => {
    const answer = await send(header, {
      ...GRANT,
      client_id: ROBOT.id,
      client_secret: ROBOT.secret,
    });
    expect(refusal(answer)).toEqual(INVALID_CLIENT);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm="/);
  });
});

describe("credentials in the body", () => {
  const inBody = (client_id: string, client_secret: string, grant = GRANT) =>
    service.form(TOKEN, { ...grant, client_id, client_secret });

  test("client_secret_post works, and its refusal carries no Basic challenge", async () => {
    expect((await inBody(ROBOT.id, ROBOT.secret)).status).toBe(200);
    const wrong = await inBody(ROBOT.id, "wrong");
    expect(refusal(wrong)).toEqual(INVALID_CLIENT);
    expect(wrong.headers.has("www-authenticate")).toBe(false);
  });

  test("D8: as is, without another percent-decoding", async () => {
    expect((await inBody("tricky", TRICKY)).status).toBe(200);
    const encoded = encodeURIComponent(TRICKY);
    expect(refusal(await inBody("tricky", encoded))).toEqual(INVALID_CLIENT);
  });

  test("K-1: both methods at once → invalid_request, also with equal credentials", async () => {
    const answer = await send(basic(ROBOT), { ...GRANT, client_secret: ROBOT.secret });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
  });

  test("K-1: client_id beside Basic must name the same client", async () => {
    expect((await send(basic(ROBOT), { ...GRANT, client_id: ROBOT.id })).status).toBe(200);
    const conflict = { status: 400, error: "invalid_request" };
    expect(refusal(await send(basic(ROBOT), { ...GRANT, client_id: WEB.id }))).toEqual(conflict);
    const spa = { grant_type: "refresh_token", refresh_token: "x", client_id: WEB.id };
    expect(refusal(await send(basic({ id: "spa", secret: "" }), spa))).toEqual(conflict);
  });

  test("no client at all is invalid_client `client credentials not provided`", async () => {
    const answer = await send(undefined);
    expect(refusal(answer)).toEqual(INVALID_CLIENT);
    expect(answer.body.error_description).toBe("client credentials not provided");
  });
});

describe("who is a client", () => {
  test("K-2: unknown and wrong-secret clients answer the same body", async () => {
    const answers = [
      await send(basic({ id: ROBOT.id, secret: "wrong" })),
      await send(basic({ id: "absent", secret: "wrong" })),
      await send(basic({ id: WEB.id, secret: "" })),
      await send(basic({ id: "secretless", secret: "" })),
      await send(basic({ id: "no-secret", secret: "" })),
      await send(basic({ id: "switched-off", secret: "s" })),
      await send(basic({ id: "expired", secret: "s" })),
      await send(basic({ id: "ada", secret: "correct horse" })),
      await send(basic({ id: "api-key:x", secret: "x" })),
      await send(basic({ id: "toString", secret: "x" })),
    ];
    for (const answer of answers) expect(refusal(answer)).toEqual(INVALID_CLIENT);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("service accounts are confidential-client fallback, by any of their aliases as written", async () => {
    const { body } = await send(basic({ id: "second-name", secret: ROBOT.secret }));
    expect(claimsOf(body.access_token)).toMatchObject({
      azp: "second-name",
      client_id: "second-name",
    });
    for (const id of ["ROBOT", "Robot", "ｒｏｂｏｔ", " robot"]) {
      const answer = await send(utf8Basic(id, ROBOT.secret));
      expect(refusal(answer), "a client id is compared exactly").toEqual(INVALID_CLIENT);
    }
  });

  test("client_credentials authenticates service accounts only: unauthorized_client for a record", async () => {
    expect(refusal(await send(basic(WEB)))).toEqual({ status: 400, error: "unauthorized_client" });
  });

  test("K-10: a disabled service account: 400 invalid_grant `principal is disabled`", async () => {
    const details = { secret: "off-secret" };
    await service.createServiceAccount({ alias: ["off"], details, is_active: false });
    const answer = await send(basic({ id: "off", secret: "off-secret" }));
    expect(answer.body).toEqual({
      error: "invalid_grant",
      error_description: "principal is disabled",
    });
    expect(answer.status).toBe(400);
  });

  test("an empty secret only when `public`, and only on flows supporting public clients", async () => {
    const refresh = { grant_type: "refresh_token", refresh_token: "x" };
    const reached = { status: 400, error: "invalid_grant" };
    expect(refusal(await send(undefined, { ...refresh, client_id: "spa" }))).toEqual(reached);
    expect(refusal(await send(basic({ id: "spa", secret: "" }), refresh))).toEqual(reached);
    const clients = [
      { client_id: "no-secret" },
      { client_id: "half-public" },
      { client_id: WEB.id },
      { client_id: "spa", client_secret: "anything" },
    ];
    for (const client of clients) {
      expect(refusal(await send(undefined, { ...refresh, ...client }))).toEqual(INVALID_CLIENT);
    }
    // RFC 6749 §5.2: it has no secret that could be wrong.
    for (const grant of [GRANT, ADA]) {
      expect(refusal(await send(undefined, { ...grant, client_id: "spa" }))).toEqual(
        NOT_FOR_PUBLIC,
      );
    }
  });

  test("a public client with a stored secret proves it, and is still not confidential", async () => {
    const refresh = { grant_type: "refresh_token", refresh_token: "x" };
    const half = { id: "half-public", secret: "s" };
    expect(refusal(await send(basic(half), refresh)).error).toBe("invalid_grant");
    expect(refusal(await send(basic(half), ADA))).toEqual(NOT_FOR_PUBLIC);
  });

  test("client records win over service accounts; a disabled record does not fall back", async () => {
    const { body } = await service.json("PUT", "/auth/v1/oauth/clients/robot", { config: {} });
    expect(body.message, "A-4 keeps the two apart").toBe("cannot save oauth client");
  });
});
