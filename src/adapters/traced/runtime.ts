/** The capabilities of a runtime with a span around each use: everything that leaves the process, or its thread. */

import type { LdapConnection, LdapConnector } from "../../runtime/ldap.ts";
import type { MailTransport } from "../../runtime/mail.ts";
import { CLIENT, noteStatus, type Traces, traceparentOf } from "../../runtime/traces.ts";
import type {
  HttpClient,
  PasswordHasher,
  RedisClient,
  RedisConnector,
  Runtime,
} from "../../runtime.ts";

/** What a stranger named learns nothing of our traces. */
const isStrangers = ({ publicOnly, internal }: Parameters<HttpClient>[1] & object): boolean =>
  publicOnly === true && internal === undefined;

const tracedHttp =
  (http: HttpClient, traces: Traces): HttpClient =>
  (request, options = {}) => {
    if (!traces.active()) return http(request, options);
    const { hostname, port, protocol } = new URL(request.url);
    const stranger = isStrangers(options);
    const attributes = {
      "http.request.method": request.method,
      // The host of a stranger is what a stranger wrote.
      ...(!stranger && {
        "server.address": hostname,
        "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
      }),
    };
    return traces.step(
      request.method,
      attributes,
      async (span) => {
        if (span && !stranger) {
          request.headers.set("traceparent", traceparentOf(span.spanContext()));
        }
        const response = await http(request, options);
        if (span) noteStatus(span, response.status);
        return response;
      },
      CLIENT,
    );
  };

const tracedPasswords = (passwords: PasswordHasher, traces: Traces): PasswordHasher => ({
  ...passwords,
  hash: (...given) => traces.step("password hash", {}, () => passwords.hash(...given)),
  verify: (...given) => traces.step("password verify", {}, () => passwords.verify(...given)),
});

const tracedMailer = (mailer: MailTransport, traces: Traces): MailTransport => ({
  ...mailer,
  send: (message, relay) =>
    traces.step(
      "SMTP send",
      { "server.address": relay.host, "server.port": relay.port },
      () => mailer.send(message, relay),
      CLIENT,
    ),
});

function tracedDirectory(connection: LdapConnection, traces: Traces): LdapConnection {
  return {
    bind: (...given) => traces.step("LDAP bind", {}, () => connection.bind(...given), CLIENT),
    search: (...given) => traces.step("LDAP search", {}, () => connection.search(...given), CLIENT),
    close: () => connection.close(),
  };
}

const tracedLdap = (ldap: LdapConnector, traces: Traces): LdapConnector => ({
  connect: async (server) => {
    const attributes = { "server.address": new URL(server.url).hostname };
    const connect = () => ldap.connect(server);
    return tracedDirectory(await traces.step("LDAP connect", attributes, connect, CLIENT), traces);
  },
});

function tracedRedis(open: RedisConnector, traces: Traces): RedisConnector {
  const step = <T>(name: string, run: () => Promise<T>): Promise<T> =>
    traces.step(name, { "db.system.name": "redis", "db.operation.name": name }, run, CLIENT);
  return (options) => {
    const client = open(options);
    const traced: RedisClient = {
      command: (name, ...rest) => step(name.toUpperCase(), () => client.command(name, ...rest)),
      script: (...given) => step("EVALSHA", () => client.script(...given)),
      close: () => client.close(),
    };
    return traced;
  };
}

/** The runtime with spans; statements have theirs in the driver of the database. */
export function tracedRuntime(runtime: Runtime, traces: Traces): Runtime {
  const { http, passwords, mailer, ldap, redis } = runtime;
  return {
    ...runtime,
    traces,
    http: tracedHttp(http, traces),
    passwords: tracedPasswords(passwords, traces),
    ...(mailer && { mailer: tracedMailer(mailer, traces) }),
    ...(ldap && { ldap: tracedLdap(ldap, traces) }),
    ...(redis && { redis: tracedRedis(redis, traces) }),
  };
}
