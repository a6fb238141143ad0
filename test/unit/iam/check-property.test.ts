/** The compiled check against a plain reading of auth-wire 3. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAccess } from "../../../src/iam/permission-check/check-principal.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { compileGlob } from "../../../src/std/glob.ts";
import { canonicalHost, canonicalPath } from "../../../src/std/request-path.ts";
import type { Resource, TemporaryGrant } from "../../../src/store/tables.ts";
import { NOW } from "./check-fixture.ts";
import { model, requests } from "./check-models.ts";

type Input = Parameters<typeof checkAccess>[2];
type Entry = Omit<Resource, "excluded">;

/** Every rule in the words of the specification, nothing prepared, nothing remembered. */
function plainly(model: Snapshot, now: number, input: Input): boolean {
  const path = canonicalPath(input.path);
  const host = canonicalHost(input.host);
  if (path === undefined) return false;
  const { default_hosts, no_host_check } = model.settings.check;

  const glob = (pattern: string, text: string) => compileGlob(pattern).matches(text);
  const hostIn = (patterns: readonly string[], unusable: boolean) => {
    if (host === undefined) return unusable;
    const spellings = [host, host.replace(/:\d+$/, "")];
    return patterns
      .map((pattern) => pattern.toLowerCase().replace(/^([a-z.]+)\.(?=:|$)/, "$1"))
      .some((pattern) => spellings.some((spelling) => glob(pattern, spelling)));
  };
  const methodIn = (methods: readonly string[]) =>
    methods.some((one) => one === "*" || one.toLowerCase() === input.method.toLowerCase());
  const pathIn = (patterns: readonly string[]) =>
    patterns.some((pattern) => glob(pattern.replaceAll("%61", "a"), path));
  const excludes = (entry: Entry) =>
    (entry.hosts.length === 0 || hostIn(entry.hosts, true)) &&
    methodIn(entry.methods) &&
    pathIn(entry.paths);
  const matches = (resource: Resource) => {
    const hosts = resource.hosts.length > 0 ? resource.hosts : default_hosts;
    if (!no_host_check && !hostIn(hosts, false)) return false;
    if (!methodIn(resource.methods)) return false;
    if (resource.excluded.some(excludes)) return false;
    return pathIn(resource.paths);
  };

  const who = [...model.principals.values()].find((one) =>
    input.id ? one.id === input.id : one.alias.some((alias) => alias === input.alias),
  );
  const active = (grants: readonly TemporaryGrant[]) =>
    grants
      .filter((grant) => Date.parse(grant.starts_at ?? "0001-01-01T00:00:00Z") < now)
      .filter((grant) => now < Date.parse(grant.expires_at))
      .map((grant) => grant.id);
  const held = new Set<string>();
  if (who && !who.disabled) {
    const roles = new Set([...who.role_ids, ...who.sync_role_ids, ...active(who.tmp_role_ids)]);
    for (const id of roles) for (const more of model.roles.get(id)?.role_ids ?? []) roles.add(more);
    for (const id of [...who.permission_ids, ...active(who.tmp_permission_ids)]) held.add(id);
    for (const id of roles) {
      for (const more of model.roles.get(id)?.permission_ids ?? []) held.add(more);
    }
  }
  return [...model.permissions.values()].some(
    (one) => (one.public || held.has(one.id)) && one.resources.some(matches),
  );
}

test.each([
  ["a few permissions", 6, 1_200],
  ["more than one place of the index holds at once", 90, 60],
])("%s: the index answers as the rules read", (_name, count, numRuns) => {
  let allowed = 0;
  fc.assert(
    fc.property(model(count), requests, (made, inputs) => {
      for (const input of inputs) {
        const answer = plainly(made, NOW, input);
        if (answer) allowed += 1;
        expect(checkAccess(made, NOW, input).allowed, JSON.stringify(input)).toBe(answer);
      }
    }),
    { numRuns },
  );
  // Both answers are common, or the property says little.
  expect(allowed).toBeGreaterThan(numRuns / 4);
  expect(allowed).toBeLessThan(numRuns * 7);
});
