/** Providers of an auth service in another process (login-session-wire 2.6, URL mode; L-W36). */
import { z } from "zod";
import { AuthError } from "../errors.ts";
import type { Providers } from "../providers/catalog.ts";
import type { Runtime } from "../runtime.ts";
import type { Branding } from "../settings/branding.ts";
import { pathSegment } from "../settings/fields/named-map.ts";
import { branding } from "../settings/namespaces/branding.ts";
import { sessionProvider } from "../settings/records/session-provider.ts";
import type { ParsedSession } from "./options.ts";

export interface RemoteSource {
  /** The last list; throws `unavailable` until there is one. */
  providers(): Promise<Providers>;
  /** What that service looks like; undefined until it said so. Fetched with the providers. */
  branding(): Branding | undefined;
}

const TIMEOUT_MS = 5_000;
/** After a failure the source is not asked again before this time. */
const FIRST_PAUSE_MS = 1_000;

/** What follows the prefix of a service in the address of its providers. */
const PROVIDERS_ROUTE = /\/v1\/session-providers(?:\/.*)?$/;
const JSON_ANSWER = { accept: "application/json" };

const answer = z.object({ payload: z.record(z.string(), z.unknown()) });

/** Entries that do not parse are left out, so that one mistake does not end all sign-ins (L-W34). */
function readProviders(body: unknown, log: Runtime["log"]): Providers {
  const { payload } = answer.parse(body);
  const providers = new Map<string, z.output<typeof sessionProvider>>();
  for (const [key, value] of Object.entries(payload)) {
    const parsed = sessionProvider.safeParse(value);
    if (parsed.success && pathSegment(key) === undefined) providers.set(key, parsed.data);
    else log.warn("a session provider of the source is not valid", { provider: key.slice(0, 100) });
  }
  return providers;
}

/** Fetches in the background at the start and again whenever the list is older than its time. */
export function remoteSource(
  source: NonNullable<ParsedSession["provider_source"]>,
  { http, clock, log }: Pick<Runtime, "http" | "clock" | "log">,
): RemoteSource {
  let list: Providers | undefined;
  let nextLook = 0;
  let looking: Promise<void> | undefined;
  let looks: Branding | undefined;
  let written = "";

  /** Older services have no such route, and a login works without: a failure is no more than a line. */
  async function lookAtBranding(): Promise<void> {
    const url = source.url.replace(PROVIDERS_ROUTE, "/branding");
    if (url === source.url) return;
    const options = { timeout: TIMEOUT_MS, insecure: source.insecure_skip_verify };
    const response = await http(new Request(url, { headers: JSON_ANSWER }), options);
    const parsed = branding.schema.safeParse(answer.parse(await response.json()).payload);
    // The same looks stay the same object, so that nothing is made of them again.
    const text = JSON.stringify(parsed.data);
    if (!parsed.success || text === written) return;
    written = text;
    looks = parsed.data;
  }

  async function look(): Promise<void> {
    const headers = { ...JSON_ANSWER, ...source.headers };
    const response = await http(new Request(source.url, { headers }), {
      timeout: TIMEOUT_MS,
      insecure: source.insecure_skip_verify,
    });
    if (response.status !== 200) throw new Error(`the source answered ${response.status}`);
    list = readProviders(await response.json(), log);
    await lookAtBranding().catch((error: unknown) =>
      log.debug("the branding of the source could not be read", { error }),
    );
  }

  function renew(): Promise<void> {
    looking ??= look()
      .then(() => {
        nextLook = clock.now() + source.ttl;
      })
      .catch((error: unknown) => {
        nextLook = clock.now() + (list ? source.ttl : FIRST_PAUSE_MS);
        log.warn("session providers could not be fetched", { url: source.url, error });
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  void renew();
  return {
    branding: () => looks,
    async providers() {
      const due = clock.now() >= nextLook;
      // Once there is a list, requests use it and do not wait for a fetch.
      const look = due ? renew() : looking;
      if (!list) await look;
      if (list) return list;
      throw new AuthError("unavailable", "session providers are not loaded yet", { retryAfter: 1 });
    },
  };
}
