/** The socket to a directory: TCP, and TLS at once or later by StartTLS. Certificates are always verified. */

import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { message } from "../../messages/message.ts";
import type { LdapServer } from "../../runtime/ldap.ts";
import { DirectoryFailure } from "../../runtime/ldap.ts";

interface Place {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

export function placeOf(url: string): Place {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "ldaps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return { host, port: port === "" ? (secure ? 636 : 389) : Number(port), secure };
}

const codeOf = (cause: unknown): string =>
  String((cause as NodeJS.ErrnoException | undefined)?.code ?? "").replace(/[^A-Z0-9_]/g, "");

const unreachable = (cause: unknown) =>
  new DirectoryFailure("unreachable", message("ldap.unreachable", { code: named(codeOf(cause)) }), {
    cause,
  });

const notTrusted = (cause: unknown) =>
  new DirectoryFailure("tls", message("ldap.tls", { code: named(codeOf(cause)) }), { cause });

const named = (code: string) => (code === "" ? "" : ` (${code})`);

function tlsOptions({ host }: Place, { ca }: LdapServer): ConnectionOptions {
  return {
    host,
    // A name for an address is not allowed (RFC 6066 §3).
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca && { ca }),
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
  };
}

/** Resolves when the socket is there; ends it when it fails, or when the signal is aborted. */
async function established<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
  failure: (cause: unknown) => DirectoryFailure,
): Promise<S> {
  const late = () => new DirectoryFailure("late", message("ldap.late_connection"));
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) reject(late());
      signal.addEventListener("abort", () => reject(late()), { once: true });
      socket.once(event, () => resolve());
      socket.once("error", (error) => reject(failure(error)));
      socket.once("close", () => reject(failure(undefined)));
    });
    return socket;
  } catch (error) {
    socket.on("error", () => undefined);
    socket.destroy();
    throw error;
  }
}

/** A plain socket for `ldap://`, one over TLS for `ldaps://`. */
export async function openSocket(server: LdapServer, signal: AbortSignal): Promise<Socket> {
  const place = placeOf(server.url);
  const { host, port, secure } = place;
  if (!secure) return established(connect({ host, port }), "connect", signal, unreachable);
  const socket = connectTls({ ...tlsOptions(place, server), port });
  const isTls = (cause: unknown) =>
    /^E(?!PROTO)[A-Z]+$/.test(codeOf(cause)) && !/CERT/.test(codeOf(cause));
  return established(socket, "secureConnect", signal, (cause) =>
    isTls(cause) ? unreachable(cause) : notTrusted(cause),
  );
}

/** TLS over a socket that is open, after the directory has agreed to it (RFC 4511 §4.14). */
export async function upgrade(
  socket: Socket,
  server: LdapServer,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = connectTls({ ...tlsOptions(placeOf(server.url), server), socket });
  return established(secure, "secureConnect", signal, notTrusted);
}
