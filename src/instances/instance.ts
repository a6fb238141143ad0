/** What one process that serves tells of itself, and how it reads what others told. */
import { z } from "zod";
import type { Service } from "../call.ts";
import { LoadMeter, type WrittenLoad } from "../web/load-meter.ts";

const facts = z.object({
  version: z.string().optional(),
  runtime: z.string(),
  host: z.string().optional(),
  process: z.number().optional(),
  auth_version: z.number(),
  listener: z.enum(["off", "listening", "lost"]),
  since: z.string(),
});

/** What an instance says of itself. */
export type InstanceFacts = z.infer<typeof facts>;

const numbers = z.array(z.int().min(0));
const load = z.object({
  layout: z.string(),
  minutes: z.array(z.tuple([z.int().min(0), numbers, numbers])),
}) satisfies z.ZodType<WrittenLoad>;

/** Of this process, now. */
export function ownFacts({ runtime, load, snapshots, following }: Service): InstanceFacts {
  const { host, pid } = runtime.place ?? {};
  return {
    ...(runtime.version !== undefined && { version: runtime.version }),
    runtime: runtime.name,
    ...(host !== undefined && { host }),
    ...(pid !== undefined && { process: pid }),
    auth_version: snapshots.current.version,
    listener: following().listener,
    since: new Date(load.since).toISOString(),
  };
}

/** Of another one; undefined when another version wrote something else. */
export const readFacts = (stored: unknown): InstanceFacts | undefined =>
  facts.safeParse(stored).data;

/** What another one counted; nothing when it cannot be read. */
export function readLoad(stored: unknown): LoadMeter {
  const meter = new LoadMeter(0);
  const { data } = load.safeParse(stored);
  if (data) meter.add(data);
  return meter;
}
