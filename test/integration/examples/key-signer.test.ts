/** `examples/key-signer`: tokens by keys of a PKCS#11 module (SoftHSM), which signs nothing but tokens (ADR 0081). */
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byItself } from "../../../src/call.ts";
import { testAuth } from "../../support/auth.ts";
import { tendOutsideKeys } from "../../support/inside.ts";
import { testRuntime } from "../../support/runtime.ts";
import { hasSoftHsm, SIGNER_SECRET, type SoftHsm, startSoftHsm } from "../../support/softhsm.ts";
import { ADA, createAda, headerOf, putClient, TOKEN, WEB } from "../../support/tokens.ts";

const KEYS = [
  ["RS256", "hsm-rs"],
  ["PS256", "hsm-ps"],
  ["ES256", "hsm-es"],
] as const;

describe.runIf(hasSoftHsm)("a signer before SoftHSM", () => {
  let hsm: SoftHsm;
  beforeAll(async () => {
    hsm = await startSoftHsm(KEYS);
  });
  afterAll(() => hsm?.[Symbol.asyncDispose]());

  test("tokens of each algorithm verify with the published keys", async () => {
    await using service = await testAuth(
      { signer: { url: hsm.url, token: SIGNER_SECRET } },
      testRuntime(),
    );
    await createAda(service);
    const { kid } = (await service.json("GET", "/auth/v1/settings/jwt")).body.payload.value;
    await service.json("PUT", "/auth/v1/settings/jwt", {
      value: { kid, algorithms: ["PS256", "ES256"] },
    });
    await tendOutsideKeys(byItself(await service.auth.service));
    service.runtime.advance(16 * 60_000);
    const keys = createLocalJWKSet((await service.request("GET", "/auth/oauth2/certs")).body);
    for (const [alg, name] of KEYS) {
      const secret = { client_secret: WEB.secret, id_token_signed_response_alg: alg };
      await putClient(service, WEB.id, secret);
      const { status, text, body } = await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB);
      expect(status, text).toBe(200);
      expect(headerOf(body.id_token)).toMatchObject({ alg, kid: name });
      await jwtVerify(body.id_token, keys);
      await jwtVerify(body.access_token, keys);
    }
  });

  test("it signs nothing but tokens that name the key, and for its holder alone", async () => {
    const ask = async (data: string, token = SIGNER_SECRET, kid = "hsm-rs") =>
      (
        await fetch(`${hsm.url}/sign`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({
            alg: "RS256",
            kid,
            data: Buffer.from(data).toString("base64url"),
          }),
        })
      ).status;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "RS256", kid: "hsm-rs" })}.${part({ sub: "ada" })}`;
    expect(await ask(text)).toBe(200);
    expect(await ask(text, "another")).toBe(401);
    expect(await ask(text, SIGNER_SECRET, "hsm-ps")).toBe(404);
    expect(await ask("a certificate")).toBe(400);
    expect(await ask(`${part({ alg: "RS256", kid: "hsm-es" })}.${part({})}`)).toBe(400);
    expect(await ask("A".repeat(100_000))).toBe(413);
    expect((await fetch(`${hsm.url}/keys`)).status).toBe(401);
  });
});
