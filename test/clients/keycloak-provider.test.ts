/** A real Keycloak as the provider of people: what an application demands of their sign-in there (ADR 0047), and assertions that it encrypts (S-11, ADR 0082). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formIn, makeRealm, type Realm } from "../oracle/keycloak/realm.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { OPENID_RECORD } from "../support/keycloak.ts";
import {
  AUDIENCE,
  answered,
  BASE,
  begin,
  lastReason,
  putProvider as putSamlProvider,
  redeem,
} from "../support/saml.ts";
import { claimsOf } from "../support/tokens.ts";
import {
  allowUpstream,
  clientAnswer,
  comeBack,
  putProvider,
  start,
  tokensOf,
} from "../support/upstream-sign-in.ts";
import { hasCommand } from "./installed.ts";
import { keycloakFolder, startKeycloak } from "./keycloak.ts";

const PAGE = "docs/upstream.md";
const SILVER = "urn:example:silver";
const GOLD = "urn:example:gold";

describe.skipIf(!hasCommand(PAGE, "mvn"))("Keycloak as the provider", () => {
  let keycloak: RunningProgram;
  let realm: Realm;
  let service: TestAuth;

  beforeAll(async () => {
    service = await testAuth();
    await allowUpstream(service);
    keycloak = await startKeycloak(keycloakFolder(PAGE), await docsPort());
    realm = await makeRealm(keycloak.origin);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await keycloak?.[Symbol.asyncDispose]();
  });

  describe("what an application demands of a sign-in", () => {
    beforeAll(async () => {
      const levels = { [SILVER]: "1", [GOLD]: "2" };
      await realm.changeClient("postern", (client) => ({
        ...client,
        attributes: { ...(client.attributes as object), "acr.loa.map": JSON.stringify(levels) },
      }));
      const record = { ...OPENID_RECORD, issuer: realm.issuer };
      await putProvider(service, "keycloak", {
        ...record,
        forward: ["prompt", "max_age", "login_hint", "ui_locales"],
        acr_map: { [SILVER]: "mfa", [GOLD]: "phr" },
      });
    });

    /** The cookies of a browser at Keycloak, which is signed in there. */
    let cookies = "";
    const keep = (answer: Response) => {
      const set = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
      cookies = [
        ...new Map(
          [...cookies.split("; "), ...set].map((one) => [one.split("=")[0], one]),
        ).values(),
      ]
        .filter(Boolean)
        .join("; ");
    };

    /** Goes there, types the password where it is asked for, and comes back. */
    async function signIn(fields: Record<string, string>) {
      const begun = await start(service, "keycloak", { scope: "openid", ...fields });
      let there = await fetch(begun.target, { redirect: "manual", headers: { cookie: cookies } });
      keep(there);
      const asks = there.status === 200;
      let page = "";
      if (asks) {
        page = await there.text();
        const { action } = formIn(page);
        there = await fetch(action, {
          method: "POST",
          redirect: "manual",
          headers: { cookie: cookies },
          body: new URLSearchParams({ username: "ada", password: "correct horse" }),
        });
        keep(there);
      }
      const location = there.headers.get("location");
      expect(location, `${there.status} ${page}`).not.toBeNull();
      const returned = Object.fromEntries(new URL(location ?? "").searchParams);
      return { asks, page, answer: await comeBack(service, "keycloak", returned, begun.cookie) };
    }
    const demand = (acr: object) => ({ claims: JSON.stringify({ id_token: { acr } }) });

    test("nothing: who is signed in there comes back at once", async () => {
      expect((await signIn({})).asks).toBe(true);
      const again = await signIn({});
      expect(again.asks).toBe(false);
      expect((await tokensOf(service, again.answer)).id.sub).toBeDefined();
    });

    test("prompt=login: it asks again, and the time of the new sign-in is told", async () => {
      const before = Math.floor(service.runtime.clock.now() / 1_000) - 60;
      const { asks, answer } = await signIn({ prompt: "login" });
      expect(asks).toBe(true);
      expect((await tokensOf(service, answer)).id.auth_time).toBeGreaterThan(before);
    });

    test("max_age: what is recent enough is not asked again, and its time is told", async () => {
      const { asks, answer } = await signIn({ max_age: "600" });
      expect(asks).toBe(false);
      expect((await tokensOf(service, answer)).id.auth_time).toBeTypeOf("number");
    });

    test("login_hint and ui_locales: the name is in its form", async () => {
      const { page } = await signIn({ prompt: "login", login_hint: "ada" });
      expect(formIn(page).fields.username ?? page).toContain("ada");
    });

    test("a level that it knows: told by its own name, and here by ours", async () => {
      const { answer } = await signIn({ prompt: "login", acr_values: "mfa" });
      expect((await tokensOf(service, answer)).id.acr).toBe("mfa");
    });

    test("a level that it cannot reach: the application is told so, and is not signed in", async () => {
      const higher = demand({ essential: true, values: ["phr"] });
      const { answer } = await signIn({ prompt: "login", ...higher });
      expect(clientAnswer(answer).error).toBe("unmet_authentication_requirements");
    });
  });

  describe("assertions", () => {
    // Of this service no one has an account yet.
    beforeAll(async () => {
      await service[Symbol.asyncDispose]();
      service = await testAuth();
      await allowUpstream(service);
    });

    const encrypted = (certificate: string | undefined) =>
      realm.changeClient(AUDIENCE, (client) => ({
        ...client,
        attributes: {
          ...(client.attributes as object),
          "saml.client.signature": "false",
          "saml.encrypt": String(certificate !== undefined),
          ...(certificate && { "saml.encryption.certificate": certificate }),
        },
      }));

    async function signIn() {
      const started = await begin(service);
      const page = await (await realm.signIn(started.location, "ada")).text();
      const { SAMLResponse = "", RelayState = "" } = formIn(page).fields;
      expect(SAMLResponse, page).not.toBe("");
      const answer = await service.request("POST", `${BASE}/acs`, {
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: started.cookie,
        },
        body: new URLSearchParams({ SAMLResponse, RelayState }),
      });
      return { xml: Buffer.from(SAMLResponse, "base64").toString(), answer };
    }
    const subjectOf = async ({ answer }: Awaited<ReturnType<typeof signIn>>) => {
      expect(answer.status, JSON.stringify(lastReason(service))).toBe(302);
      const { body } = await redeem(service, answered(answer).get("code") ?? "");
      return claimsOf(body.access_token).sub;
    };
    const record = async (more: object) => {
      const metadata = await fetch(`${realm.issuer}/protocol/saml/descriptor`);
      await putSamlProvider(service, {
        metadata_xml: await metadata.text(),
        claim_mapping: { register: true },
        ...more,
      });
    };

    test("that it encrypts for the key of the record's metadata are one person with plain ones", async () => {
      await record({ encrypted_assertions: true });
      await encrypted(undefined);
      const plain = await signIn();
      expect(plain.xml).not.toContain("EncryptedAssertion");
      const { text } = await service.request("GET", `${BASE}/metadata`);
      const [, certificate = ""] =
        /use="encryption">.*?<ds:X509Certificate>([^<]+)</s.exec(text) ?? [];
      await encrypted(certificate);
      const hidden = await signIn();
      expect(hidden.xml).toContain("EncryptedAssertion");
      expect(hidden.xml).not.toContain("ada@example.com");
      expect(await subjectOf(hidden)).toBe(await subjectOf(plain));
    });

    test("are refused where the record does not take them, and the reason says which member", async () => {
      await record({});
      const { answer } = await signIn();
      expect(answer.status).toBe(400);
      expect(lastReason(service)).toMatchObject({
        check: "encryption",
        reason: expect.stringContaining("set encrypted_assertions"),
      });
    });
  });
});
