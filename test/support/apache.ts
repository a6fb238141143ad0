/** A real Apache with `mod_auth_openidc`, in a temporary folder: an application of another make. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestCertificate } from "./certificates.ts";
import { temporaryFolder } from "./folders.ts";
import { takesConnections } from "./ports.ts";
import { eventually } from "./redis.ts";

const PROGRAM = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";
const NEEDED = [
  ...["mpm_event", "authn_core", "authz_core", "authz_user", "ssl", "socache_shmcb"],
  "auth_openidc",
];

/** Why tests with Apache are skipped; undefined when they run. */
export const apacheMissing: string | undefined =
  existsSync(PROGRAM) && NEEDED.every((name) => existsSync(`${MODULES}/mod_${name}.so`))
    ? undefined
    : "SKIPPED: Apache is not installed (apt-get install apache2 libapache2-mod-auth-openidc)";
if (apacheMissing) console.warn(apacheMissing);

export interface TestApache extends AsyncDisposable {
  log(): string;
}

/** @param directives of `mod_auth_openidc`; `/protected/` needs a user */
export async function startApache(
  port: number,
  certificate: Pick<TestCertificate, "cert" | "key">,
  directives: string,
): Promise<TestApache> {
  const folder = temporaryFolder();
  const log = join(folder, "error.log");
  mkdirSync(join(folder, "www/protected"), { recursive: true });
  writeFileSync(join(folder, "www/protected/index.html"), "inside");
  writeFileSync(join(folder, "cert.pem"), certificate.cert);
  writeFileSync(join(folder, "key.pem"), certificate.key);
  const isRoot = process.getuid?.() === 0;
  const config = `
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile apache.pid
ServerName 127.0.0.1
ErrorLog "${log}"
LogLevel warn
${NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join("\n")}
Mutex file:${folder} default
Listen 127.0.0.1:${port} https
${isRoot ? "User www-data\nGroup www-data" : ""}
DocumentRoot "${folder}/www"
SSLEngine on
SSLCertificateFile cert.pem
SSLCertificateKeyFile key.pem
<Location /protected>
  AuthType openid-connect
  Require valid-user
</Location>
${directives}
`;
  writeFileSync(join(folder, "apache.conf"), config);
  // Its workers are another user where it was started by root.
  if (isRoot) chmodSync(folder, 0o777);
  const child = spawn(PROGRAM, ["-D", "FOREGROUND", "-f", join(folder, "apache.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said += String(text);
  });
  const read = () => said + (existsSync(log) ? readFileSync(log, "utf8") : "");
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`Apache ended:\n${read()}`);
    return takesConnections(port);
  });
  return {
    log: read,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}
