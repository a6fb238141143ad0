/** An import invites people whose account nothing opens (ADR 0115): their mails wait in the database, bounded. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importFile, ndjson } from "../../support/imports.ts";
import { sendWaitingInvitations, tables } from "../../support/inside.ts";
import { type AccountsSetup, accountsSetup, PASSWORD } from "../../support/invitations.ts";
import { limitedSetup } from "../../support/limited.ts";
import { linkCodeIn } from "../../support/signup.ts";
import { putSetting } from "../../support/tokens.ts";

let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const HASH = "{SSHA}E4i04UN/+MVB+E0yOTxuqosHO5qgdG6t";
const run = async (entries: readonly object[], query = "invite=true", at = setup) => {
  const report = await importFile(at.gateway.service, "ndjson", ndjson(...entries), query);
  expect(report.status, report.text).toBe(200);
  return report;
};
const invitationsOf = ({ lines }: Awaited<ReturnType<typeof run>>) =>
  lines.map(({ invitation }) => invitation);
const send = async (at = setup) => sendWaitingInvitations(await at.gateway.service.auth.service);
const next = async (address: string) => {
  await send();
  return setup.relay.next(address);
};
const principal = (alias: string) => setup.gateway.service.auth.api.principal(alias);
const list = async () => (await setup.admin("GET", "/invitations?_limit=200")).body.payload;
const invitationOf = async (address: string) =>
  (await list()).find((one: { address: string }) => one.address === address);

test("who has no password is invited in their language, chooses one, and is who the file says", async () => {
  const adele = {
    external_id: "1",
    alias: "adele",
    email: "adele@one.example",
    name: "Adele",
    language: "de-AT",
  };
  const people = [
    adele,
    { external_id: "2", email: "has@one.example", password_hash: HASH },
    { external_id: "3", alias: "none" },
    { external_id: "4", email: "off@one.example", enabled: false },
    { external_id: "5", email: "else@one.example", local: false },
    { external_id: "6", email: "no@one.example", invite: false },
  ];
  const before = await list();
  const dry = await run(people, "invite=true&dry_run=true");
  const expected = [
    "invited",
    "has_way_in",
    "no_address",
    "disabled",
    "signs_in_elsewhere",
    undefined,
  ];
  expect(invitationsOf(dry)).toEqual(expected);
  expect(dry.summary).toMatchObject({ invited: 1, created: 6, dry_run: true });
  expect(await list()).toEqual(before);

  const done = await run(people);
  expect(invitationsOf(done)).toEqual(expected);
  expect(done.summary).toMatchObject({ invited: 1, created: 6 });
  const mail = await next("adele@one.example");
  expect(mail.mail.subject).toBe("Ihre Einladung");
  const code = linkCodeIn(mail);
  const person = await principal("adele");
  const page = await setup.gateway.jar().open(`/login/?flow=invitation&code=${code}`);
  expect(page.text).toContain("adele@one.example");
  expect(page.text).not.toContain('name="name"');
  expect((await setup.accept(code, { name: "Another" })).status).toBe(303);
  expect(await setup.signsIn("adele")).toBe("adele@one.example");
  const { body } = await setup.admin("GET", `/users/${person?.id}`);
  expect(body.payload.details).toMatchObject({ name: "Adele", email_verified: true });
  // Once.
  expect((await setup.acceptJson(code)).status).toBe(401);
});

test("a second run sends nothing to those who were invited, withdrawn or have signed in", async () => {
  const file = [
    { external_id: "21", email: "open@two.example" },
    { external_id: "22", email: "withdrawn@two.example" },
    { external_id: "23", email: "accepted@two.example" },
  ];
  expect(invitationsOf(await run(file))).toEqual(["invited", "invited", "invited"]);
  const accepted = linkCodeIn(await next("accepted@two.example"));
  const withdrawn = linkCodeIn(await setup.relay.next("withdrawn@two.example"));
  expect((await setup.acceptJson(accepted)).status).toBe(200);
  const { id } = await invitationOf("withdrawn@two.example");
  expect((await setup.admin("DELETE", `/invitations/${id}`)).status).toBe(200);
  expect((await setup.acceptJson(withdrawn)).status).toBe(401);
  const again = await run(file);
  expect(invitationsOf(again)).toEqual(["invited_before", "invited_before", "has_way_in"]);
  expect(again.summary).toMatchObject({ invited: 0, unchanged: 3 });
  expect(await send()).toBe(0);
});

test("an invitation opens the account only while nothing else does, and only by an address of it", async () => {
  const invite = async (external_id: string, address: string) => {
    const { lines } = await run([{ external_id, email: address }]);
    return { id: lines[0].id as string, code: linkCodeIn(await next(address)) };
  };
  const password = await invite("31", "password@three.example");
  const own = { details: { email: "password@three.example", password: "a password of mine" } };
  expect((await setup.admin("PATCH", `/users/${password.id}`, own)).status).toBe(200);
  expect((await setup.acceptJson(password.code)).status).toBe(409);
  expect(await setup.signsIn("password@three.example", "a password of mine")).toBe(
    "password@three.example",
  );

  const moved = await invite("32", "moved@three.example");
  await setup.admin("PATCH", `/users/${moved.id}`, { alias: ["elsewhere@three.example"] });
  expect((await setup.acceptJson(moved.code)).status).toBe(409);

  const off = await invite("33", "off@three.example");
  const pageOf = async (code: string) =>
    (await setup.gateway.jar().open(`/login/?flow=invitation&code=${code}`)).text;
  expect(await pageOf(off.code)).toContain("You are invited");
  await setup.admin("PATCH", `/users/${off.id}`, { is_active: false });
  // Before a password is chosen.
  for (const [{ code }, title] of [
    [off, "This invitation cannot be used"],
    [moved, "This invitation cannot be used"],
    [password, "You have an account already"],
  ] as const) {
    expect(await pageOf(code)).toContain(title);
    expect(await pageOf(code)).not.toContain("three.example");
  }
  expect((await setup.acceptJson(off.code)).status).toBe(409);

  const gone = await invite("34", "gone@three.example");
  await setup.admin("DELETE", `/users/${gone.id}`);
  expect((await setup.acceptJson(gone.code)).status).toBe(401);
  for (const address of ["moved@three.example", "off@three.example", "gone@three.example"]) {
    expect(await setup.signsIn(address), address).toBeUndefined();
  }
});

test("no one who was here before is invited, whatever the file calls them", async () => {
  const { service } = setup.gateway;
  const here = await service.createUser({ alias: ["here@four.example"] });
  const role = await setup.admin("POST", "/roles", { name: "bosses", permission_ids: [] });
  expect(role.status, role.text).toBeLessThan(300);
  const taken = await run(
    [{ external_id: "41", email: "here@four.example" }],
    "invite=true&update=true",
  );
  expect(taken.lines).toMatchObject([{ outcome: "refused" }]);
  expect(taken.lines[0]).not.toHaveProperty("invitation");
  expect(await invitationOf("here@four.example")).toBeUndefined();
  expect(await principal("here@four.example")).toMatchObject({ id: here });
});

test("mails leave at a bounded rate", async () => {
  await using own = await accountsSetup();
  const sending = { unlimited: true };
  const atMost = (per_minute: number) =>
    putSetting(own.gateway.service, "accounts", { invitation: { sending, per_minute } });
  await atMost(1);
  const people = Array.from({ length: 13 }, (_, index) => ({
    external_id: `5${index}`,
    email: `p${index}@five.example`,
  }));
  expect((await run(people, "invite=true", own)).summary).toMatchObject({ invited: 13 });
  expect(await send(own)).toBe(1);
  expect(await send(own)).toBe(0);
  await atMost(1_000);
  expect(await send(own)).toBe(10);
  expect(await send(own)).toBe(2);
  expect(await send(own)).toBe(0);
});

test("ADR 0117: a copy that keeps still sends none, and the doctor says so; what a person asks for is sent", async () => {
  await using own = await accountsSetup();
  const { service } = own.gateway;
  await putSetting(service, "outgoing", { held: true });
  await run([{ external_id: "97", email: "waits@ten.example" }], "invite=true", own);
  expect(await send(own)).toBe(0);
  const doctor = async () =>
    (await own.admin("GET", "/doctor")).body.payload.filter(
      ({ id, severity }: { id: string; severity: string }) =>
        id === "outgoing" && severity !== "ok",
    );
  expect(await doctor()).toMatchObject([{ severity: "warning", repair: { tab: "outgoing" } }]);
  await own.invited("asked@ten.example");
  expect(own.relay.mails.map(({ to }) => to[0])).toEqual(["asked@ten.example"]);
  await putSetting(service, "outgoing", { held: false });
  expect(await send(own)).toBe(1);
  expect(await doctor()).toEqual([]);
});

test("a mail that the relay puts off is tried again after its lease, with a link of its own; one that it refuses is not", async () => {
  await using own = await accountsSetup();
  const { db } = (await own.gateway.service.auth.service).store;
  const later = () =>
    db.update(tables.invitations).set({
      updated_at: sql`${tables.invitations.updated_at} - interval '121 seconds'`,
    });
  const people = [{ external_id: "95", email: "later@ten.example" }];
  await run(people, "invite=true", own);
  own.relay.refusals.push({ code: 451, text: "try again later" });
  expect(await send(own)).toBe(0);
  expect(own.relay.refusals).toEqual([]);
  // Another instance may be at it still.
  expect(await send(own)).toBe(0);
  await later();
  expect(await send(own)).toBe(1);
  expect((await own.acceptJson(await own.code("later@ten.example"))).status).toBe(200);
  await later();
  expect(await send(own)).toBe(0);

  await run([{ external_id: "96", email: "never@ten.example" }], "invite=true", own);
  own.relay.refusals.push({ code: 550, text: "no such mailbox" });
  expect(await send(own)).toBe(1);
  await later();
  expect(await send(own)).toBe(0);
  expect(own.relay.mails.map(({ to }) => to[0])).toEqual(["later@ten.example"]);
});

test("people that are here are invited from the list", async () => {
  const { lines } = await run([{ external_id: "61", email: "list@six.example" }], "");
  expect(lines[0]).not.toHaveProperty("invitation");
  const [id] = [lines[0].id as string];
  const invite = (user_ids: readonly string[]) =>
    setup.admin("POST", "/invitations/accounts", { user_ids });
  expect((await invite([id, id, "01J0USERA0000000000000000A"])).body.payload).toMatchObject([
    { user_id: id, result: "invited" },
    { result: "not_found" },
  ]);
  expect((await invite([id])).body.payload).toMatchObject([{ result: "invited_before" }]);
  expect((await setup.acceptJson(linkCodeIn(await next("list@six.example")))).status).toBe(200);
  expect(await setup.signsIn("list@six.example", PASSWORD)).toBe("list@six.example");
});

test("an administrator with fewer rights invites neither administrators nor people out of reach, and imports no one", async () => {
  await using own = await accountsSetup();
  const { service } = own.gateway;
  const limited = await limitedSetup(service);
  const people = [
    { external_id: "81", email: "mine@eight.example", roles: ["sales"] },
    { external_id: "82", email: "other@eight.example", roles: ["tech"] },
    { external_id: "83", email: "boss@eight.example", roles: ["sales", "admins"] },
  ];
  const file = (query: string, user: string) =>
    importFile(service, "ndjson", ndjson(...people), query, user);
  const [mine, other, ruling] = (await file("allow_administrators=true", "root")).lines.map(
    ({ id }) => id as string,
  );
  const invite = async (alias: string, ...user_ids: unknown[]) =>
    (await limited.as(alias, "POST", "/invitations/accounts", { user_ids })).status;
  expect(await invite("sales-people", other)).toBe(404);
  expect(await invite("sales-people", ruling)).toBe(403);
  expect(await invite("sales-people", mine, other)).toBe(404);
  expect(await invite("sales-help", mine)).toBe(403);
  expect((await file("invite=true", "sales-people")).status).toBe(403);
  const open = await limited.as("root", "GET", "/invitations");
  expect(open.body.payload).toEqual([]);
  expect(await invite("sales-people", mine)).toBe(200);
  // Without the switch for administrators an import invites none, either.
  expect(invitationsOf(await file("invite=true", "root"))).toEqual([
    ...["invited_before", "invited", "administrator"],
  ]);
  // Sending again and withdrawing have the same bounds.
  const { body } = await limited.as("root", "GET", "/invitations");
  const id = body.payload.find(({ user_id }: { user_id: string }) => user_id === other).id;
  expect((await limited.as("sales-people", "DELETE", `/invitations/${id}`)).status).toBe(404);
  expect((await limited.as("sales-people", "POST", `/invitations/${id}/send`)).status).toBe(404);
});

test("an address that is deleted and imported again has no more mails than invitations may send", async () => {
  await using own = await accountsSetup();
  const sending = { per_account: 3, per_network: 1_000, window: "24h" };
  await putSetting(own.gateway.service, "accounts", {
    invitation: { sending, per_minute: 1_000 },
  });
  let sent = 0;
  for (let round = 0; round < 8; round++) {
    const people = [{ external_id: "91", email: "again@nine.example" }];
    const { lines } = await run(people, "invite=true", own);
    expect(lines[0]).toMatchObject({ outcome: "created", invitation: "invited" });
    sent += await send(own);
    await own.admin("DELETE", `/users/${lines[0].id}`);
  }
  expect(sent).toBe(3);
});

test("mails of the line and mails by hand are one count for an address, from whatever network", async () => {
  await using own = await accountsSetup();
  const sending = { per_account: 3, per_network: 1_000, window: "24h" };
  await putSetting(own.gateway.service, "accounts", { invitation: { sending } });
  const people = [{ external_id: "95", email: "both@nine.example" }];
  await run(people, "invite=true", own);
  expect(await send(own)).toBe(1);
  const { body } = await own.admin("GET", "/invitations");
  const again = () => own.admin("POST", `/invitations/${body.payload[0].id}/send`);
  expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
  expect((await again()).status).toBe(429);
  const { attempts } = await own.gateway.service.auth.service;
  const elsewhere = { account: "both@nine.example", network: "198.51.100.7" };
  await expect(attempts.spend("invitation", elsewhere)).rejects.toMatchObject({ status: 429 });
});

test("without a relay nothing is imported that was to be invited", async () => {
  await using own = await accountsSetup();
  const { service } = own.gateway;
  await service.json("DELETE", "/auth/v1/settings/email");
  const people = [{ external_id: "71", email: "relay@seven.example" }];
  const { summary, lines } = await run(people, "invite=true", own);
  expect(lines).toEqual([]);
  expect(summary).toMatchObject({ complete: false, created: 0 });
  expect(await service.auth.api.principal("relay@seven.example")).toBeUndefined();
});
