/** The read model, and what the login page offers, as an open write would leave them. */
import { callAt, type Service } from "../call.ts";
import type { Logger } from "../runtime.ts";
import { snapshotAfter } from "../snapshot/load.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Write } from "../store/change.ts";
import { type PageWays, pageWays, type Registry } from "./page-ways.ts";

/** What is read only to decide says nothing in the log. */
const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export function modelAfter({ store, snapshots }: Service, open: Write): Promise<Snapshot> {
  const { box } = store;
  const context = { box, details: box, log: silent, signatures: undefined, starting: false };
  return snapshotAfter(open, snapshots.current, open.touched, context);
}

/** @param registry in the place of that of the process */
export const pageAfter = async (
  service: Service,
  open: Write,
  registry?: Registry,
): Promise<PageWays> => pageWays(callAt(service, await modelAfter(service, open)), registry);
