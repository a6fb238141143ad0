/** What every resource server of `docs/connect` takes and refuses: access tokens for itself, and nothing else (RFC 9068 §4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningProgram } from "../protocol/docs/run-program.ts";
import { send } from "../support/server.ts";
import type { PageService } from "./service.ts";

const RESOURCE = "https://api.example.com";

export interface ResourceServer {
  readonly service: () => PageService;
  /** The program of the page. */
  readonly start: () => Promise<RunningProgram>;
}

/** The tests of a resource server; to be called within `describe`. */
export function resourceServer(api: ResourceServer): void {
  const tokensOf = async (form: Record<string, string>) => {
    const { server } = api.service();
    const { status, text, body } = await send(server, "POST", "/auth/oauth2/token", { form });
    expect(status, text).toBe(200);
    return body;
  };
  const asDemo = async (form: Record<string, string>): Promise<string> => {
    const { id = "", secret = "" } = api.service().server.demo ?? {};
    const client = { client_id: id, client_secret: secret };
    return (await tokensOf({ ...client, grant_type: "client_credentials", ...form })).access_token;
  };

  /** A client whose name is the address of the resource: its ID tokens have the audience of the resource. */
  beforeAll(async () => {
    const { server, token: bearer } = api.service();
    const json = { config: { client_secret: "a secret" } };
    const path = `/auth/v1/oauth/clients/${encodeURIComponent(RESOURCE)}`;
    const { status, text } = await send(server, "PUT", path, { bearer, json });
    expect(status, text).toBe(200);
  });

  let running: RunningProgram;
  beforeAll(async () => {
    running = await api.start();
  });
  afterAll(() => running?.[Symbol.asyncDispose]());

  const ask = (bearer?: string) =>
    fetch(`${running.origin}/reports`, {
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      redirect: "manual",
    });

  test("takes access tokens for itself, which are at+jwt, and refuses all others", async () => {
    const good = await ask(await asDemo({ resource: RESOURCE }));
    expect([good.status, await good.text()]).toEqual([
      200,
      expect.stringMatching(/^Reports for \w+$/),
    ]);

    const { id_token } = await tokensOf({
      client_id: RESOURCE,
      client_secret: "a secret",
      grant_type: "password",
      username: "grace",
      password: "correct horse",
      scope: "openid",
    });
    const refused = {
      nothing: undefined,
      "no token": "e30.e30.e30",
      "for the service alone": await asDemo({}),
      "for another resource": await asDemo({ resource: "https://other.example.com" }),
      "an ID token of the same audience": id_token,
      "a changed signature": `${(await asDemo({ resource: RESOURCE })).slice(0, -8)}AAAAAAAA`,
    };
    for (const [name, bearer] of Object.entries(refused)) {
      expect((await ask(bearer)).status, name).toBe(401);
    }
  });
}
