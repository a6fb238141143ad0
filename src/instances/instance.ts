/** What one process that serves tells of itself, and how it reads what others told. */
import { z } from "zod";
import type { Service } from "../call.ts";
import { LoadMeter, type WrittenLoad } from "../web/load-meter.ts";

/** What an instance says of itself, as it is stored and as administrators are shown it. */
export const instanceFacts = z.object({
  host: z.string().optional().meta({ description: "Name of the machine or container" }),
  process: z.int().optional().meta({ description: "Number of the process there" }),
  version: z.string().optional().meta({ description: "Of the package" }),
  runtime: z.string(),
  auth_version: z.int().meta({ description: "Of the data that it has read" }),
  listener: z.enum(["off", "listening", "lost"]),
  since: z.string().meta({ description: "Start of the process, RFC 3339" }),
});

export type InstanceFacts = z.infer<typeof instanceFacts>;

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
  instanceFacts.safeParse(stored).data;

/** What another one counted; nothing when it cannot be read. */
export function readLoad(stored: unknown): LoadMeter {
  const meter = new LoadMeter(0);
  const { data } = load.safeParse(stored);
  if (data) meter.add(data);
  return meter;
}
