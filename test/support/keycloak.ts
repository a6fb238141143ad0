/** What a real Keycloak answered (`test/oracle/keycloak`), and a runtime that records it or plays it back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createHttpClient } from "../../src/adapters/http-client.ts";
import { createPublicFetch } from "../../src/adapters/public-fetch.ts";
import type { HttpClient } from "../../src/runtime.ts";
import { type TestRuntime, testRuntime } from "./runtime.ts";

/** One answer of Keycloak to this service. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** One thing that is tried: when, what Keycloak answered meanwhile, and what the browser brought back. */
export interface Scene {
  readonly now: number;
  /** The random bytes of its beginning, all the same: state, nonce and request are known by them. */
  readonly byte: number;
  readonly exchanges: readonly Exchange[];
  /** Query of the callback, or fields of the form. */
  readonly returned: Readonly<Record<string, string>>;
}

export interface Recording {
  /** Version of Keycloak, and where it ran. */
  readonly version: string;
  readonly url: string;
  readonly scenes: Readonly<Record<string, Scene>>;
}

export interface StagedRuntime extends TestRuntime {
  /** Takes the random bytes of the scene while `act` runs. */
  during<T>(scene: Pick<Scene, "now" | "byte">, act: () => Promise<T>): Promise<T>;
}

function staged(http: HttpClient, clock: { at: number }): StagedRuntime {
  let byte: number | undefined;
  const inner = testRuntime();
  return {
    ...inner,
    http,
    clock: { now: () => clock.at },
    random: (length) =>
      byte === undefined ? inner.random(length) : new Uint8Array(length).fill(byte),
    async during(scene, act) {
      clock.at = scene.now;
      byte = scene.byte;
      try {
        return await act();
      } finally {
        byte = undefined;
      }
    },
  };
}

const nameOf = ({ method, url }: Request): string => `${method} ${url}`;

/** Talks to a real one; `heard` gets what it answers. */
export function recordingRuntime(heard: Exchange[], clock: { at: number }): StagedRuntime {
  const real = createHttpClient(undefined, createPublicFetch());
  return staged(async (request, options) => {
    const response = await real(request, options);
    const body = await response.text();
    const { status } = response;
    const type = response.headers.get("content-type") ?? "";
    heard.push({ request: nameOf(request), status, type, body });
    return new Response(body, { status, headers: { "content-type": type } });
  }, clock);
}

/** Answers each request of the scene once, as Keycloak did; another request is a failure. */
export function replayingRuntime(): StagedRuntime & { play(scene: Scene): void } {
  let left: Exchange[] = [];
  const runtime = staged(
    (request) => {
      const at = left.findIndex((each) => each.request === nameOf(request));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (!found) return Promise.reject(new Error(`not recorded: ${nameOf(request)}`));
      const { status, type, body } = found;
      return Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));
    },
    { at: Date.UTC(2026, 0) },
  );
  return Object.assign(runtime, {
    play(scene: Scene) {
      left = [...scene.exchanges];
    },
  });
}

/** The records of the pages, for the realm of `test/oracle/keycloak`; without their addresses. */
export const OPENID_RECORD = {
  preset: "keycloak",
  client_id: "postern",
  client_secret: "between two services",
  claim_mapping: {
    register: true,
    roles_claim: "realm_access.roles",
    role_map: { staff: ["ops"] },
  },
} as const;

export const SAML_RECORD = {
  sign_requests: true,
  alias_attribute: "email",
  claim_mapping: { register: true, roles_claim: "memberOf", role_map: { developers: ["ops"] } },
} as const;

/** The answers that `test/oracle/keycloak/record.ts` wrote down. */
export const RECORDED: Recording = JSON.parse(
  readFileSync(join(import.meta.dirname, "../oracle/keycloak/answers.json"), "utf8"),
);

export function sceneNamed(name: string): Scene {
  const found = RECORDED.scenes[name];
  if (!found) throw new Error(`not recorded: ${name}`);
  return found;
}
