/** `GET /livez` and `GET /readyz` of the standalone server. */

import type { AuthService } from "../auth.ts";
import type { Health } from "../health.ts";
import { type Message, message, plain, textsOf } from "../messages/message.ts";
import type { Logger } from "../runtime.ts";
import type { IncomingRequest } from "../session/session.ts";
import type { SessionInternals } from "../session/session-internals.ts";
import { json, type Reply } from "../web/reply.ts";
import { isAdministrator } from "./administrator.ts";

export interface ServerHealth {
  /** Looks for the keys of remote session providers, so that the first sign-in does not wait for them. */
  lookForKeys(): Promise<void>;
  /** @param draining not ready although everything works: a balancer shall stop sending */
  ready(incoming: IncomingRequest, draining: boolean): Promise<Reply>;
}

/** What a worker knows of the others; for administrators. */
export type CrewHealth = () => Promise<{
  readonly detail: {
    /** The number of the worker that answers. */
    readonly worker: number;
    readonly workers: number;
    readonly workers_ready: number;
  };
  readonly warnings: readonly string[];
}>;

export const live = (): Reply => json({ status: "live" });

export function serverHealth(
  auth: AuthService,
  session: SessionInternals | undefined,
  log: Logger,
  crew?: CrewHealth,
): ServerHealth {
  /** Remote providers whose keys were never fetched; users of other providers can still sign in. */
  let missingKeys: readonly string[] = [];

  async function lookForKeys(): Promise<void> {
    try {
      missingKeys = (await session?.missingKeys()) ?? [];
    } catch (error) {
      log.warn("the session providers cannot be read", { error });
    }
  }

  async function detailOf({ detail }: Health, missing: readonly Message[]) {
    const others = await crew?.();
    const more = (others?.warnings ?? []).map(plain);
    const messages = [...detail.messages, ...missing, ...more];
    return { ...detail, ...others?.detail, warnings: textsOf(messages), messages };
  }

  return {
    lookForKeys,

    async ready(incoming, draining) {
      const health = await auth.health();
      const missing = missingKeys.map((key) => message("session_provider.no_keys", { key }));
      if (missing.length > 0) void lookForKeys();
      const known = missing.length > 0 && health.status === "ready" ? "degraded" : health.status;
      const status = draining ? "not_ready" : known;
      // Details for administrators; other callers get only the state.
      const detail =
        (await isAdministrator(auth, session, incoming)) && (await detailOf(health, missing));
      return json({ status, ...detail }, status === "not_ready" ? 503 : 200);
    },
  };
}
