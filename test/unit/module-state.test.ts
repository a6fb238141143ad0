/**
 * Two services in one process share the modules, so no module keeps what belongs to one of them: state is a
 * member of the service, the session or the call. What is left is told here, with the reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../src");
const TEMPLATES = join(import.meta.dirname, "../../packages/go-template/src");

/** Memos that live and die with an object; one that is never changed, or that belongs to one service. */
const KEYS: Readonly<Record<string, string>> = {
  SecretBox: "the key of one service",
  LoadOrigin: "one load of one service's read model",
  Snapshot: "never changed, made by one service",
  Settings: "never changed, parsed by one service",
  Branding: "a document of the settings, never changed",
  KeyRing: "never changed: what it signed is signed",
  PublicJwk: "the public half of one key, never changed",
  "SortedMap<Permission>": "never changed",
  "SortedMap<PermissionRecord>": "never changed",
  "SortedMap<RoleRecord>": "never changed",
  'Snapshot["oauth_clients"]': "never changed",
  Permission: "never changed",
  OAuthClientConfig: "never changed",
  PrincipalRecord: "never changed, read by one service",
  ClaimSet: "never changed",
  Claims: "claims of one token, never changed",
  'SignedClaims["claims"]': "claims of one token, frozen",
  Providers: "a set of providers, replaced and never changed",
  "readonly Entry[]": "a list of one set of providers",
  SessionProvider: "a provider of one set",
  "readonly Cidr[]": "a list of the options",
  "readonly PrincipalRecord[]": "records of one read model; a list is never changed in place",
  "readonly string[]": "a list of the options",
  "z.ZodType": "a schema",
  "z.core.$ZodType": "a schema",
  Uint8Array: "bytes of a file or a document that is served as it is",
  Budget: "one rendering of a template",
  TLSSocket: "one connection",
  AuthError: "one refusal",
  "Map<unknown, unknown>": "a map of one service",
};

/** State of a module that stays; the same for every service of the process. */
const ALLOWED: Readonly<Record<string, string>> = {
  "adapters/drivers/process-lock.ts held":
    "locks are of the process: a second service must see them",
  "std/cidr.ts buckets": "the bucket of an address, bounded; the same for every service",
  "std/host.ts answers": "whether a text is a host, bounded; true for every service",
  "std/request-path.ts hosts": "the spelling of a host, bounded; the same for every service",
  "#go-template/time.ts zones": "zones of the platform, bounded",
  "#go-template/library/hashes.ts constants": "constants of SHA-2, computed when first used",
};

interface Found {
  readonly name: string;
  /** Undefined when it is fine. */
  readonly fault: string | undefined;
}

const DECLARATION =
  /^(?:export )?(const|let|var) (\w+)(?:: ([^=]*?))? = (?:new (Map|Set|WeakMap|WeakSet)(?:<(.*)>)?\(|(\[\];|\{\};))/;

/** First type argument: up to the comma that is not inside of another one's brackets. */
function keyOf(types: string): string {
  let depth = 0;
  for (const [at, letter] of [...types].entries()) {
    if ("<([{".includes(letter)) depth += 1;
    if (">)]}".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) return types.slice(0, at);
  }
  return types;
}

/** What a line at the top of a module declares, when it can hold state. */
function stateOf(line: string): Found | undefined {
  const variable = /^(?:export )?(?:let|var) (\w+)/.exec(line);
  if (variable) return { name: variable[1] ?? "", fault: "a variable of the module" };
  const [, , name = "", type = "", made = "", types = ""] = DECLARATION.exec(line) ?? [];
  if (name === "" || /^(Readonly|readonly)/.test(type)) return undefined;
  if (!made.startsWith("Weak")) return { name, fault: "filled later; or say Readonly" };
  const key = keyOf(types);
  return { name, fault: Object.hasOwn(KEYS, key) ? undefined : `weak by ${key}` };
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".gen.ts"))
    .map((path) => path.replaceAll("\\", "/"));

const files = [
  ...filesOf(SRC).map((file) => ({ file, path: join(SRC, file) })),
  ...filesOf(TEMPLATES).map((file) => ({
    file: `#go-template/${file}`,
    path: join(TEMPLATES, file),
  })),
];

const found = files.flatMap(({ file, path }) =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const state = stateOf(line);
      return state ? [{ ...state, place: `${file} ${state.name}`, line }] : [];
    }),
);

test("no module of src/ keeps state that two services would share", () => {
  const faults = found.filter(({ place, fault }) => fault && !Object.hasOwn(ALLOWED, place));
  expect(faults.map(({ place, fault }) => `${place}: ${fault}`)).toEqual([]);
});

test("every exception is still needed", () => {
  const places = found.map(({ place }) => place);
  expect(Object.keys(ALLOWED).filter((place) => !places.includes(place))).toEqual([]);
  const lines = found.map(({ line }) => keyOf(/new Weak\w+<(.*)>\(/.exec(line)?.[1] ?? ""));
  expect(Object.keys(KEYS).filter((key) => !lines.includes(key))).toEqual([]);
});

describe("what counts as state", () => {
  test.each([
    "let running = 0;",
    "export let running: number | undefined;",
    "const known = new Map<string, string>();",
    "const known: Map<string, string> = new Map();",
    "const seen = new Set();",
    "const memo = new WeakMap<object, string>();",
    "const waiting: string[] = [];",
    "export const byName: Record<string, string> = {};",
  ])("%s", (line) => {
    expect(stateOf(line)?.fault).toBeTruthy();
  });

  test.each([
    'const WORDS: ReadonlySet<string> = new Set(["a"]);',
    "const NONE: readonly never[] = [];",
    "const memo = new WeakMap<Snapshot, Map<string, string>>();",
    "  const known = new Map<string, string>();",
    "const pattern = /^a$/;",
  ])("not: %s", (line) => {
    expect(stateOf(line)?.fault).toBeUndefined();
  });
});
