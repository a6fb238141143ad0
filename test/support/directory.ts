/** A service with a directory behind it, and short ways to ask it. */
import { expect } from "vitest";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { type Answer, type TestAuth, testAuth } from "./auth.ts";
import type { TestRuntime } from "./runtime.ts";
import { ldapRecord, type SlapdSetup, startSlapd, type TestSlapd } from "./slapd.ts";
import { claimsOf, putClient, TOKEN, WEB } from "./tokens.ts";

type Json = Record<string, unknown>;

/** Saves the record `directory`, enabled unless told otherwise. */
export async function putDirectory(
  service: TestAuth,
  config: Json,
  { id = "directory", enabled = true } = {},
): Promise<void> {
  const path = `/auth/v1/ldap/configs/${id}`;
  const { status, text } = await service.json("PUT", path, { enabled, config });
  expect(status, text).toBe(200);
}

/** A service whose active directory has this `config`, with the client `WEB`. */
export async function authWithRecord(
  config: Json,
  options: AuthOptions = {},
  runtime?: TestRuntime,
): Promise<TestAuth> {
  const service = await testAuth(options, runtime);
  await putClient(service, WEB.id, { client_secret: WEB.secret, scope: ["app"] });
  await putDirectory(service, config);
  return service;
}

/** A service whose active directory is this one, with the client `WEB`. */
export const directoryAuth = (
  slapd: TestSlapd,
  record: Json = {},
  options: AuthOptions = {},
  runtime?: TestRuntime,
): Promise<TestAuth> => authWithRecord(ldapRecord(slapd, record), options, runtime);

export interface TestDirectory extends AsyncDisposable {
  readonly slapd: TestSlapd;
  readonly service: TestAuth;
}

/** A directory, and a service that it is the active one of. */
export async function startDirectory(
  setup: SlapdSetup,
  record: (slapd: TestSlapd) => Json = () => ({}),
): Promise<TestDirectory> {
  const slapd = await startSlapd(setup);
  try {
    const service = await directoryAuth(slapd, record(slapd));
    return {
      slapd,
      service,
      async [Symbol.asyncDispose]() {
        await service[Symbol.asyncDispose]();
        await slapd.stop();
      },
    };
  } catch (error) {
    await slapd.stop();
    throw error;
  }
}

export const signIn = (service: TestAuth, username: string, password = `${username}'s password`) =>
  service.form(TOKEN, { grant_type: "password", username, password }, WEB);

/** Id of the user that a token speaks for. */
export const subjectOf = ({ body }: Answer): string => claimsOf(body.access_token).sub;

/** Every user by any alias, as the management plane shows them. */
export async function userBy(service: TestAuth, alias: string) {
  const { body } = await service.json("GET", `/auth/v1/users?alias=${encodeURIComponent(alias)}`);
  return body.payload[0];
}

/** Names of the roles that a sync gave to this user. */
export async function syncedRoles(service: TestAuth, alias: string): Promise<string[]> {
  const user = await userBy(service, alias);
  const ids: readonly string[] = user?.sync_role_ids ?? [];
  const named = (user?.roles ?? []).filter(({ id }: { id: string }) => ids.includes(id));
  return named.map(({ name }: { name: string }) => name).sort();
}

/** A full sync that must succeed; answers its report. */
export async function syncAll(service: TestAuth, body?: Json) {
  const answer = await service.json("POST", "/auth/v1/ldap/sync", body);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.message).toEqual({ text: "users synced" });
  return answer.body.payload;
}

/** What other sources call this user. */
export const identitiesOf = async (service: TestAuth, id: string) =>
  (await service.json("GET", `/auth/v1/users/${id}/identities`)).body.payload;

/** Status of a refresh with the token of this sign-in. */
export async function refreshStatus(service: TestAuth, { body }: Answer): Promise<number> {
  const fields = { grant_type: "refresh_token", refresh_token: body.refresh_token };
  return (await service.form(TOKEN, fields, WEB)).status;
}
