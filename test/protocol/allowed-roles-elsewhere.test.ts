/** A role that a provider elsewhere gives, and the clients that it opens (ADR 0123). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { CALLBACK } from "../support/authorize.ts";
import { putClient, TOKEN, WEB } from "../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  clientAnswer,
  putProvider,
  signInAt,
  startCompany,
  tokensOf,
} from "../support/upstream-sign-in.ts";

let service: TestAuth;
let company: Company;

beforeAll(async () => {
  service = await testAuth();
  company = await startCompany();
  await allowUpstream(service);
  const role = await service.json("POST", "/auth/v1/roles", { name: "reader" });
  const allowed_role_ids = [role.body.payload.id];
  const client = { client_secret: WEB.secret, redirect_uris: [CALLBACK], skip_consent: true };
  await putClient(service, WEB.id, { ...client, allowed_role_ids });
  const role_map = { staff: ["reader"] };
  const claim_mapping = { register: true, roles_claim: "groups", role_map };
  await putProvider(service, "company", { ...company.record, userinfo_url: "", claim_mapping });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await company?.[Symbol.asyncDispose]();
});

const GRACE = { sub: "grace-1", email: "grace@example.com", email_verified: true };
const signIn = (claims: object) => {
  company.claims = { ...claims };
  return signInAt(service, company, "company");
};

test("counts at the sign-in that brings it, the first one of an account too", async () => {
  const { access } = await tokensOf(service, await signIn({ ...GRACE, groups: ["staff"] }));
  const user = await service.json("GET", `/auth/v1/users/${access.sub}`);
  expect(user.body.payload.role_ids).toEqual([]);
});

test("counts no more from the sign-in on that does not bring it, also at the refresh", async () => {
  const { body } = await tokensOf(service, await signIn({ ...GRACE, groups: ["staff"] }));
  expect(clientAnswer(await signIn({ ...GRACE, groups: [] })).error).toBe("access_denied");
  const form = { grant_type: "refresh_token", refresh_token: body.refresh_token };
  const refreshed = await service.form(TOKEN, form, WEB);
  expect([refreshed.status, refreshed.body.error]).toEqual([400, "invalid_grant"]);
});

test("an account that the sign-in makes without it is refused", async () => {
  const hedy = { sub: "hedy-1", email: "hedy@example.com", email_verified: true };
  expect(clientAnswer(await signIn(hedy)).error).toBe("access_denied");
  await expect
    .poll(async () => {
      const query = `client=${WEB.id}&action=sign_in_refused`;
      const { body } = await service.json("GET", `/auth/v1/audit?${query}`);
      type Entry = { principal: { name: string }; facts: { said?: string } };
      return body.payload.map(({ principal, facts }: Entry) => [principal.name, facts.said]);
    })
    .toContainEqual([hedy.email, "refusal.client_not_allowed"]);
});
