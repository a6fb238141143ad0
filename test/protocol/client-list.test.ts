/** The list of clients: what each is, when it last got tokens, and how it is found (issue 30). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, putSetting, TOKEN } from "../support/tokens.ts";

const CLIENTS = "/auth/v1/oauth/clients";
const SECRET = "a secret of enough letters";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, "shop", { client_name: "Corner shop", client_secret: SECRET });
  await putClient(service, "phone", { client_name: "Phone", public: true });
  await putClient(service, "batch", {
    client_secret: SECRET,
    grant_types: ["client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"],
  });
  await putClient(service, "https://agent.example.com/client.json", { client_name: "Agent" });
});
afterAll(() => service[Symbol.asyncDispose]());

const version = async () => (await service.auth.service).snapshots.current.version;

type Row = Record<string, string>;
const list = async (query = ""): Promise<Row[]> =>
  (await service.json("GET", `${CLIENTS}${query}`)).body.payload;
const ids = async (query: string) => (await list(query)).map(({ id }) => id).sort();
const one = async (id: string) => (await list(`?id=${encodeURIComponent(id)}`))[0] ?? {};

describe("what a client is", () => {
  test.each([
    ["shop", "web"],
    ["phone", "public"],
    ["batch", "machine"],
    ["https://agent.example.com/client.json", "document"],
  ])("%s is %s", async (id, kind) => {
    expect(await one(id)).toMatchObject({ kind });
  });

  test("one that registered itself is that, whatever its method is", async () => {
    await putSetting(service, "registration", { enabled: true });
    const { status, text, body } = await service.json("POST", "/auth/oauth2/register", {
      client_name: "Self made",
      redirect_uris: ["https://self.example.com/callback"],
      token_endpoint_auth_method: "none",
    });
    expect(status, text).toBe(201);
    expect(await one(body.client_id)).toMatchObject({ kind: "registered", name: "Self made" });
  });
});

describe("how it is found", () => {
  test("by a part of its id or name in any letter case, and by what it is", async () => {
    expect(await ids("?search=CORNER")).toEqual(["shop"]);
    expect(await ids("?search=atc")).toEqual(["batch"]);
    expect(await ids("?kind=machine")).toEqual(["batch"]);
    expect(await ids("?kind=public&search=shop")).toEqual([]);
    const { body } = await service.json("GET", `${CLIENTS}?search=ho&_limit=1`);
    expect([body.payload.length, body.meta.total_item_count]).toEqual([1, 2]);
  });

  test("a word that is no kind is refused and named", async () => {
    const { status, text } = await service.json("GET", `${CLIENTS}?kind=robot`);
    expect([status, text]).toEqual([400, expect.stringContaining("kind")]);
  });

  test("names of other records are found, too", async () => {
    const config = { name: "Town hall", client_id: "us", issuer: "https://op.example.com" };
    await service.json("PUT", "/auth/v1/oauth/providers/op", { config });
    const { body } = await service.json("GET", "/auth/v1/oauth/providers?search=hall");
    expect(body.payload).toMatchObject([{ id: "op" }]);
  });
});

describe("when it last got tokens", () => {
  const signIn = (id: string, password = ADA.password) =>
    service.form(TOKEN, { ...ADA, password }, { id, secret: SECRET });
  const make = (id: string) => putClient(service, id, { client_name: id, client_secret: SECRET });
  const used = async (id: string) => Date.parse((await one(id)).last_used_at ?? "");

  test("absent before, at most a minute old after, and no new version", async () => {
    await make("till");
    expect(await one("till")).not.toHaveProperty("last_used_at");
    expect((await signIn("till", "wrong")).status).not.toBe(200);
    expect(await one("till"), "a refusal is no use").not.toHaveProperty("last_used_at");
    const [before, start] = [await version(), service.runtime.clock.now()];
    const { status, text } = await signIn("till");
    expect(status, text).toBe(200);
    const first = await used("till");
    expect(first).toBeGreaterThanOrEqual(start - 1_000);
    service.runtime.advance(61_000);
    await signIn("till");
    expect(await used("till")).toBeGreaterThanOrEqual(first + 60_000);
    expect(await version()).toBe(before);
  });

  test("a change of the record keeps it; a new record of the same id begins anew", async () => {
    await make("desk");
    await signIn("desk");
    await putClient(service, "desk", { client_name: "Reception", client_secret: SECRET });
    expect(await used("desk")).toBeGreaterThan(0);
    await service.json("DELETE", `${CLIENTS}/desk`);
    await make("desk");
    expect(await one("desk")).not.toHaveProperty("last_used_at");
  });
});
