/** Groups and the merged list (auth-wire 4.4, Resolution). */
import { expect, test } from "vitest";
import { mergeProviders } from "../../../src/providers/merge.ts";
import { parseSetting } from "../../../src/settings/index.ts";

function merged(value: unknown) {
  const parsed = parseSetting("session_providers", value);
  if (!parsed.ok) throw new Error(parsed.detail);
  return mergeProviders(parsed.value);
}

const company = {
  name: "Company",
  oauth2: { client_id: "web", client_secret: "s" },
  priority: 3,
  hide: true,
};
const VALUE = {
  providers: { company, partner: { name: "Partner" } },
  groups: {
    staff: { inherit: { company: {}, partner: { hide: true } }, providers: { kiosk: {} } },
    public: { inherit: { company: { hide: false } } },
    empty: {},
  },
};

test("a group is what it inherits plus its own", () => {
  const { groups } = merged(VALUE);
  expect([...(groups.get("staff") ?? []).keys()]).toEqual(["company", "partner", "kiosk"]);
  expect([...(groups.get("public") ?? []).keys()]).toEqual(["company"]);
  expect(groups.get("empty")).toEqual(new Map());
});

test("an inherited entry may set `hide`; absent means the canonical value", () => {
  const { groups } = merged(VALUE);
  expect(groups.get("staff")?.get("company")).toEqual(company);
  expect(groups.get("staff")?.get("partner")).toEqual({ name: "Partner", hide: true });
  expect(groups.get("public")?.get("company")).toEqual({ ...company, hide: false });
});

test("the merged list is the top level plus all groups' own; overrides of inherit do not touch it", () => {
  expect(merged(VALUE).merged).toEqual(
    new Map<string, unknown>([
      ["company", company],
      ["partner", { name: "Partner" }],
      ["kiosk", {}],
    ]),
  );
});

test("nothing stored is nothing", () => {
  expect(merged({})).toEqual({ merged: new Map(), groups: new Map() });
});

test("N-6: names of the prototype chain are names like others", () => {
  const { merged: all, groups } = merged({
    providers: { constructor: { name: "C" } },
    groups: { toString: { inherit: { constructor: {} } } },
  });
  expect(all.get("constructor")).toEqual({ name: "C" });
  expect(all.get("toString")).toBeUndefined();
  expect([...(groups.get("toString") ?? [])]).toEqual([["constructor", { name: "C" }]]);
  expect(groups.get("constructor")).toBeUndefined();
});
