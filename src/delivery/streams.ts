/** Streams of the audit log to files and to syslog: the lines of `audit.streams`, which never stop trying (ADR 0099). */
import { entryView } from "../audit/entry-view.ts";
import type { Service } from "../call.ts";
import { StartError } from "../errors.ts";
import { plain } from "../messages/message.ts";
import { capability } from "../runtime/capability.ts";
import type { LogSinkOptions } from "../runtime/log-sink.ts";
import type { AuditRow } from "../store/audit-chain.ts";
import { deliveriesOf } from "./deliveries.ts";
import type { LineOptions } from "./destination.ts";
import { syslogMessage } from "./syslog.ts";

const DELAYS_MS = [1_000, 5_000, 15_000, 60_000, 300_000] as const;

type Stream = Service["options"]["audit"]["streams"][string];

function sinkOptions(stream: Stream): LogSinkOptions {
  const { file, syslog, max_megabytes, keep, ca_file, cert_file, key_file } = stream;
  if (file !== "") return { kind: "file", path: file, max_size: max_megabytes * 1_000_000, keep };
  const url = new URL(`tls://${syslog}`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return { kind: "syslog", host, port: Number(url.port || 6514), ca_file, cert_file, key_file };
}

/** Throws where the runtime has neither files nor connections. */
function lineOf(service: Service, name: string, stream: Stream): LineOptions {
  const open = capability(service.runtime, "logSink", (text) => new StartError(text));
  const options = sinkOptions(stream);
  const sink = service.parts.add(open(options));
  const host = service.runtime.place?.host ?? "-";
  const lineFor = async (row: AuditRow) => {
    const text = JSON.stringify(await entryView(service, row));
    return options.kind === "file" ? text : syslogMessage(row, text, host);
  };
  let failing = false;
  return {
    id: `stream:${name}`,
    delays: DELAYS_MS,
    givesUp: false,
    destination: () => ({
      actions: undefined,
      async deliver(rows) {
        try {
          await sink.write(await Promise.all(rows.map(lineFor)));
          failing = false;
          return { arrived: rows.length };
        } catch (error) {
          if (!failing) {
            service.runtime.log.warn("the audit log could not be streamed", {
              stream: name,
              error,
            });
          }
          failing = true;
          return {
            arrived: 0,
            failure: plain(error instanceof Error ? error.message : String(error)),
          };
        }
      },
    }),
  };
}

/** Begins the lines of all streams of this instance. What they write to ends after the lines. */
export function startStreams(service: Service): void {
  const streams = Object.entries(service.options.audit.streams);
  const lines = streams.map(([name, stream]) => lineOf(service, name, stream));
  const all = deliveriesOf(service);
  for (const line of lines) all.add(line);
}
