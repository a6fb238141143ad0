/** A certificate authority for tests, by OpenSSL: roots, intermediates, and certificates with every fault. */
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execFileSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";

export interface TestCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
  readonly der: Buffer;
  /** Lower-case hexadecimal of the SHA-256. */
  readonly fingerprint: string;
  /** `x5t#S256`. */
  readonly thumbprint: string;
}

export interface IssueOptions {
  /** As `openssl -subj` takes it: `/C=DE/O=Example/CN=robot`; `+` joins the parts of one relative name. */
  readonly subject: string;
  /** Lines of the extension section; absent: those of a client. */
  readonly extensions?: readonly string[];
  /** `YYYYMMDDHHMMSSZ`. */
  readonly from?: string;
  readonly until?: string;
}

export interface Authority extends TestCertificate {
  issue(options: IssueOptions): TestCertificate;
  /** An authority below this one. */
  intermediate(subject: string): Authority;
  /** PEM of a list of what it has withdrawn; `until` as in `IssueOptions`. */
  revocationList(withdrawn?: readonly TestCertificate[], until?: string): string;
}

const CLIENT = ["basicConstraints=critical,CA:FALSE", "extendedKeyUsage=clientAuth"];
export const SERVER = [
  "basicConstraints=critical,CA:FALSE",
  "extendedKeyUsage=serverAuth",
  "subjectAltName=DNS:localhost,IP:127.0.0.1",
];
const ROOT = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"];

const openssl = (...words: string[]) =>
  execFileSync("openssl", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function read(certFile: string, keyFile: string): TestCertificate {
  const cert = readFileSync(certFile, "utf8");
  const { raw, fingerprint256 } = new X509Certificate(cert);
  const fingerprint = fingerprint256.replaceAll(":", "").toLowerCase();
  return {
    cert: cert.slice(cert.indexOf("-----BEGIN")),
    key: readFileSync(keyFile, "utf8"),
    certFile,
    keyFile,
    der: raw,
    fingerprint,
    thumbprint: Buffer.from(fingerprint, "hex").toString("base64url"),
  };
}

let serial = 0;

/** A key on P-256, which is made at once, and a request with it. */
function request(folder: string, { subject }: IssueOptions) {
  serial += 1;
  const keyFile = join(folder, `${serial}.key.pem`);
  const csr = join(folder, `${serial}.csr`);
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-new", ...curve, "-utf8", "-subj", subject, "-keyout", keyFile, "-out", csr);
  return { keyFile, csr, certFile: join(folder, `${serial}.pem`) };
}

function configOf(folder: string, extensions: readonly string[]): string {
  serial += 1;
  const file = join(folder, `${serial}.cnf`);
  const database = join(folder, `${serial}.txt`);
  writeFileSync(database, "");
  writeFileSync(`${database}.attr`, "unique_subject = no\n");
  mkdirSync(join(folder, "new"), { recursive: true });
  writeFileSync(
    file,
    `[ca]
default_ca = it
[it]
database = ${database}
new_certs_dir = ${join(folder, "new")}
rand_serial = yes
default_md = sha256
policy = any
string_mask = utf8only
unique_subject = no
[any]
[extensions]
${extensions.join("\n")}
`,
  );
  return file;
}

function sign(
  folder: string,
  options: IssueOptions,
  signer: Pick<TestCertificate, "certFile" | "keyFile"> | undefined,
): TestCertificate {
  const { keyFile, csr, certFile } = request(folder, options);
  const { from = "20200101000000Z", until = "20400101000000Z", extensions = CLIENT } = options;
  const by = signer
    ? ["-cert", signer.certFile, "-keyfile", signer.keyFile]
    : ["-selfsign", "-keyfile", keyFile];
  const dates = ["-startdate", from, "-enddate", until];
  const config = configOf(folder, extensions);
  const words = ["-batch", "-notext", "-preserveDN", ...dates, "-extensions", "extensions"];
  openssl("ca", "-config", config, ...by, ...words, "-in", csr, "-out", certFile);
  return read(certFile, keyFile);
}

function authorityOf(folder: string, own: TestCertificate): Authority {
  return {
    ...own,
    issue: (options) => sign(folder, options, own),
    intermediate: (subject) =>
      authorityOf(folder, sign(folder, { subject, extensions: ROOT }, own)),
    revocationList(withdrawn = [], until = "20400101000000Z") {
      const by = ["-config", configOf(folder, []), "-cert", own.certFile, "-keyfile", own.keyFile];
      for (const { certFile } of withdrawn) openssl("ca", ...by, "-revoke", certFile);
      const dates = ["-crl_lastupdate", "20200101000000Z", "-crl_nextupdate", until];
      return openssl("ca", ...by, "-gencrl", ...dates);
    },
  };
}

/** A root of its own. */
export function createAuthority(subject = "/CN=Test Root"): Authority {
  const folder = temporaryFolder();
  return authorityOf(folder, sign(folder, { subject, extensions: ROOT }, undefined));
}

/** A certificate that its own key signed. */
export const selfSigned = (subject: string, extensions?: readonly string[]): TestCertificate =>
  sign(temporaryFolder(), { subject, ...(extensions && { extensions }) }, undefined);
