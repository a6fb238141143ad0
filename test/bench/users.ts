/** User list pages at 1,000 and 100,000 users: time per page, heap per user (issue 3, P2, R-10). */
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { detailsPlace } from "../../src/snapshot/sealed.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";

const SMALL = 1_000;
const LARGE = 100_000;
const ROLES = 100;
const PERMISSIONS = 200;

export interface PageCost {
  readonly name: string;
  /** Milliseconds, median, at 1,000 and at 100,000 users. */
  readonly small: number;
  readonly large: number;
  readonly ratio: number;
}

export interface UserListBench {
  /** Pages of filters that were asked for before, as when paging; a write comes before every tenth. */
  readonly pages: readonly PageCost[];
  /** The first page of a filter that was not asked for yet. */
  readonly firstPages: readonly PageCost[];
  /** The first text search after a start, which opens all sealed details. */
  readonly firstSearch: { readonly small: number; readonly large: number };
  /** Longest time the event loop stood still during the first search at 100,000. */
  readonly longestStall: number;
  readonly loadMs: number;
  readonly heapPerUser: number;
  readonly heapPerUserSearched: number;
}

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

function heap(): number {
  for (let pass = 0; pass < 3; pass++) collect();
  return process.memoryUsage().heapUsed;
}

const id = (kind: string, at: number) => `01J0${kind}${String(at).padStart(22 - kind.length, "0")}`;

/** Roles in chains of four, four permissions each. */
async function fillRoles({ auth }: TestAuth): Promise<void> {
  const { store } = await auth.service;
  await store.driver.session(async (session) => {
    for (let at = 0; at < PERMISSIONS; at++) {
      const resources = [{ hosts: [], paths: [`/api/${at}/**`], methods: ["GET"], excluded: [] }];
      const config = { resources, description: "", data: {}, scope: {}, public: false };
      await session.query("insert into auth_permissions (id, name, config) values ($1, $2, $3)", [
        id("PERM", at),
        `permission-${at}`,
        JSON.stringify(config),
      ]);
    }
    for (let at = 0; at < ROLES; at++) {
      const config = {
        permission_ids: [0, 1, 2, 3].map((step) => id("PERM", (at * 2 + step) % PERMISSIONS)),
        role_ids: at % 4 === 3 ? [] : [id("ROLE", at + 1)],
        data: {},
        description: "",
      };
      await session.query("insert into auth_roles (id, name, config) values ($1, $2, $3)", [
        id("ROLE", at),
        `role-${at}`,
        JSON.stringify(config),
      ]);
    }
  });
}

/** Rows as the routes write them; details are sealed with the key of the service. */
async function fillUsers({ auth }: TestAuth, count: number): Promise<void> {
  const { store } = await auth.service;
  const BATCH = 1_000;
  for (let from = 0; from < count; from += BATCH) {
    const rows = await Promise.all(
      Array.from({ length: BATCH }, async (_, step) => {
        const at = from + step;
        const name = `user-${at}`;
        const details = { name: `Name ${at}`, email: `${name}@example.com`, uid: name };
        const user = id("USER", at);
        const envelope = await store.box.seal(detailsPlace(user), JSON.stringify(details));
        return { user, name, envelope, disabled: at % 20 === 0 };
      }),
    );
    await store.driver.session((session) =>
      session.query(
        `insert into auth_users (id, alias, alias_keys, details_encrypted, disabled, local, doc)
         select r->>'user', array[r->>'name', (r->>'name') || '@example.com'],
           array[r->>'name', (r->>'name') || '@example.com'], r->>'envelope',
           (r->>'disabled')::boolean, true, r->'doc'
         from jsonb_array_elements($1::jsonb) r`,
        [
          JSON.stringify(
            rows.map((row, step) => ({
              ...row,
              doc: {
                role_ids: [
                  id("ROLE", (from + step) % ROLES),
                  id("ROLE", (from + step * 7) % ROLES),
                ],
                sync_role_ids: [],
                permission_ids: [],
                tmp_role_ids: [],
                tmp_permission_ids: [],
                description: "",
              },
            })),
          ),
        ],
      ),
    );
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

async function get(service: TestAuth, query: string): Promise<number> {
  const request = new Request(`https://id.example.com/auth/v1/users?add_roles=true&${query}`);
  const start = performance.now();
  const response = await service.auth.fetch(request);
  const body = await response.text();
  const time = performance.now() - start;
  if (response.status !== 200) throw new Error(body);
  return time;
}

const KNOWN: readonly (readonly [string, string])[] = [
  ["no filter", ""],
  ["no filter, in the middle", "_offset=500"],
  ["alias", "alias=user-777@example.com"],
  ["one role of 100", `role_ids=${id("ROLE", 7)}`],
  [
    "every tenth role, active",
    `is_active=true&role_ids=${[3, 7, 11, 15, 19, 23, 27, 31, 35, 39].map((at) => id("ROLE", at)).join()}`,
  ],
  ["permission", "permission=permission-7"],
  ["method and path", "method=GET&path=/api/9/x"],
  ["inactive", "is_active=false"],
  ["permanent roles", "role_type=PERMANENT"],
  ["search for one", "search=user-777@"],
  ["search for all", "search=example"],
  ["search and role", `search=example&role_ids=${id("ROLE", 7)}`],
];

/** Each run asks something new. */
const NEW: readonly (readonly [string, (run: number) => string])[] = [
  ["one role of 100", (run) => `role_ids=${id("ROLE", run % ROLES)},new-${run}`],
  ["permission", (run) => `permission=permission-7,new-${run}&search=&role_ids=new-${run}`],
  [
    "inactive and ten roles",
    (run) =>
      `is_active=false&role_ids=new-${run},${[3, 7, 11, 15, 19, 23, 27, 31, 35, 39].map((at) => id("ROLE", at)).join()}`,
  ],
  ["search for one", (run) => `search=user-${700 + run}@`],
  ["search for a tenth", (run) => `search=user-${run % 10}&uid=${run % 7}&name=name ${run % 10}`],
];

interface Measured {
  readonly known: number[];
  readonly fresh: number[];
  readonly firstSearch: number;
  readonly longestStall: number;
  readonly loadMs: number;
  readonly heapLoaded: number;
  readonly heapSearched: number;
}

async function measure(count: number): Promise<Measured> {
  const service = await testAuth();
  await fillRoles(service);
  await fillUsers(service, count);
  const { snapshots } = await service.auth.service;
  const heapEmpty = heap();
  const loading = performance.now();
  await snapshots.reload();
  const loadMs = performance.now() - loading;
  const heapLoaded = (heap() - heapEmpty) / count;

  // Time of this thread between two turns, so that a busy machine does not look like a stall.
  const threadTime = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longestStall = 0;
  let last = threadTime();
  const timer = setInterval(() => {
    const now = threadTime();
    longestStall = Math.max(longestStall, now - last);
    last = now;
  }, 1);
  const firstSearch = await get(service, "search=nothing-at-all");
  clearInterval(timer);
  const heapSearched = (heap() - heapEmpty) / count;

  const fresh: number[] = [];
  for (const [, query] of NEW) {
    const times: number[] = [];
    for (let run = 0; run < 30; run++) times.push(await get(service, query(run)));
    fresh.push(median(times));
  }
  const known: number[] = [];
  for (const [, query] of KNOWN) {
    for (let run = 0; run < 30; run++) await get(service, query);
    const times: number[] = [];
    for (let run = 0; run < 200; run++) {
      if (run % 10 === 0) {
        const path = `/auth/v1/users/${id("USER", run)}`;
        await service.json("PATCH", path, { description: `run ${run}` });
      }
      times.push(await get(service, query));
    }
    known.push(median(times));
  }
  await service.auth.close();
  return { known, fresh, firstSearch, longestStall, loadMs, heapLoaded, heapSearched };
}

export async function benchUserList(): Promise<UserListBench> {
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  const costs = (names: readonly (readonly [string, unknown])[], at: "known" | "fresh") =>
    names.map(([name], index): PageCost => {
      const [a, b] = [small[at][index] ?? 0, large[at][index] ?? 0];
      return { name, small: a, large: b, ratio: b / a };
    });
  return {
    pages: costs(KNOWN, "known"),
    firstPages: costs(NEW, "fresh"),
    firstSearch: { small: small.firstSearch, large: large.firstSearch },
    longestStall: large.longestStall,
    loadMs: large.loadMs,
    heapPerUser: large.heapLoaded,
    heapPerUserSearched: large.heapSearched,
  };
}

const line = ({ name, small, large, ratio }: PageCost) =>
  `  ${name.padEnd(28)}${small.toFixed(2).padStart(9)}${large.toFixed(2).padStart(11)}${ratio.toFixed(2).padStart(9)}`;

export function describeUserList(bench: UserListBench): string {
  return [
    `  page, 20 users, add_roles     1,000    100,000    ratio   (ms, median)`,
    ...bench.pages.map(line),
    "  first page of a new filter",
    ...bench.firstPages.map(line),
    `  first search after a start: ${bench.firstSearch.small.toFixed(0)} ms and ${bench.firstSearch.large.toFixed(0)} ms; longest stall ${bench.longestStall.toFixed(0)} ms`,
    `  load of 100,000 users: ${bench.loadMs.toFixed(0)} ms; heap per user ${bench.heapPerUser.toFixed(0)} B, ${bench.heapPerUserSearched.toFixed(0)} B once searched`,
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(describeUserList(await benchUserList()));
}
