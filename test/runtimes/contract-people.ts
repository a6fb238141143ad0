/** People of a directory, and what clients learn of people: the part of the contract for decisions E-5, E-6 and E-9. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { added, renamed } from "../support/ldif.ts";
import { type RunningServer, send } from "../support/server.ts";
import {
  ldapRecord,
  personDn,
  personEntry,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../support/slapd.ts";

const DIRECTORY = "people";
const CALLBACK = "http://127.0.0.1/callback";
const VERIFIER = "a-verifier-of-43-characters-or-more-is-needed";

type Send = typeof send;
type Answer = Awaited<ReturnType<Send>>;

/** Asks at the address of the authorization endpoint as a person, approves, and answers where that leads. */
export async function approved(server: RunningServer, bearer: string, path: string): Promise<URL> {
  const started = await send(server, "GET", path, { bearer });
  expect(started.status, started.text).toBe(302);
  const page = await send(server, "GET", started.headers.get("location") ?? "", { bearer });
  expect(page.status, page.text).toBe(200);
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? "";
  const form = { flow: field("flow"), form_token: field("form_token"), action: "approve" };
  const decided = await send(server, "POST", "/auth/oauth2/consent", { bearer, form });
  return new URL(decided.headers.get("location") ?? "");
}

/** @param running the server as it is when a test begins */
export function peopleContract(running: () => { server: RunningServer; admin: string }): void {
  describe.skipIf(slapdMissing)(withSlapd("people of a directory"), () => {
    let slapd: TestSlapd;
    const ask = (method: string, path: string, init: Parameters<Send>[3] = {}) =>
      send(running().server, method, `/auth${path}`, init);
    const api = (method: string, path: string, json?: unknown) =>
      ask(method, `/v1${path}`, { bearer: running().admin, json });
    const token = (form: Record<string, string>, basic = running().server.login) =>
      ask("POST", "/oauth2/token", { form, ...(basic && { basic }) });
    const signIn = (username: string, password = `${username}'s password`) =>
      token({ grant_type: "password", username, password });
    const subjectOf = ({ body, text }: Answer): string => {
      expect(body.access_token, text).toBeDefined();
      const [, payload = ""] = body.access_token.split(".");
      return JSON.parse(Buffer.from(payload, "base64url").toString()).sub;
    };
    const user = async (id: string) => (await api("GET", `/users/${id}`)).body.payload;
    const sync = async () => {
      const { status, text, body } = await api("POST", "/ldap/sync");
      expect(status, text).toBe(200);
      return body.payload;
    };

    beforeAll(async () => {
      const uids = ["iris", "rosa", "theo"];
      slapd = await startSlapd({ people: uids, groups: { people: uids } });
      const config = ldapRecord(slapd);
      const saved = await api("PUT", `/ldap/configs/${DIRECTORY}`, { enabled: true, config });
      expect(saved.status, saved.text).toBe(200);
    });
    afterAll(async () => {
      await api("DELETE", `/ldap/configs/${DIRECTORY}`);
      await slapd?.stop();
    });

    test("decision E-5: known by the id of the entry under a new name; a name given again is refused", async () => {
      const sub = subjectOf(await signIn("iris"));
      const { body } = await api("GET", `/users/${sub}/identities`);
      expect(body.payload).toMatchObject([
        { issuer: "entryUUID", subject: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ]);
      await slapd.modify(renamed(personDn("iris"), "uid=iris.t"));
      expect(subjectOf(await signIn("iris.t", "iris's password"))).toBe(sub);
      await slapd.remove(personDn("iris.t"));
      await slapd.add(personEntry({ uid: "iris.t" }));
      expect((await signIn("iris.t")).status).toBe(400);
      expect((await sync()).refused).toMatchObject([{ uid: "iris.t", reason: "other_id" }]);
      expect((await user(sub)).left_directory.reason).toBe("gone");
    });

    test("decision E-6: who leaves is refused at what goes on, until found again under the same id", async () => {
      const tokens = await signIn("theo");
      const sub = subjectOf(tokens);
      const { body } = await api("GET", `/users/${sub}/identities`);
      const { refresh_token, access_token: bearer } = tokens.body;
      const refreshed = () => token({ grant_type: "refresh_token", refresh_token });
      expect((await refreshed()).status).toBe(200);
      expect((await ask("GET", "/v1/me", { bearer })).status).toBe(200);
      await slapd.remove(personDn("theo"));
      expect((await sync()).users_left).toBe(1);
      expect((await refreshed()).status).toBe(400);
      expect((await ask("GET", "/v1/me", { bearer })).status).toBe(401);
      expect(await user(sub)).toMatchObject({
        is_active: false,
        left_directory: { reason: "gone" },
      });
      const more = [`entryUUID: ${body.payload[0].subject}`];
      await slapd.restore(added(personEntry({ uid: "theo", more })));
      expect(subjectOf(await signIn("theo"))).toBe(sub);
      expect((await user(sub)).is_active).toBe(true);
    });

    test("OpenID Connect Core §8: a pairwise client knows a person by a name of its own, which opens here alone", async () => {
      const id = subjectOf(await signIn("rosa"));
      const basic = { id: "pairwise", secret: "the secret of a client" };
      const config = {
        ...{ client_secret: basic.secret, subject_type: "pairwise" },
        redirect_uris: ["https://shop.example.com/callback"],
      };
      expect((await api("PUT", `/oauth/clients/${basic.id}`, { config })).status).toBe(200);
      const proof = { grant_type: "password", username: "rosa", password: "rosa's password" };
      const tokens = await token(proof, basic);
      const sub = subjectOf(tokens);
      expect(sub).toMatch(/^[\w-]{43}$/);
      const { access_token: bearer, refresh_token } = tokens.body;
      expect((await ask("GET", "/oauth2/userinfo", { bearer })).body.sub).toBe(sub);
      expect((await ask("GET", "/v1/me", { bearer })).body.payload.id).toBe(id);
      const again = await token({ grant_type: "refresh_token", refresh_token }, basic);
      expect(subjectOf(again)).toBe(sub);
    });

    test.each([
      ["openid", []],
      ["openid email", ["email"]],
      ["openid profile", ["name"]],
      ["openid profile email", ["email", "name"]],
    ])("decision E-9: a client that registered itself learns by scope: %s", async (scope, told) => {
      await api("PUT", "/settings/registration", { value: { enabled: true } });
      const { body: made } = await ask("POST", "/oauth2/register", {
        json: { redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
      });
      const { client_id } = made;
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
      const query = new URLSearchParams({
        ...{ client_id, scope, response_type: "code", redirect_uri: CALLBACK, state: "state" },
        code_challenge: Buffer.from(digest).toString("base64url"),
        code_challenge_method: "S256",
      });
      const { body: own } = await signIn("rosa");
      const path = `/auth/oauth2/authorize?${query}`;
      const code = (await approved(running().server, own.access_token, path)).searchParams.get(
        "code",
      );
      const { body, text } = await ask("POST", "/oauth2/token", {
        form: {
          ...{ grant_type: "authorization_code", code: code ?? "", redirect_uri: CALLBACK },
          ...{ client_id, code_verifier: VERIFIER },
        },
      });
      expect(body.access_token, text).toBeDefined();
      const { body: claims } = await ask("GET", "/oauth2/userinfo", { bearer: body.access_token });
      const members = ["email", "name"].filter((name) => claims[name] !== undefined);
      expect(members).toEqual(told);
      const spoken = [body.access_token, body.id_token].map((one: string) =>
        Buffer.from(one.split(".")[1] ?? "", "base64url").toString(),
      );
      for (const one of spoken) {
        expect(one.includes("rosa@example.com")).toBe(told.includes("email"));
        expect(one.includes("rosa the person")).toBe(told.includes("name"));
      }
    });
  });
}
