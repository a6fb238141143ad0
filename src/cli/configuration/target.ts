/** Where a configuration is: a running service by its address, or the database itself. One code behind both. */
import { resolve } from "node:path";
import { byItself, type Service, type Writer } from "../../call.ts";
import {
  applyConfiguration,
  type Plan,
  type PlannedChange,
  planConfiguration,
} from "../../configuration/apply.ts";
import { type ExportedKind, exportConfiguration } from "../../configuration/export.ts";
import type { Document } from "../../configuration/schema.ts";
import type { Seal } from "../../configuration/sealed-secret.ts";
import { jsonOf, yamlOf } from "../../configuration/write-text.ts";
import { AuthError, type ErrorCode, StartError } from "../../errors.ts";
import type { Config } from "../config.ts";
import { TOKEN_VARIABLE } from "../config-environment.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { withService } from "../with-service.ts";
import type { Words } from "./flags.ts";

export interface Target {
  readonly plan: (document: Document, prune: boolean) => Promise<Plan>;
  /** Does what the plan says, and nothing else. */
  readonly apply: (document: Document, prune: boolean, plan: Plan) => Promise<number>;
  readonly export: (
    only: readonly ExportedKind[] | undefined,
    format: "yaml" | "json",
    seal: Seal | undefined,
  ) => Promise<string>;
}

/** Who writes where no one signed in: the operator of the database. */
const ACTOR = "apply";

/** @param force the operator knows whom it locks out */
const ofService = (service: Service, force: boolean): Target => {
  const operator = byItself(service);
  return targetOf(force ? { ...operator, store: { ...operator.store, forced: true } } : operator);
};

const targetOf = (writer: Writer): Target => ({
  plan: (document, prune) => planConfiguration(writer, { document, prune, actor: ACTOR }),
  apply: async (document, prune, { id }) => {
    const wish = { document, prune, actor: ACTOR };
    return (await applyConfiguration(writer, wish, id)).version;
  },
  export: async (only, format, seal) => {
    const { service } = writer;
    const exported = await exportConfiguration(service.snapshots.current, only, seal);
    if (seal) {
      const by = { kind: "system", id: "", name: "export" };
      service.events.emit({ type: "secret.read", topic: "settings", entity: "configuration", by });
    }
    return format === "json" ? jsonOf(exported) : yamlOf(exported);
  },
});

const TIMEOUT_MS = 60_000;

interface Answered {
  readonly payload?: {
    readonly changes?: readonly PlannedChange[];
    readonly text?: string;
    readonly document?: Document;
  };
  readonly meta?: { readonly version?: number };
  readonly message?: string;
  readonly error?: string;
  readonly messages?: AuthError["messages"];
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_request",
  401: "unauthenticated",
  403: "forbidden",
  409: "conflict",
  412: "precondition_failed",
};

/** What the service said, as it would be said here. */
function refusalOf(status: number, { message, error, messages }: Answered): AuthError {
  return new AuthError(CODES[status] ?? "server_error", message ?? `status ${status}`, {
    ...{ detail: error, messages },
  });
}

/** Where the routes are: the address of the service with its prefix. */
function baseOf(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new UsageError(
      "--url needs the address of the service, such as https://id.example.com/auth",
    );
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function tokenOf(words: Words, { env, cwd, readFile }: Terminal): string {
  const path = words.texts.get("token-file");
  const given = path === undefined ? env[TOKEN_VARIABLE] : readFile(resolve(cwd, path));
  const token = given?.trim() ?? "";
  if (token === "") {
    throw new UsageError(
      path === undefined
        ? `--url needs a token: in ${TOKEN_VARIABLE}, or in a file that --token-file names`
        : `cannot read a token in ${path}`,
    );
  }
  return token;
}

function ofAddress(address: string, token: string, force: boolean): Target {
  const base = baseOf(address);
  async function ask(path: string, init: RequestInit = {}): Promise<[Answered, Headers]> {
    const url = new URL(`v1/configuration${path}`, base);
    if (force && init.method === "POST") url.searchParams.set("force", "true");
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
    let response: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // A redirect would take the token along.
      response = await fetch(url, { ...init, headers, signal, redirect: "error" });
    } catch (cause) {
      const because = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
      const reason = because instanceof Error ? because.message : "no answer";
      throw new StartError(`${base.origin}: ${reason}`, { cause });
    }
    const answer = (await response.json().catch(() => undefined)) as Answered | undefined;
    if (!answer) throw new StartError(`${base.origin}: the answer is not that of Postern`);
    if (!response.ok) throw refusalOf(response.status, answer);
    return [answer, response.headers];
  }
  const sent = (document: Document, prune: boolean, headers: Record<string, string> = {}) => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ document, prune }),
  });
  return {
    async plan(document, prune) {
      const [{ payload }, headers] = await ask("/plan", sent(document, prune));
      const id = /"([\w-]+)"/.exec(headers.get("etag") ?? "")?.[1] ?? "";
      return { id, changes: payload?.changes ?? [] };
    },
    async apply(document, prune, { id }) {
      const [{ meta }] = await ask("/apply", sent(document, prune, { "if-match": `"${id}"` }));
      return meta?.version ?? 0;
    },
    async export(only, format, seal) {
      if (seal) {
        throw new UsageError(
          "--secrets-to reads the database itself: a service gives its secrets to no one",
        );
      }
      const query = only ? `?only=${only.join(",")}` : "";
      const [{ payload }] = await ask(query);
      const { text = "", document = {} } = payload ?? {};
      return format === "json" ? jsonOf({ document, absent: [], unreadable: [] }) : text;
    },
  };
}

/** Flags of every command with a target. */
export const TARGET_FLAGS = { url: "text", "token-file": "text" } as const;

/** @param config is read when there is no address */
export async function withTarget<T>(
  words: Words,
  terminal: Terminal,
  config: () => Config,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const address = words.texts.get("url");
  const force = words.switches.has("force");
  if (address === undefined) {
    if (words.texts.has("token-file")) throw new UsageError("--token-file needs --url");
    return withService(config(), (service) => use(ofService(service, force))).catch(
      (error: unknown) => {
        if (!(error instanceof StartError) || error.reason !== "in_use") throw error;
        throw new StartError(`${error.message}, or ask it with --url`, { cause: error });
      },
    );
  }
  if (words.rest.length > 0) {
    throw new UsageError(`with --url the configuration is not read; leave out ${words.rest[0]}`);
  }
  const { protocol, hostname } = baseOf(address);
  if (protocol === "http:" && !LOOPBACK.test(hostname)) {
    terminal.err("postern: note: the token goes over the network without encryption");
  }
  return use(ofAddress(address, tokenOf(words, terminal), force));
}
