/** The API description is valid, and each example fits its schema (O18; W17). */
import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checker, examplesOf, type Operation, operationsOf } from "../support/api-document.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
let text: string;
let operations: readonly Operation[];

beforeAll(async () => {
  service = await testAuth();
  ({ text } = await service.request("GET", "/auth/swagger/swagger.json"));
  operations = operationsOf(JSON.parse(text));
});
afterAll(() => service[Symbol.asyncDispose]());

describe("the document", () => {
  test("@seriousme/openapi-schema-validator finds no fault", async () => {
    expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
  });

  test("@readme/openapi-parser finds no fault", async () => {
    expect(await validate(JSON.parse(text))).toMatchObject({ valid: true, warnings: [] });
  });

  test("a client's secret is never described as a parameter of the URL", () => {
    const { securitySchemes } = JSON.parse(text).components;
    for (const scheme of Object.values<{ in?: string }>(securitySchemes)) {
      expect(scheme.in).not.toBe("query");
    }
    for (const { key, described } of operations) {
      for (const { in: place, name } of described.parameters ?? []) {
        expect([place, name], key).not.toEqual(["query", "client_secret"]);
      }
    }
  });

  test("W17: `<name>_set` stands beside every write-only member, for answers", () => {
    let secrets = 0;
    JSON.parse(text, (_, value) => {
      for (const [name, member] of Object.entries<{ writeOnly?: boolean }>(
        value?.properties ?? {},
      )) {
        if (member?.writeOnly !== true) continue;
        secrets += 1;
        expect(value.properties[`${name}_set`]).toMatchObject({ type: "boolean", readOnly: true });
      }
      return value;
    });
    expect(secrets).toBeGreaterThan(5);
  });

  test("session providers are served with their secret, so it is no write-only member there", () => {
    const { ServedSessionProvider } = JSON.parse(text).components.schemas;
    const { oauth2 } = ServedSessionProvider.properties;
    expect(oauth2.properties.client_secret).toEqual({ type: "string" });
  });
});

describe("examples", () => {
  test("every body and every success has one", () => {
    const gaps = operations.flatMap(examplesOf).filter(({ value }) => value === undefined);
    expect(gaps.map(({ where }) => where)).toEqual([]);
  });

  test("each fits its schema; a body has nothing read-only, an answer nothing write-only", () => {
    const faultsOf = checker(JSON.parse(text));
    const all = operations.flatMap(examplesOf);
    expect(all.length).toBeGreaterThan(200);
    for (const example of all) expect(faultsOf(example), example.where).toEqual([]);
  });
});
