/** Permission check in process: decisions per second by number of permissions (issue 3, R-10). */
import { pathToFileURL } from "node:url";
import { checkAccess } from "../../src/iam/permission-check/check-principal.ts";
import { holdingsOf } from "../../src/iam/principals/holdings.ts";
import { permissionIndex } from "../../src/permissions/index.ts";
import { compiledResources } from "../../src/permissions/resource.ts";
import { defaultSettings } from "../../src/settings/index.ts";
import type { PermissionRecord, PrincipalRecord, Snapshot } from "../../src/snapshot/snapshot.ts";
import { compileGlob } from "../../src/std/glob.ts";
import { SortedMap } from "../../src/std/sorted-map.ts";
import type { PermissionDocument } from "../../src/store/tables.ts";

const SIZES = [10, 1_000, 10_000] as const;
const NOW = Date.parse("2030-06-01T00:00:00Z");
const written = { created_at: "", updated_at: "", updated_by: "bench" };

/** Most guard one thing of an API, some an application by its host, a few reach everywhere. */
function document(at: number): PermissionDocument {
  const rest = { description: "", data: {}, scope: {}, public: at % 50 === 49 };
  const thing = `thing-${at}`;
  const resource = (
    hosts: readonly string[],
    paths: readonly string[],
    methods: readonly string[],
    excluded: PermissionDocument["resources"][number]["excluded"] = [],
  ) => ({ ...rest, resources: [{ hosts, paths, methods, excluded }] });
  if (rest.public) return resource([], [`/public/${thing}/**`], ["GET"]);
  if (at % 500 === 0) return resource(["admin.example.com"], ["**"], ["*"]);
  if (at % 10 === 1) return resource([`app-${at}.example.com`], ["/**"], ["*"]);
  if (at % 10 === 2) return resource([], [`/api/v1/*/${thing}`], ["GET", "HEAD"]);
  if (at % 10 === 3) return resource(["*.example.com"], [`/files/{${thing},all}/**`], ["GET"]);
  const excluded = [{ hosts: [], paths: [`/api/v1/${thing}/admin/**`], methods: ["*"] }];
  return resource([], [`/api/v1/${thing}/**`], ["GET", "POST", "PUT"], excluded);
}

export function permissionRecord(at: number): PermissionRecord {
  const id = `01J0PERM${String(at).padStart(18, "0")}`;
  return { id, name: `permission-${at}`, ...document(at), ...written };
}

interface Subject {
  readonly snapshot: Snapshot;
  readonly records: readonly PermissionRecord[];
  readonly requests: readonly Request[];
}

type Request = Parameters<typeof checkAccess>[2] & { readonly alias: string };

const PRINCIPALS = 100;
const HELD = 20;

function subject(size: number): Subject {
  const records = Array.from({ length: size }, (_, at) => permissionRecord(at));
  const principals = Array.from({ length: PRINCIPALS }, (_, at) => principal(at, records));
  const settings = defaultSettings();
  const snapshot = {
    settings: { ...settings, check: { default_hosts: ["*.example.com"], no_host_check: false } },
    permissions: SortedMap.fromSorted(records.map((record) => [record.id, record])),
    principals: SortedMap.fromSorted(principals.map((one) => [one.id, one])),
    aliases: SortedMap.fromSorted(principals.map((one) => [one.alias[0] ?? "", [one.id]])),
    roles: SortedMap.empty(),
  } as unknown as Snapshot;
  const requests = Array.from({ length: 4_096 }, (_, at) => request(at, records));
  return { snapshot, records, requests };
}

/** Distinct permissions spread over all of them. */
const heldAt = (who: number, nth: number, size: number) => (who * 7 + nth * 37) % size;

function principal(at: number, records: readonly PermissionRecord[]): PrincipalRecord {
  const held = Array.from(
    { length: HELD },
    (_, nth) => records[heldAt(at, nth, records.length)]?.id,
  );
  return {
    id: `01J0USER${String(at).padStart(18, "0")}`,
    alias: [`user-${String(at).padStart(3, "0")}@example.com`],
    disabled: false,
    permission_ids: [...new Set(held)],
    role_ids: [],
    sync_role_ids: [],
    tmp_role_ids: [],
    tmp_permission_ids: [],
  } as unknown as PrincipalRecord;
}

/** Two of three requests go where the principal may go; the others anywhere. */
function request(at: number, records: readonly PermissionRecord[]): Request {
  const who = at % PRINCIPALS;
  const near = at % 3 !== 0;
  const target = near ? heldAt(who, at % HELD, records.length) : (at * 31) % records.length;
  const method = at % 7 === 0 ? "DELETE" : "GET";
  const alias = `user-${String(who).padStart(3, "0")}@example.com`;
  const resource = records[target]?.resources[0];
  const path = (resource?.paths[0] ?? "/")
    .replace("{", "")
    .replace(/,all\}/, "")
    .replace("**", at % 11 === 0 ? "admin/settings" : "items/42")
    .replace("*", "group");
  const host = (resource?.hosts[0] ?? "api.example.com").replace("*", "files");
  return { alias, host, path: path.startsWith("/") ? path : `/${path}`, method };
}

/** What the index has to beat: all permissions, one after the other, every glob compiled before. */
function naiveDecider({ snapshot, records }: Subject) {
  const globs = new Map<string, ReturnType<typeof compileGlob>>();
  const matches = (pattern: string, text: string) => {
    let glob = globs.get(pattern);
    if (!glob) {
      glob = compileGlob(pattern);
      globs.set(pattern, glob);
    }
    return glob.matches(text);
  };
  const { default_hosts } = snapshot.settings.check;
  type Covered = Omit<PermissionDocument["resources"][number], "excluded">;
  const covers = ({ paths, methods }: Covered, { path, method }: Request) =>
    methods.some((one) => one === "*" || one.toUpperCase() === method) &&
    paths.some((pattern) => matches(pattern, path));
  const byAlias = new Map([...snapshot.principals.values()].map((one) => [one.alias[0], one]));
  return (input: Request) => {
    const who = byAlias.get(input.alias);
    const held = who && holdingsOf(snapshot, who, NOW).permissionIds;
    return records.some(
      ({ id, public: open, resources }) =>
        (open || held?.has(id)) &&
        resources.some(
          (resource) =>
            (resource.hosts.length > 0 ? resource.hosts : default_hosts).some((pattern) =>
              matches(pattern, input.host),
            ) &&
            covers(resource, input) &&
            !resource.excluded.some((entry) => covers(entry, input)),
        ),
    );
  };
}

/** Decisions per second in one round. */
function rate(decide: Decide, requests: readonly Request[], roundMs: number): number {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < roundMs) {
    for (let burst = 0; burst < 64; burst++) {
      const input = requests[done++ % requests.length];
      if (input) decide(input);
    }
  }
  return (done * 1_000) / (performance.now() - start);
}

function heap(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

type Decide = (input: Request) => boolean;

function prepare(size: number) {
  const made = subject(size);
  const { snapshot, requests, records } = made;
  const { check } = snapshot.settings;
  const before = heap();
  // The first index over records never seen before; then again after one permission changed.
  const coldBuildMs = timed(() => permissionIndex(snapshot.permissions, check));
  for (const { paths, excluded } of records.flatMap(compiledResources)) {
    for (const pattern of [...paths, ...excluded.flatMap((entry) => entry.paths)]) {
      pattern.matches("/nowhere");
    }
  }
  // Records' compiled form and index, every pattern used once.
  const bytesPerPermission = (heap() - before) / size;
  const rebuildMs = Math.min(
    ...Array.from({ length: 5 }, () => {
      const changed = snapshot.permissions.with(records[0]?.id ?? "", permissionRecord(0));
      return timed(() => permissionIndex(changed, check));
    }),
  );
  const decide: Decide = (input) => checkAccess(snapshot, NOW, input).allowed;
  const naive = naiveDecider(made);
  for (const input of requests) {
    if (decide(input) !== naive(input)) throw new Error(`differs at ${JSON.stringify(input)}`);
  }
  const allowedShare = requests.filter(decide).length / requests.length;
  return {
    size,
    requests,
    decide,
    naive,
    coldBuildMs,
    rebuildMs,
    bytesPerPermission,
    allowedShare,
  };
}

/**
 * Measures all sizes, prints a table and returns the numbers. The sizes take turns and the best of
 * ten rounds counts, because other work shares the machine. Memory needs `--expose-gc`.
 */
export function benchCheck() {
  const prepared = SIZES.map(prepare);
  const best = prepared.map(() => ({ decide: 0, naive: 0 }));
  for (let round = 0; round < 10; round++) {
    for (const [at, { decide, naive, requests }] of prepared.entries()) {
      const top = best[at];
      if (!top) continue;
      top.decide = Math.max(top.decide, rate(decide, requests, 120));
      top.naive = Math.max(top.naive, rate(naive, requests, 40));
    }
  }
  const sizes = prepared.map(
    ({ size, coldBuildMs, rebuildMs, bytesPerPermission, allowedShare }, at) => ({
      permissions: size,
      decisionsPerSecond: best[at]?.decide ?? 0,
      naivePerSecond: best[at]?.naive ?? 0,
      coldBuildMs,
      rebuildMs,
      bytesPerPermission,
      allowedShare,
    }),
  );
  // Time per decision at 10,000 permissions over that at 10.
  const ratio = (best[0]?.decide ?? 0) / (best.at(-1)?.decide ?? 1);
  console.table(
    sizes.map((row) => ({
      permissions: row.permissions,
      "decisions/s": Math.round(row.decisionsPerSecond),
      "naive/s": Math.round(row.naivePerSecond),
      allowed: row.allowedShare.toFixed(2),
      "cold build ms": row.coldBuildMs.toFixed(1),
      "rebuild ms": row.rebuildMs.toFixed(2),
      "bytes/permission": globalThis.gc
        ? Math.round(row.bytesPerPermission)
        : "run with --expose-gc",
    })),
  );
  console.log(`time per decision, 10,000 to 10: ${ratio.toFixed(2)}`);
  return { sizes, ratio };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) benchCheck();
