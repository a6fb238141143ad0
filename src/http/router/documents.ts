/**
 * Documents that depend on nothing but path and origin, made once per version: key set and metadata are asked for
 * by every client again and again, so a server can answer them before it makes a `Request`.
 */
import { openInternalCall, type Service } from "../../call.ts";
import { requestDurations } from "../../metrics/request-durations.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { remember } from "../../std/bounded-map.ts";
import { canonicalOrigin } from "../../std/canonical-origin.ts";
import { LOAD_FAMILIES } from "../../web/load-meter.ts";
import type { Reply } from "../../web/reply.ts";
import { type Endpoint, routePath } from "../endpoint/endpoint.ts";
import { handlerOf } from "../endpoint/mount.ts";
import { ANY_ORIGIN } from "./cors.ts";

/** Origins are what a stranger says, as long as none is configured. */
const MAX_KEPT = 100;

/** All of them are of the OAuth surface. */
const OAUTH = LOAD_FAMILIES.indexOf("oauth");

/** @returns undefined for every other path, and where there is no such document now: the endpoint says why */
export type Documents = (path: string, scheme: "http" | "https", host: string) => Reply | undefined;

export function documentsOf(service: Service, endpoints: readonly Endpoint[]): Documents {
  const durations = requestDurations(service.runtime.meter);
  const handlers = new Map(
    endpoints
      .filter(({ document }) => document)
      .map((endpoint) => {
        const path = routePath(service.options.prefix_path, endpoint);
        const handle = handlerOf(service, endpoint);
        return [path, { handle, noteDuration: durations("GET", path) }] as const;
      }),
  );
  const made = new WeakMap<Snapshot, Map<string, Reply>>();

  function make(path: string, origin: string): Reply | undefined {
    const call = openInternalCall(service, origin);
    const readCaller = () => {
      throw new Error("a document has no caller");
    };
    const answer = handlers.get(path)?.handle({ call, readCaller }, new Request(origin), {});
    if (!answer || !("text" in answer) || answer.status !== 200) return undefined;
    return { ...answer, headers: { ...answer.headers, ...ANY_ORIGIN } } as Reply;
  }

  return (path, scheme, host) => {
    const document = handlers.get(path);
    if (!document) return undefined;
    const { current } = service.snapshots;
    const ofSnapshot = made.get(current) ?? new Map<string, Reply>();
    const key = `${scheme}://${host} ${path}`;
    const cached = ofSnapshot.get(key);
    if (cached) {
      service.load.note(OAUTH, 200, service.runtime.clock.now(), 0);
      document.noteDuration(200, 0);
      return cached;
    }
    const origin = canonicalOrigin(scheme, host);
    if (origin === undefined) return undefined;
    const reply = make(path, origin);
    if (reply) remember(ofSnapshot, key, reply, MAX_KEPT);
    made.set(current, ofSnapshot);
    return reply;
  };
}
