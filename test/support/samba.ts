/**
 * A real Active Directory: a domain controller of Samba in a temporary folder. It knows no other ports than 389, 636
 * and 3268, so each one has a loopback address of its own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { createAuthority } from "./certificates.ts";
import { runProgram, spawnSync } from "./ended-programs.ts";
import { deleted, modified } from "./ldif.ts";
import { freePort, takesConnections } from "./ports.ts";
import { eventually } from "./redis.ts";

/** The interpreter of the operating system, which has its packages. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = join(import.meta.dirname, "../integration/directory/provision.py");

function missing(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return "SKIPPED: a domain controller needs Linux and root";
  }
  const programs = [
    [PYTHON, "-c", "import samba.provision"],
    ["samba", "--version"],
    ["ldapmodify", "-VV"],
    ["test", "-d", "/usr/share/samba/setup/ad-schema"],
  ];
  const isThere = ([program = "", ...words]: string[]) => spawnSync(program, words).status === 0;
  if (programs.every(isThere)) return undefined;
  return "SKIPPED: Samba is not installed (apt-get install samba-ad-dc samba-ad-provision ldap-utils)";
}

/** Why tests with an Active Directory are skipped; undefined when they run. */
export const sambaMissing: string | undefined = missing();
if (sambaMissing) console.warn(sambaMissing);

/** A title that tells why its tests do not run. */
export const withSamba = (title: string): string =>
  sambaMissing ? `${title}: ${sambaMissing}` : title;

export const DOMAIN = "DC=corp,DC=example,DC=com";
export const AD_PEOPLE = `OU=People,${DOMAIN}`;
export const AD_GROUPS = `OU=Groups,${DOMAIN}`;
const SERVICES = `OU=Services,${DOMAIN}`;
export const AD_READER = { username: `CN=Postern,${SERVICES}`, password: "the reader's password" };
const ADMINISTRATOR = { name: "CORP\\Administrator", password: "the administrator's 1st password" };

export interface AdPerson {
  /** `sAMAccountName`. */
  readonly account: string;
  /** The name in the DN; the account when absent. */
  readonly cn?: string;
  /** `""`: the account has none and needs none. */
  readonly password?: string;
  readonly more?: readonly string[];
}

const base64 = (value: string) => Buffer.from(value).toString("base64");
const line = (name: string, value: string) => `${name}:: ${base64(value)}`;

/** The password in the only form that Active Directory takes (MS-ADTS 3.1.1.3.1.5.1). */
const unicodePwd = (password: string) =>
  `unicodePwd:: ${Buffer.from(`"${password}"`, "utf16le").toString("base64")}`;

/** DN of a person below `AD_PEOPLE`. */
export const adDn = (cn: string) => `CN=${cn},${AD_PEOPLE}`;

const NORMAL_ACCOUNT = 0x200;
const PASSWORD_NOT_REQUIRED = 0x20;

/** The entry of a person below `AD_PEOPLE`. */
export function adPerson({ account, cn = account, password, more = [] }: AdPerson): string {
  const control = NORMAL_ACCOUNT | (password === "" ? PASSWORD_NOT_REQUIRED : 0);
  return [
    line("dn", adDn(cn)),
    "objectClass: user",
    line("sAMAccountName", account),
    line("userPrincipalName", `${account}@corp.example.com`),
    line("displayName", `${account} the person`),
    line("mail", `${account}@example.com`),
    `userAccountControl: ${control}`,
    ...(password === "" ? [] : [unicodePwd(password ?? `${account}'s password`)]),
    ...more,
    "",
    "",
  ].join("\n");
}

/** The entry of a group; members are DNs. `account` is its `sAMAccountName`, which differs in the whole domain. */
export const adGroup = (
  name: string,
  members: readonly string[],
  { below = AD_GROUPS, account = name } = {},
) =>
  [
    line("dn", `CN=${name},${below}`),
    "objectClass: group",
    line("sAMAccountName", account),
    ...members.map((member) => line("member", member)),
    "",
    "",
  ].join("\n");

/** An organizational unit. */
export const unit = (dn: string) => `dn: ${dn}\nobjectClass: organizationalUnit\n\n`;

/** LDAP_SERVER_SHOW_DELETED_OID (MS-ADTS 3.1.1.3.4.1.14). */
const SHOW_DELETED = "1.2.840.113556.1.4.417";

const containers = [
  ...[AD_PEOPLE, AD_GROUPS, SERVICES].map(unit),
  `dn: ${AD_READER.username}\nobjectClass: user\nsAMAccountName: postern\n`,
  "userPrincipalName: postern@corp.example.com\nuserAccountControl: 512\n",
  `${unicodePwd(AD_READER.password)}\n\n`,
].join("");

export interface TestSamba {
  /** `ldap://`, where it takes passwords after StartTLS alone. */
  readonly url: string;
  readonly secureUrl: string;
  /** PEM of the authority. */
  readonly ca: string;
  /** Applies LDIF changes as the administrator of the domain. */
  modify(ldif: string): Promise<void>;
  add(entries: string): Promise<void>;
  remove(dn: string): Promise<void>;
  /** Brings a deleted person back, under the same `objectGUID`. */
  restore(cn: string, guid: string): Promise<void>;
  /** Values of one attribute, as the administrator sees them. */
  read(dn: string, attribute: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** An address of the loopback network that no other test has. */
async function loopback(): Promise<string> {
  const port = await freePort(20_000, 3_000);
  return `127.77.${port >> 8}.${port & 0xff}`;
}

function configuration(folder: string, address: string, certificate: Certificate): string {
  return [
    "[global]",
    "netbios name = DC1",
    "workgroup = CORP",
    "realm = CORP.EXAMPLE.COM",
    "server role = active directory domain controller",
    "server services = ldap",
    "dcerpc endpoint servers =",
    "disable netbios = yes",
    `interfaces = ${address}/8`,
    "bind interfaces only = yes",
    ...FOLDERS.map((name) => `${name} = ${folder}/${name.replaceAll(" ", "-")}`),
    `log file = ${folder}/log`,
    "tls enabled = yes",
    `tls certfile = ${certificate.certFile}`,
    `tls keyfile = ${certificate.keyFile}`,
    "tls cafile =",
    "[sysvol]",
    `path = ${folder}/sysvol`,
    "[netlogon]",
    `path = ${folder}/sysvol/netlogon`,
    "",
  ].join("\n");
}

interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

const FOLDERS = [
  "private dir",
  "state directory",
  "cache directory",
  "lock directory",
  "pid directory",
  "binddns dir",
  "ncalrpc dir",
];

/**
 * Makes the domain and starts its controller.
 * @param entries LDIF; containers and the reader are there already
 */
export async function startSamba(entries = ""): Promise<TestSamba> {
  const folder = mkdtempSync(join(tmpdir(), "postern-samba-"));
  for (const name of FOLDERS) mkdirSync(join(folder, name.replaceAll(" ", "-")));
  const address = await loopback();
  const authority = createAuthority();
  const certificate = authority.issue({
    subject: "/CN=dc1.corp.example.com",
    extensions: [
      "basicConstraints=critical,CA:FALSE",
      "extendedKeyUsage=serverAuth",
      `subjectAltName=IP:${address}`,
    ],
  });
  const conf = join(folder, "smb.conf");
  writeFileSync(conf, configuration(folder, address, certificate));
  const made = runProgram(PYTHON, [PROGRAM, conf, "dc1", address, ADMINISTRATOR.password]);
  made.child.stdin?.end(containers + entries);
  await made;
  // It ends with its standard input, so also when the tests are killed.
  const child: ChildProcess = spawn("samba", ["-i", "-s", conf, "-M", "single"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await eventually(async () => child.exitCode !== null || (await takesConnections(636, address)));
  if (child.exitCode !== null) throw new Error("samba ends at its start");

  const secureUrl = `ldaps://${address}`;
  /** Runs a tool of OpenLDAP as the administrator. */
  async function tool(name: string, words: readonly string[], input = ""): Promise<string> {
    const { name: bind, password } = ADMINISTRATOR;
    const done = runProgram(name, ["-x", "-H", secureUrl, "-D", bind, "-w", password, ...words], {
      env: { ...process.env, LDAPTLS_CACERT: authority.certFile },
    });
    done.child.stdin?.end(input);
    return (await done).stdout;
  }
  const change = async (ldif: string, ...flags: readonly string[]): Promise<void> =>
    void (await tool("ldapmodify", flags, ldif));

  return {
    url: `ldap://${address}`,
    secureUrl,
    ca: authority.cert,
    modify: (ldif) => change(ldif),
    add: (added) => change(added, "-a"),
    remove: (dn) => change(deleted(dn)),
    async restore(cn, guid) {
      const place = ["replace: distinguishedName", `distinguishedName: ${adDn(cn)}`];
      const dn = `CN=${cn}\\0ADEL:${guid},CN=Deleted Objects,${DOMAIN}`;
      await change(modified(dn, "delete: isDeleted", "-", ...place), "-e", `!${SHOW_DELETED}`);
    },
    async read(dn, attribute) {
      const words = ["-LLL", "-o", "ldif-wrap=no", "-b", dn, "-s", "base", attribute];
      const found = await tool("ldapsearch", words);
      return found.split("\n").flatMap((one) => one.split(`${attribute}: `).slice(1));
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The `config` of docs/ldap.md for this directory. */
export function adRecord(samba: TestSamba, more: Readonly<Record<string, unknown>> = {}) {
  const { text } = blockNamed("docs/ldap.md", "active-directory");
  const { config } = JSON.parse(
    /-d '(.*\})' \\$/ms.exec(text)?.[1]?.replace(`'"$READER_PASSWORD"'`, AD_READER.password) ?? "",
  );
  return { ...config, addr: samba.secureUrl, ca: samba.ca, disable_sync: true, ...more };
}
