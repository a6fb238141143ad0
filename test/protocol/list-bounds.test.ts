/** Lists: limits, offsets and filters of every form are answered or refused, on every list of the API description. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, operationsOf } from "../support/api-document.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createAda } from "../support/tokens.ts";

let service: TestAuth;
let lists: Operation[];
beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  for (const name of ["a", "b", "c", "d"]) {
    await service.createUser({ alias: [name] });
    await service.json("POST", "/auth/v1/roles", { name });
    await service.json("POST", "/auth/v1/permissions", { name });
    await service.json("POST", "/auth/v1/api-key-principals", { name });
  }
  const { body } = await service.json("GET", "/auth/swagger/swagger.json");
  lists = operationsOf(body).filter(
    ({ method, described }) => method === "GET" && namesOf(described).includes("_limit"),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

const namesOf = (described: Operation["described"]): string[] =>
  ((described.parameters ?? []) as { in: string; name: string }[])
    .filter((one) => one.in === "query")
    .map(({ name }) => name);

const ask = ({ path }: Operation, query: string) =>
  service.request(
    "GET",
    `${path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4")}?${query}`,
    {
      headers: { "x-user": "ada" },
    },
  );

test("there are lists to walk, some of them with more than two rows", async () => {
  expect(lists.length).toBeGreaterThan(5);
  const long = await Promise.all(lists.map(async (one) => (await ask(one, "")).body?.payload));
  expect(long.filter((rows) => Array.isArray(rows) && rows.length > 2).length).toBeGreaterThan(2);
});

const BIG = ["2147483648", "9007199254740993", "9223372036854775808", "1e309", "0x10", "NaN", ""];
const BOUNDS = [
  ...["_offset=1", "_limit=-1", "_offset=-1", "_limit=0", "_limit=2&_limit=900"],
  ...BIG.flatMap((number) => [`_limit=${number}`, `_offset=${number}`]),
];

test.each(["_limit=2", "_limit=2&_offset=1", ...BOUNDS])("%s", async (query) => {
  for (const one of lists) {
    const { status, body, text } = await ask(one, query);
    expect([200, 400, 404], `${one.key}: ${text.slice(0, 200)}`).toContain(status);
    if (status !== 200 || !query.startsWith("_limit=2") || /_limit=2\d/.test(query)) continue;
    expect(body.payload.length, one.key).toBeLessThanOrEqual(2);
  }
});

test.each(["%ED%A0%80", "%00", "a%00b", "%F0%9F", "%25", "%5C", "'", "%22", "%FF"])(
  "%s in every filter",
  async (value) => {
    for (const one of lists) {
      for (const name of namesOf(one.described)) {
        const { status, text } = await ask(one, `${name}=${value}&_limit=2`);
        const asked = `${one.key} ${name}: ${text.slice(0, 200)}`;
        expect([200, 400, 404], asked).toContain(status);
        if (value.includes("%00")) expect(status, asked).not.toBe(200);
      }
    }
  },
);
