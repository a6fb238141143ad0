/** An installation with people of every source, made over the API, and its rows as data that later versions have to open. */
import { expect } from "vitest";
import type { SqlDriver } from "../../../src/runtime.ts";
import { issueKey, OWN_KEYS } from "../../support/api-keys.ts";
import type { TestAuth } from "../../support/auth.ts";
import { putDirectory, signIn } from "../../support/directory.ts";
import {
  answered,
  putProvider as putSaml,
  redeem as redeemSaml,
  registering,
  signIn as signInBySaml,
} from "../../support/saml.ts";
import type { Key } from "../../support/saml-idp.ts";
import { ldapRecord, type TestSlapd } from "../../support/slapd.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  putSetting,
  TOKEN,
  WEB,
} from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  putProvider as putUpstream,
  signInAt,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** What stands outside of the installation: one directory, one OpenID provider, one SAML provider. */
export interface Sources {
  readonly slapd: TestSlapd;
  readonly company: Company;
  readonly saml: Key;
}

/** One person of each source; `renamed` is of the directory, and gets another name there later. */
export type Name = "local" | "directory" | "renamed" | "upstream" | "saml";

/** Who signed in before the upgrade, and what they hold. */
export interface People {
  /** Ids of users, which are the `sub` of their tokens. */
  readonly ids: Readonly<Record<Name, string>>;
  readonly refresh: Readonly<Record<Name, string>>;
  /** API keys of the local user: one that she made herself, and one that an administrator made. */
  readonly keys: { readonly own: string; readonly administrator: string };
}

/** An installation as data. */
export interface Installation extends People {
  /** Milliseconds since the epoch when it was made: tokens are valid around this time. */
  readonly at: number;
  readonly encryption_key: string;
  readonly tables: Readonly<Record<string, Rows>>;
}

/** A client whose tokens administer, as versions up to 0.1 allowed with `skip_consent` alone. */
const DASHBOARD = { id: "dashboard", secret: "dashboard-secret" } as const;
/** The issuer of the OpenID provider, wherever it listens: identities are kept under it. */
const ISSUER = "https://company.example.com";

/** The person of the OpenID provider. */
export const CLEO = {
  iss: ISSUER,
  sub: "cleo-1",
  preferred_username: "cleo",
  email: "cleo@example.com",
  email_verified: true,
};

/** What the SAML provider says of its person. */
export const SAUL = {
  nameId: "saul-1",
  attributes: { mail: ["saul@example.com"], displayName: ["Saul"] },
} as const;

/** The records that name where the sources listen: an operator changes them when they move. */
export async function pointTo(service: TestAuth, { slapd, company, saml }: Sources) {
  await putDirectory(service, ldapRecord(slapd));
  await putUpstream(service, "company", {
    ...company.record,
    issuer: ISSUER,
    claim_mapping: { register: true },
  });
  await putSaml(service, registering(saml));
}

async function created(service: TestAuth, path: string, body: object) {
  const answer = await service.json("POST", `/auth/v1${path}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payload;
}

/** A client that people sign in to, and one whose tokens administer. */
async function putClients(service: TestAuth): Promise<void> {
  const redirect_uris = ["https://app.example.com/callback"];
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris, scope: ["app"] });
  const config = { client_secret: DASHBOARD.secret, redirect_uris, skip_consent: true };
  await putClient(service, DASHBOARD.id, config);
}

/** Sign-ins of one person of each source; answers their tokens. */
async function signEveryoneIn(service: TestAuth, { company, saml }: Sources) {
  const local = await service.form(TOKEN, ADA, WEB);
  const directory = await signIn(service, "dora");
  const renamed = await signIn(service, "rene");
  company.claims = CLEO;
  const upstream = await tokensOf(service, await signInAt(service, company, "company"));
  const code = answered(await signInBySaml(service, saml, SAUL)).get("code") ?? "";
  const federated = await redeemSaml(service, code);
  return {
    local: local.body,
    directory: directory.body,
    renamed: renamed.body,
    upstream: upstream.body,
    saml: federated.body,
  } satisfies Record<Name, unknown>;
}

const eachOf = <T>(all: Readonly<Record<Name, T>>, read: (one: T) => string) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, read(one)])) as Record<
    Name,
    string
  >;

/** Makes everything over the API, and signs everyone in once. */
export async function furnish(service: TestAuth, sources: Sources): Promise<People> {
  await allowUpstream(service);
  await putClients(service);
  await pointTo(service, sources);
  await putSetting(service, "api_key", { self_service: true });
  const staff = await created(service, "/roles", { name: "staff" });
  const hand = await created(service, "/roles", { name: "hand" });
  await created(service, "/lmaps", { name: "staff", role_ids: [staff.id] });
  const ada = await createAda(service);

  const tokens = await signEveryoneIn(service, sources);
  const ids = eachOf(tokens, ({ access_token }) => claimsOf(access_token).sub);
  const refresh = eachOf(tokens, ({ refresh_token }) => refresh_token);
  const given = await service.json("PATCH", `/auth/v1/users/${ids.directory}`, {
    role_ids: [hand.id],
  });
  expect(given.status, given.text).toBe(200);
  const made = await service.json("POST", OWN_KEYS, { name: "gitadmin" }, "ada");
  expect(made.status, made.text).toBe(200);
  const administrator = await issueKey(service, { user_id: ada, name: "deploy" });
  return { ids, refresh, keys: { own: made.body.payload.key, administrator: administrator.key } };
}

/** Every row of the database but those of running instances. */
export async function rowsOf(driver: SqlDriver): Promise<Installation["tables"]> {
  return driver.session(async (database) => {
    const names = await database.query(
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name like 'auth\\_%' order by 1`,
    );
    const tables: Record<string, Rows> = {};
    for (const { name } of names) {
      if (name === "auth_instances") continue;
      const [found] = await database.query(`select json_agg(to_json(t)) as all from ${name} t`);
      tables[String(name)] = (found?.all as Rows | null) ?? [];
    }
    return tables;
  });
}
