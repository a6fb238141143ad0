/** Administrators with fewer rights (ADR 0090) and what they send: invitations, and mails that replace a password. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountsSetup, accountsSetup } from "../../support/invitations.ts";
import { type LimitedSetup, limitedSetup } from "../../support/limited.ts";

let accounts: AccountsSetup;
let setup: LimitedSetup;

beforeAll(async () => {
  accounts = await accountsSetup();
  setup = await limitedSetup(accounts.gateway.service);
  const signup = { value: { password_reset: true, attempts: { unlimited: true } } };
  expect((await setup.as("root", "PUT", "/settings/signup", signup)).status).toBe(200);
});
afterAll(() => accounts[Symbol.asyncDispose]());

const role = (name: string) => setup.roles[name] ?? "";

async function invite(alias: string, people: string, ...roles: string[]) {
  const role_ids = roles.map(role);
  const { status, body } = await setup.as(alias, "POST", "/invitations", { people, role_ids });
  return { status, id: body.payload?.[0]?.id as string, result: body.payload?.[0]?.result };
}

test("an invitation leads to the roles that its writer gives, and to no others", async () => {
  expect(await invite("people", "a@example.com", "sales")).toMatchObject({ result: "invited" });
  expect(await invite("people", "b@example.com")).toMatchObject({ result: "invited" });
  expect(await invite("sales-people", "c@example.com", "sales")).toMatchObject({
    result: "invited",
  });
  for (const [alias, ...roles] of [
    ["people", "admins"],
    ["people", "sales", "people"],
    ["people", "sales-lead"],
    ["sales-people"],
    ["sales-people", "tech"],
    ["sales-people", "sales", "tech"],
  ] as const) {
    expect((await invite(alias, "evil@example.com", ...roles)).status, `${alias} ${roles}`).toBe(
      403,
    );
  }
  expect((await invite("support", "evil@example.com")).status).toBe(403);
});

test("the invitations of others: seen, sent again and withdrawn as far as one could write them", async () => {
  await invite("people", "one@example.com", "sales");
  await invite("people", "two@example.com");
  await invite("sales-people", "three@example.com", "sales");
  const admin = await invite("root", "boss@example.com", "admins");
  const tech = await invite("root", "tech@example.com", "tech");
  const mine = ["boss", "one", "tech", "three", "two"];
  const seen = async (alias: string) => {
    const { body } = await setup.as(alias, "GET", "/invitations");
    expect(body.meta.total_item_count).toBe(body.payload.length);
    const names = body.payload.map(({ address }: { address: string }) => address.split("@")[0]);
    return mine.filter((name) => names.includes(name));
  };
  expect(await seen("sales-people")).toEqual(["one", "three"]);
  expect(await seen("people")).toEqual(["one", "tech", "three", "two"]);
  expect(await seen("read")).toEqual(mine);
  const act = async (alias: string, method: string, path: string) =>
    (await setup.as(alias, method, `/invitations/${path}`)).status;
  for (const alias of ["people", "sales-people"]) {
    expect(await act(alias, "POST", `${admin.id}/send`)).toBe(403);
    expect(await act(alias, "DELETE", admin.id)).toBe(403);
  }
  expect(await act("sales-people", "DELETE", tech.id)).toBe(403);
  expect(await act("people", "POST", `${tech.id}/send`)).toBe(200);
  expect(await act("people", "DELETE", tech.id)).toBe(200);
});

test("a password is replaced by a mail to its owner, and not that of an administrator", async () => {
  const reset = async (alias: string, target: string) => {
    const path = `/users/${setup.users[target]}/password-reset`;
    return (await setup.as(alias, "POST", path)).status;
  };
  expect(await reset("support", "engineer")).toBe(200);
  expect((await accounts.relay.next("engineer@example.com")).to).toEqual(["engineer@example.com"]);
  expect(await reset("sales-help", "seller")).toBe(200);
  expect(await reset("sales-help", "engineer")).toBe(404);
  for (const target of ["root", "people", "support"])
    expect(await reset("support", target)).toBe(403);
  expect(await reset("read", "seller")).toBe(403);
});
