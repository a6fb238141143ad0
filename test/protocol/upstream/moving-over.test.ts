/** docs/migration/index.md: who came from the old provider gets a password here, and stays the same user by both ways. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { claimsOf, putClient } from "../../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  putProvider,
  signInAt,
  startCompany,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

let service: TestAuth;
let company: Company;
beforeAll(async () => {
  [service, company] = await Promise.all([testAuth(), startCompany()]);
  await allowUpstream(service);
  const record = { ...company.record, claim_mapping: { register: true } };
  await putProvider(service, "company", record);
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const arrive = async (): Promise<string> => {
  company.claims = { sub: "old-1", email: "kay@example.com", email_verified: true, name: "Kay" };
  const { access } = await tokensOf(service, await signInAt(service, company, "company"));
  return String(access.sub);
};

test("an administrator makes the user local with a password: one user, by both ways", async () => {
  const id = await arrive();
  const { body } = await service.json("GET", `/auth/v1/users/${id}`);
  const { alias, details, role_ids, sync_role_ids } = body.payload;
  const changed = await service.json("PUT", `/auth/v1/users/${id}`, {
    alias,
    role_ids,
    sync_role_ids,
    details: { ...details, password: "correct horse" },
    local: true,
  });
  expect(changed.status, changed.text).toBe(200);

  await putClient(service, "own", { client_secret: "s", grant_types: ["password"] });
  const fields = {
    grant_type: "password",
    username: "kay@example.com",
    password: "correct horse",
  };
  const here = await service.form("/auth/oauth2/token", fields, { id: "own", secret: "s" });
  expect(here.status, here.text).toBe(200);
  expect(claimsOf(here.body.access_token).sub).toBe(id);
  expect(await arrive(), "the old way still leads to the same user").toBe(id);
});
