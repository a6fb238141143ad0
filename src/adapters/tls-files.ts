/** The files of `server.tls`, read and checked before anything listens. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { StartError } from "../errors.ts";
import type { TlsOptions } from "./serving.ts";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Empty when no client certificate is asked for. */
  readonly clientCa: readonly string[];
  /** One PEM block each; empty when withdrawn certificates are not looked for. */
  readonly clientCrls: readonly string[];
  readonly selfSignedClients: boolean;
}

/** Throws `StartError` naming the key whose file is missing, unreadable or not what it should be. */
export function readTlsFiles(tls: TlsOptions): TlsFiles {
  const cert = read("server.tls.cert_file", tls.cert_file);
  const certificate = parse("server.tls.cert_file", tls.cert_file, "certificate", () => {
    return new X509Certificate(cert);
  });
  const key = read("server.tls.key_file", tls.key_file);
  const privateKey = parse("server.tls.key_file", tls.key_file, "private key", () => {
    return createPrivateKey(key);
  });
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartError("server.tls.key_file is not the key of the certificate in cert_file");
  const clientCa = (tls.client_ca_files ?? []).map((path) => {
    const text = read("server.tls.client_ca_files", path);
    parse("server.tls.client_ca_files", path, "certificate", () => new X509Certificate(text));
    return text;
  });
  const clientCrls = readClientCrls(tls);
  return { cert, key, clientCa, clientCrls, selfSignedClients: tls.self_signed_clients === true };
}

const CRL_BLOCK = /-----BEGIN X509 CRL-----[^-]+-----END X509 CRL-----/g;

/** The revocation lists alone, one by one: OpenSSL reads the first of a text. Throws as `readTlsFiles` does. */
export function readClientCrls({ client_crl_files = [] }: TlsOptions): readonly string[] {
  return client_crl_files.flatMap((path) => {
    const blocks = read("server.tls.client_crl_files", path).match(CRL_BLOCK) ?? [];
    parse("server.tls.client_crl_files", path, "certificate revocation list", () => {
      if (blocks.length === 0) throw new Error("no block");
      createSecureContext({ crl: blocks });
    });
    return blocks;
  });
}

/** For runtimes that cannot ask for a client certificate: silence would look like protection. */
export function refuseClientCa(tls: TlsOptions | undefined, runtime: string): void {
  if ((tls?.client_ca_files?.length ?? 0) === 0) return;
  throw new StartError(
    `server.tls.client_ca_files does not work on ${runtime}; use Node, or a proxy that verifies client certificates`,
  );
}

function read(key: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartError(`${key}: cannot read ${path} (${code})`, { cause });
  }
}

function parse<T>(key: string, path: string, what: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new StartError(`${key}: ${path} holds no ${what} in PEM form`, { cause });
  }
}
