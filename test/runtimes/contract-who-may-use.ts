/** Who may use a client, as `openid-client` is told (ADR 0123): the part of the contract for `allowed_role_ids`. */
import * as client from "openid-client";
import { beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, send } from "../support/server.ts";

const CALLBACK = "https://books.example.com/callback";
const BOOKS = { id: "books", secret: "the secret of the books" };
const PASSWORD = "a fine password";
const NOT_ALLOWED = "the account may not use this application";

interface Person {
  readonly id: string;
  readonly alias: string;
  /** Of a sign-in at the login page's client, which is open to every account. */
  readonly bearer: string;
}

/** @param running the server as it is when a test begins */
export function whoMayUseContract(running: () => { server: RunningServer; admin: string }): void {
  describe("a client for a role, by openid-client", () => {
    let config: client.Configuration;
    let role: string;
    let reader: Person;
    let other: Person;

    const api = async (method: string, path: string, json?: unknown, bearer = running().admin) => {
      const answer = await send(running().server, method, `/auth/v1${path}`, { bearer, json });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.payload;
    };
    const give = ({ id }: Person, ...role_ids: string[]) =>
      api("PATCH", `/users/${id}`, { role_ids });

    async function newPerson(alias: string, role_ids: string[]): Promise<Person> {
      const person = { alias: [alias], local: true, role_ids, details: { password: PASSWORD } };
      const { id } = await api("POST", "/users", person);
      const { server } = running();
      const { body, text } = await send(server, "POST", "/auth/oauth2/token", {
        ...(server.login && { basic: server.login }),
        form: { grant_type: "password", username: alias, password: PASSWORD },
      });
      expect(body.access_token, text).toBeDefined();
      return { id, alias, bearer: body.access_token };
    }

    beforeAll(async () => {
      role = (await api("POST", "/roles", { name: "readers of the books" })).id;
      reader = await newPerson("reader", [role]);
      other = await newPerson("other", []);
      await api("PUT", `/oauth/clients/${BOOKS.id}`, {
        config: {
          ...{ client_name: "Books", client_secret: BOOKS.secret, redirect_uris: [CALLBACK] },
          ...{ skip_consent: true, allowed_role_ids: [role] },
        },
      });
      config = await client.discovery(
        new URL(`${running().server.url}/auth/oauth2`),
        BOOKS.id,
        undefined,
        client.ClientSecretBasic(BOOKS.secret),
        { execute: [client.allowInsecureRequests] },
      );
    });

    /** As a browser of this person; answers where it ends, or the page that it sees. */
    async function browse({ bearer }: Person, more: Record<string, string> = {}) {
      const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: CALLBACK, scope: "openid", state, code_challenge_method: "S256" },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        ...more,
      });
      const { server } = running();
      const started = await send(server, "GET", url.pathname + url.search, { bearer });
      expect(started.status, started.text).toBe(302);
      const path = started.headers.get("location") ?? "";
      const page = await send(server, "GET", path, { bearer });
      const redeem = (location: string) =>
        client.authorizationCodeGrant(config, new URL(location), {
          ...{ expectedState: state, pkceCodeVerifier: verifier },
        });
      return { page, redeem, location: page.headers.get("location") ?? "" };
    }

    test("the code flow: an account with the role goes through, another ends with access_denied", async () => {
      const { location, redeem } = await browse(reader);
      expect((await redeem(location)).claims()?.sub).toBe(reader.id);

      const refused = { error: "access_denied", error_description: NOT_ALLOWED };
      const silent = await browse(other, { prompt: "none" });
      await expect(silent.redeem(silent.location)).rejects.toMatchObject(refused);

      const { page, redeem: back } = await browse(other);
      expect(page.status, "a page of ours first").toBe(403);
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? "";
      const form = { flow: field("flow"), form_token: field("form_token"), action: "deny" };
      const denied = await send(running().server, "POST", "/auth/oauth2/consent", {
        ...{ bearer: other.bearer, form },
      });
      await expect(back(denied.headers.get("location") ?? "")).rejects.toMatchObject(refused);
    });

    test("the refresh: with the role it goes on, after that it is invalid_grant", async () => {
      const { location, redeem } = await browse(reader);
      const { refresh_token = "", access_token } = await redeem(location);
      expect((await client.refreshTokenGrant(config, refresh_token)).access_token).toBeDefined();
      await give(reader);
      await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({
        ...{ error: "invalid_grant", error_description: NOT_ALLOWED },
      });
      const claims = await client.fetchUserInfo(config, access_token, reader.id);
      expect(claims.sub, "what was handed out lives to its end").toBe(reader.id);
      await give(reader, role);
    });

    /** The first poll comes at once: the person has decided before. */
    const poll = (started: client.DeviceAuthorizationResponse) =>
      client.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.1 });
    const decide = (started: client.DeviceAuthorizationResponse, who: Person, action: string) =>
      send(running().server, "POST", "/auth/v1/device", {
        ...{ bearer: who.bearer, json: { user_code: started.user_code, action } },
      });

    test("a device: another account cannot allow it, and when it says no the poll ends with access_denied", async () => {
      const allowed = await client.initiateDeviceAuthorization(config, { scope: "openid" });
      expect((await decide(allowed, reader, "approve")).status).toBe(200);
      expect((await poll(allowed)).claims()?.sub).toBe(reader.id);

      const started = await client.initiateDeviceAuthorization(config, { scope: "openid" });
      const refused = await decide(started, other, "approve");
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(NOT_ALLOWED)]);
      expect((await decide(started, other, "deny")).status).toBe(200);
      await expect(poll(started)).rejects.toMatchObject({ error: "access_denied" });
    });
  });
}
