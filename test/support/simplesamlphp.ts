/** SimpleSAMLphp of the operating system as a process of a test: an identity provider that signs one person in at once. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { formIn } from "../oracle/keycloak/realm.ts";
import { spawnSync } from "./ended-programs.ts";
import { freePort } from "./ports.ts";
import { bareCertificate, type Key, makeKey } from "./saml-idp.ts";

const PROGRAM = "/usr/share/simplesamlphp";

const modules = spawnSync("php", ["-m"], { encoding: "utf8" });
export const hasSimpleSamlPhp =
  existsSync(join(PROGRAM, "www")) && /^dom$/m.test(modules.stdout ?? "");
if (!hasSimpleSamlPhp)
  console.warn("SAML with SimpleSAMLphp is skipped: apt-get install simplesamlphp php-cli php-xml");

const CONFIG = `<?php
require '/etc/simplesamlphp/config.php';
$root = dirname(__DIR__) . '/';
$config = array_merge($config, [
  'baseurlpath' => getenv('BASE') . '/', 'certdir' => $root, 'loggingdir' => $root, 'datadir' => $root,
  'tempdir' => $root, 'metadatadir' => $root . 'metadata/', 'secretsalt' => 'a salt of a test',
  'auth.adminpassword' => 'a password of a test', 'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false, 'store.type' => 'phpsession', 'session.phpsession.savepath' => $root,
]);
`;
const PERSON = `<?php
$config = ['static' => ['exampleauth:StaticSource', 'uid' => ['ada'], 'mail' => ['ada@example.com'],
  'displayName' => ['Ada'], 'memberOf' => ['staff']]];
`;
const HOSTED = `<?php
$metadata['https://idp.example.com/metadata'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.key',
  'certificate' => 'idp.crt', 'auth' => 'static', 'simplesaml.nameidattribute' => 'uid',
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'];
`;

/** What it knows of a service provider. */
export interface KnownService {
  readonly entityId: string;
  readonly acs: string;
  readonly encryption: Pick<Key, "certificate">;
  readonly encrypts: { readonly nameId: boolean; readonly assertion: boolean };
}

export interface SimpleSamlPhp extends AsyncDisposable {
  readonly version: string;
  metadata(): Promise<string>;
  knows(service: KnownService): void;
  /** The form that it answers a request with. */
  answer(location: string): Promise<{ SAMLResponse: string; RelayState: string }>;
}

const remote = ({ entityId, acs, encryption, encrypts }: KnownService) => `<?php
$metadata['${entityId}'] = ['AssertionConsumerService' => '${acs}',
  'nameid.encryption' => ${encrypts.nameId}, 'assertion.encryption' => ${encrypts.assertion},
  'keys' => [['encryption' => true, 'signing' => false, 'type' => 'X509Certificate',
    'X509Certificate' => '${bareCertificate(encryption)}']]];
`;

const versionOf = (): string =>
  /VERSION = '([^']+)'/.exec(
    readFileSync(join(PROGRAM, "lib/SimpleSAML/Configuration.php"), "utf8"),
  )?.[1] ?? "";

/** Follows redirects with the cookies that it gives. */
async function follow(location: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(location);
  for (let left = 10; left > 0; left--) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) return answer.text();
    url = new URL(next, url);
  }
  throw new Error(`${location} leads in a circle`);
}

export async function startSimpleSamlPhp(): Promise<SimpleSamlPhp> {
  const root = mkdtempSync(join(tmpdir(), "postern-ssp-"));
  const key = await makeKey();
  for (const folder of ["config", "metadata"]) mkdirSync(join(root, folder));
  const files = {
    "config/config.php": CONFIG,
    "config/authsources.php": PERSON,
    "metadata/saml20-idp-hosted.php": HOSTED,
    "metadata/saml20-sp-remote.php": "<?php\n",
    "idp.key": key.privateKey,
    "idp.crt": key.certificate,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const port = await freePort(22_500, 99);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", join(PROGRAM, "www")], {
    env: { ...process.env, BASE: url, SIMPLESAMLPHP_CONFIG_DIR: join(root, "config") },
    stdio: "ignore",
  });
  const document = `${url}/saml2/idp/metadata.php`;
  for (let left = 200; left > 0; left--) {
    if (
      await fetch(document).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(50);
  }
  return {
    version: versionOf(),
    metadata: async () => (await fetch(document)).text(),
    knows: (service) => writeFileSync(join(root, "metadata/saml20-sp-remote.php"), remote(service)),
    async answer(location) {
      const page = await follow(location);
      const { SAMLResponse = "", RelayState = "" } = formIn(page).fields;
      if (SAMLResponse === "") throw new Error(page);
      return { SAMLResponse, RelayState };
    },
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
