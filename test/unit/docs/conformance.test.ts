/** What the OpenID Foundation's suite answered, the plans that the harness runs, and the page about both (O-1, O-2). */
import { describe, expect, test } from "vitest";
import { readPage } from "../../protocol/docs/blocks.ts";
import { FAPI2_MODULES, FAPI2_PLAN } from "../../support/conformance/fapi-plan.ts";
import { PLANS, type Plan } from "../../support/conformance/plans.ts";

type Results = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

const RESULTS: Results = JSON.parse(readPage("examples/conformance/results.json")).plans;
/** The one plan of which the harness has a part. */
const PARTLY = "oidcc-dynamic-certification-test-plan";
/** Failures that the page explains. */
const FAILURES = /^## What to expect[\s\S]*\*\*Failures\*\*([\s\S]*)/m;

const page = readPage("docs/conformance.md");

describe.each(Object.entries<Plan>(PLANS))(
  "%s",
  (plan, { registrations, modules, dynamic = [] }) => {
    test("is on the page", () => {
      expect(page).toContain(`\`${plan}\``);
    });

    test.each(registrations)("has the modules that the suite ran with a %s", (registration) => {
      const ran = Object.keys(RESULTS[plan]?.[registration] ?? {});
      const ours = [...modules, ...(registration === "dynamic_client" ? dynamic : [])];
      if (plan === PARTLY) expect(ran).toEqual(expect.arrayContaining(ours));
      else expect(ran.toSorted()).toEqual(ours.toSorted());
    });

    test("has no failure that the page does not explain", () => {
      const explained = FAILURES.exec(page)?.[1] ?? "";
      const failed = Object.values(RESULTS[plan] ?? {})
        .flatMap((results) => Object.entries(results))
        .filter(([, result]) => result === "FAILED")
        .map(([name]) => name)
        .filter((name) => !explained.includes(name));
      expect(failed).toEqual([]);
    });
  },
);

test.each([
  ["private_key_jwt, dpop", "static_client"],
  ["mtls, mtls", "static_client_mtls"],
] as const)(
  "FAPI 2.0 with %s: the harness has the modules that the suite ran, and none failed there",
  (variant, run) => {
    expect(page).toContain(`\`${FAPI2_PLAN}\``);
    const results = RESULTS[FAPI2_PLAN]?.[run] ?? {};
    const ours = Object.keys(FAPI2_MODULES[variant]);
    expect(ours.map((name) => `fapi2-security-profile-final-${name}`).toSorted()).toEqual(
      Object.keys(results).toSorted(),
    );
    expect(Object.values(results).filter((result) => result === "FAILED")).toEqual([]);
  },
);
