/** docs/guards.md against the guards: every option and no other, and those that are required. */
import { expect, test } from "vitest";
import { StartError } from "../../../src/errors.ts";
import { forwardAuth } from "../../../src/guards/forward-auth.ts";
import { iamCheck } from "../../../src/guards/iam-check.ts";
import { requireAuthentication } from "../../../src/guards/require-authentication.ts";
import { requireRole } from "../../../src/guards/require-role.ts";
import { requireScope } from "../../../src/guards/require-scope.ts";
import { resourceServer } from "../../../src/guards/resource-server.ts";
import { sessionInfo } from "../../../src/guards/session-info.ts";
import type { Instances } from "../../../src/session/instances.ts";
import { readPage } from "../../protocol/docs/blocks.ts";
import { testRuntime } from "../../support/runtime.ts";
import { readRows, sectionOf } from "./schema-paths.ts";

const page = readPage("docs/guards.md");
const instances: Instances = { runtime: testRuntime() };

/** Each with options that are enough. */
const GUARDS: Readonly<Record<string, (options: object) => unknown>> = {
  iamCheck: (more) => iamCheck({ auth_middleware: "main", ...more }, instances),
  forwardAuth: (more) => forwardAuth({ auth_middleware: "main", ...more }, instances),
  resourceServer: (more) => resourceServer({ auth_middleware: "main", ...more }, instances),
  sessionInfo: (more) => sessionInfo({ session_middleware: "main", ...more }, instances),
  requireRole: (more) => requireRole({ roles: ["editor"], ...more }),
  requireAuthentication: (more) => requireAuthentication({ max_age: 60, ...more }, instances),
  requireScope: (more) => requireScope({ scopes: ["api"], ...more }),
};

/** What a guard says to an option; a value that no option takes. */
function refusal(make: (options: object) => unknown, path: string): string {
  const value = path
    .split(".")
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), Symbol("nothing takes this"));
  try {
    make(value as object);
    return "";
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

const rows = Object.keys(GUARDS).flatMap((guard) =>
  readRows(sectionOf(page, `## ${guard}`)).map(({ key }) => [guard, key] as const),
);

test.each(rows)("%s has the option %s", (guard, key) => {
  const make = GUARDS[guard] ?? (() => undefined);
  expect(refusal(make, key)).not.toContain("is not a known key");
  expect(refusal(make, `${key}_`), "an unknown one is refused").toContain("is not a known key");
});

/** Members of the schemas, as the files write them. */
const FILES: Readonly<Record<string, string>> = {
  iamCheck: "iam-check",
  forwardAuth: "forward-auth",
  resourceServer: "resource-server",
};
const AUTHENTICATION = ["acr_values", "max_age"];
const DECISION = ["auth_middleware", "check_api", "insecure_skip_verify", "audience"];

test.each(Object.entries(FILES))("the table of %s has every option", (guard, file) => {
  const source = readPage(`src/guards/${file}.ts`);
  const schema = source.slice(source.indexOf("const schema"));
  const body = schema.slice(0, schema.indexOf("\n});"));
  const own = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name ?? "");
  const all = [
    ...own,
    ...(body.includes("...decisionShape") ? DECISION : []),
    ...(body.includes("...authenticationShape") ? AUTHENTICATION : []),
  ];
  const documented = rows.filter(([name]) => name === guard).map(([, key]) => key);
  expect(documented.sort()).toEqual(all.sort());
});
