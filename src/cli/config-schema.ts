/** The configuration of the standalone server (decisions, section 3): one schema for every source. */
import { z } from "zod";
import { loginOptions } from "../login/options.ts";
import { authOptions } from "../options.ts";
import { sessionOptions } from "../session/options.ts";
import { headerName, isLocalPath } from "../settings/fields/address-field.ts";
import { duration } from "../settings/fields/duration-field.ts";
import {
  checkedText,
  choice,
  flag,
  integer,
  list,
  refuse,
  section,
  text,
  writtenAs,
} from "../settings/fields/field.ts";
import { proxyList } from "../settings/fields/proxy-list.ts";
import { parseAddress } from "../std/cidr.ts";
import { validHost } from "../std/host.ts";
import { canonicalPath } from "../std/request-path.ts";
import { unsharedParts } from "./workers/unshared-parts.ts";

const isRoute = (path: string) => path !== "/" && isLocalPath(path) && canonicalPath(path) === path;

const MAX_WORKERS = 64;

/** A number of processes, or `auto`: as many as the machine runs at once. */
const workerCount = writtenAs<number | "auto", number | string>(z.union([z.int(), z.string()]))
  .transform((value = 1, context): number | "auto" => {
    const word = String(value).trim().toLowerCase();
    if (word === "auto") return word;
    const count = /^\d{1,3}$/.test(word) ? Number(word) : 0;
    if (count >= 1 && count <= MAX_WORKERS) return count;
    return refuse(context, `must be auto or from 1 to ${MAX_WORKERS}`);
  })
  .meta({ default: 1 });

const listenHost = checkedText(
  (value) => parseAddress(value) !== undefined || (validHost(value) && !value.includes(":")),
  "must be an IP address or a host name, without port",
  "127.0.0.1",
);

const server = section({
  host: listenHost,
  port: integer({ fallback: 8080, least: 0, most: 65_535 }),
  workers: workerCount,
  tls: section({
    cert_file: text(),
    key_file: text(),
    client_ca_files: list(),
    /** Of every authority in the chains, or nothing chains (RFC 5280 §6.3). */
    client_crl_files: list(),
    /** Certificates that chain to none of these roots do not end the connection (RFC 8705 §2.2). */
    self_signed_clients: flag(),
  }),
  /** Between "not ready" and the closed port, so that a balancer has looked in between. */
  drain_delay: duration("2s", { least: "0s", most: "5m" }),
  trusted_proxies: proxyList(),
  /** Metrics for Prometheus: for administrators at `/metrics`, and without a sign-in at an address of its own. */
  metrics: section({
    enabled: flag(),
    host: listenHost,
    /** 0: no address of its own. */
    port: integer({ fallback: 0, least: 0, most: 65_535 }),
  }),
  /** The route that a proxy asks before it passes a request on to another application. */
  forward_auth: section({
    path: checkedText(isRoute, "must be a path without escapes, other than /"),
    method_header: headerName("X-Forwarded-Method"),
    host_header: headerName("X-Forwarded-Host"),
    uri_header: headerName("X-Forwarded-Uri"),
    redirect: flag(),
  }),
}).superRefine(({ tls, forward_auth, trusted_proxies, metrics, workers }, context) => {
  const fault = (member: string, message: string) =>
    context.addIssue({ code: "custom", message, path: ["tls", member] });
  if (metrics.enabled && metrics.port === 0 && workers !== 1) {
    const message =
      "is required with server.workers: an address of its own has the metrics of all of them";
    context.addIssue({ code: "custom", message, path: ["metrics", "port"] });
  }
  if (forward_auth.path !== "" && trusted_proxies.length === 0) {
    const message = "needs server.trusted_proxies: only these may ask";
    context.addIssue({ code: "custom", message, path: ["forward_auth", "path"] });
  }
  if ((tls.cert_file === "") !== (tls.key_file === "")) {
    fault(tls.cert_file === "" ? "cert_file" : "key_file", "is required with the other file");
  } else if (tls.client_ca_files.length > 0 && tls.cert_file === "") {
    fault("client_ca_files", "needs tls.cert_file and tls.key_file");
  } else if (tls.client_crl_files.length > 0 && tls.client_ca_files.length === 0) {
    fault("client_crl_files", "needs tls.client_ca_files");
  } else if (tls.self_signed_clients && tls.client_ca_files.length === 0) {
    fault("self_signed_clients", "needs tls.client_ca_files");
  }
});

const auth = authOptions.nullish().transform((value) => value ?? authOptions.parse({}));

export const configSchema = z
  .object({
    server,
    auth,
    /** The session in front of the service. */
    session: section({ enabled: flag(true), ...sessionOptions.shape }),
    /** The login page and its routes. */
    login: section(loginOptions.shape),
    log: section({
      level: choice(["debug", "info", "warn", "error"], "info"),
      format: choice(["", "json", "pretty"], ""),
    }),
    data_dir: text("./data"),
  })
  .superRefine(({ server: { forward_auth }, session }, context) => {
    if (forward_auth.path === "" || session.enabled) return;
    const message = "needs session.enabled: the session says who asks";
    context.addIssue({ code: "custom", message, path: ["server", "forward_auth", "path"] });
  })
  .superRefine((config, context) => {
    const message = config.server.workers !== 1 && unsharedParts(config);
    if (message) context.addIssue({ code: "custom", message, path: ["server", "workers"] });
  });

type Read = z.output<typeof configSchema>;

/** Everything that `postern serve` and `postern migrate` need to know. */
export type Config = Readonly<Omit<Read, "log">> & {
  readonly log: { readonly level: Read["log"]["level"]; readonly format: "json" | "pretty" };
};
