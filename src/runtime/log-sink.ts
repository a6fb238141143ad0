/** Places outside of the database where the audit log is written line by line, as a capability of the runtime. */

/** A file to which lines are added; it is opened anew for each batch, so it may be moved away at any time. */
export interface FileSinkOptions {
  readonly kind: "file";
  readonly path: string;
  /** Bytes; a file that is larger is moved away before the next batch. 0 leaves that to others. */
  readonly max_size: number;
  /** Files that were moved away and are kept: `.1` is the newest. */
  readonly keep: number;
}

/** A collector of syslog over TLS (RFC 5425), each message with its length in front (RFC 6587 §3.4.1). */
export interface SyslogSinkOptions {
  readonly kind: "syslog";
  readonly host: string;
  readonly port: number;
  /** PEM file of the authorities that vouch for the collector, in place of those that the runtime knows. */
  readonly ca_file: string;
  /** PEM files of the certificate by which the collector knows us, and of its key. */
  readonly cert_file: string;
  readonly key_file: string;
}

export type LogSinkOptions = FileSinkOptions | SyslogSinkOptions;

export interface LogSink extends AsyncDisposable {
  /** Resolves when the place has taken all of it, as far as it tells; rejects otherwise, within 10 s. */
  write(lines: readonly string[]): Promise<void>;
}

/** Opens nothing yet. */
export type OpenLogSink = (options: LogSinkOptions) => LogSink;
