/** Files and syslog, where the audit log is written line by line. */
import type { OpenLogSink } from "../../runtime/log-sink.ts";
import { fileSink } from "./file-sink.ts";
import { syslogSink } from "./syslog-sink.ts";

export const openLogSink: OpenLogSink = (options) =>
  options.kind === "file" ? fileSink(options) : syslogSink(options);
