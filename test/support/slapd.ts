/** Real OpenLDAP servers in temporary folders, on free ports; one per test file. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram, spawnSync } from "./ended-programs.ts";
import { deleted, modified } from "./ldif.ts";
import { freePort, takesConnections } from "./ports.ts";
import { eventually } from "./redis.ts";

const MODULES = ["/usr/lib/ldap", "/usr/lib64/openldap", "/usr/libexec/openldap"];
const SCHEMAS = ["/etc/ldap/schema", "/etc/openldap/schema"];
const folderOf = (places: readonly string[]) => places.find((place) => existsSync(place)) ?? "";

/** Why tests with a directory are skipped; undefined when they run. */
export const slapdMissing: string | undefined = [
  ["slapd", "-VV"],
  ["ldapmodify", "-VV"],
].some(([program = "", flag = ""]) => spawnSync(program, [flag]).error !== undefined)
  ? "SKIPPED: slapd is not installed (apt-get install slapd ldap-utils)"
  : undefined;
if (slapdMissing) console.warn(slapdMissing);

/** A title that tells why its tests do not run. */
export const withSlapd = (title: string): string =>
  slapdMissing ? `${title}: ${slapdMissing}` : title;

export const BASE = "dc=example,dc=com";
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
export const READER = { username: `cn=reader,${BASE}`, password: "reader's password" };
const ROOT = { dn: `cn=root,${BASE}`, password: "root's password" };

export interface TestPerson {
  readonly uid: string;
  readonly password?: string;
  readonly mail?: string;
  readonly more?: readonly string[];
}

const line = (name: string, value: string) =>
  // Base64 for everything that LDIF would read otherwise (RFC 2849).
  `${name}:: ${Buffer.from(value).toString("base64")}`;

const SPECIAL = /[,+"\\<>;=#]/g;
const escaped = (value: string) => value.replaceAll(SPECIAL, "\\$&");

/** DN of a person below `PEOPLE`. */
export const personDn = (uid: string): string => `uid=${escaped(uid)},${PEOPLE}`;
/** DN of a group below `GROUPS`. */
export const groupDn = (name: string): string => `cn=${name},${GROUPS}`;

/** A person becomes a member, or ceases to be one: LDIF. */
export const joins = (group: string, uid: string): string =>
  modified(groupDn(group), "add: uniqueMember", `uniqueMember: ${personDn(uid)}`);
export const leaves = (group: string, uid: string): string =>
  modified(groupDn(group), "delete: uniqueMember", `uniqueMember: ${personDn(uid)}`);

/** The entry of a person below `PEOPLE`. */
export const personEntry = ({ uid, password, mail, more = [] }: TestPerson) =>
  [
    line("dn", personDn(uid)),
    "objectClass: inetOrgPerson",
    line("uid", uid),
    line("cn", `${uid} the person`),
    line("sn", "Person"),
    line("givenName", uid),
    ...(mail === "" ? [] : [line("mail", mail ?? `${uid}@example.com`)]),
    line("userPassword", password ?? `${uid}'s password`),
    ...more,
    "",
  ].join("\n");

/** The entry of a group below `GROUPS`; members are usernames, or DNs when they hold a `=`. */
export const groupEntry = (name: string, members: readonly string[], description = "") =>
  [
    line("dn", groupDn(name)),
    "objectClass: groupOfUniqueNames",
    line("cn", name),
    ...(description === "" ? [] : [line("description", description)]),
    ...members.map((member) =>
      line("uniqueMember", member.includes("=") ? member : personDn(member)),
    ),
    "",
  ].join("\n");

export interface SlapdSetup {
  /** Below `PEOPLE`, in full or by their usernames. */
  readonly people?: readonly (string | TestPerson)[];
  /** Members by the name of the group, see `groupEntry`. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** More LDIF below `BASE`; containers and the reader are there already. */
  readonly entries?: string;
  /** More lines of slapd.conf for the database. */
  readonly lines?: readonly string[];
  /** Who may see what, before the rules that every directory has here. */
  readonly access?: readonly string[];
  /** With a certificate of its own authority, for ldaps and StartTLS. */
  readonly tls?: boolean;
}

export interface TestSlapd {
  readonly port: number;
  readonly url: string;
  /** `ldaps://`; empty without TLS. */
  readonly secureUrl: string;
  /** PEM of the authority. */
  readonly ca: string;
  readonly pid: number;
  /** Applies LDIF changes as the root of the directory. */
  modify(ldif: string): Promise<void>;
  /** The same, also of attributes that the directory itself sets, such as `entryUUID`. */
  restore(ldif: string): Promise<void>;
  add(entries: string): Promise<void>;
  remove(dn: string): Promise<void>;
  /** A directory that hangs: it holds its connections and answers nothing. */
  pause(): void;
  resume(): void;
  /** Stops it; `restart` brings it back on the same port with its data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const containers = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

dn: ${READER.username}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

`;

/** Below the ports that the system gives to connections, so that none of them takes it between stop and restart. */
const ldapPort = () => freePort(20_000, 3_000);

interface Ports {
  readonly plain: number;
  readonly secure: number;
}

async function freePorts(): Promise<Ports> {
  return { plain: await ldapPort(), secure: await ldapPort() };
}

/** Times that other ports are tried when another process takes one of them first. */
const TRIES = 5;

const fixture = (name: string) =>
  join(import.meta.dirname, "../integration/adapters/fixtures", name);

function configuration(folder: string, { lines = [], access = [], tls }: SlapdSetup): string {
  const schema = folderOf(SCHEMAS);
  const files = ["core", "cosine", "nis", "inetorgperson"];
  return [
    ...files.map((name) => `include ${schema}/${name}.schema`),
    `modulepath ${folderOf(MODULES)}`,
    "moduleload back_mdb",
    `pidfile ${folder}/slapd.pid`,
    ...(tls
      ? [
          `TLSCACertificateFile ${fixture("root.pem")}`,
          `TLSCertificateFile ${fixture("server.pem")}`,
          `TLSCertificateKeyFile ${fixture("server.key.pem")}`,
        ]
      : []),
    "sizelimit 500",
    "database mdb",
    `suffix "${BASE}"`,
    `rootdn "${ROOT.dn}"`,
    `rootpw "${ROOT.password}"`,
    `directory ${folder}/data`,
    "maxsize 1073741824",
    "dbnosync",
    "index objectClass,uid,mail,cn,uniqueMember eq",
    // The reader may read everything by pages, as a directory allows its synchronising account.
    `limits dn.exact="${READER.username}" size.soft=500 size.hard=500 size.prtotal=unlimited`,
    ...access,
    `access to attrs=userPassword by anonymous auth by * none`,
    `access to * by dn.exact="${READER.username}" read by anonymous auth by users none`,
    ...lines,
    "",
  ].join("\n");
}

const entriesOf = ({ people = [], groups = {}, entries = "" }: SlapdSetup): string =>
  [
    ...people.map((one) => personEntry(typeof one === "string" ? { uid: one } : one)),
    ...Object.entries(groups).map(([name, members]) => groupEntry(name, members)),
    entries,
  ].join("\n");

/** Resolves when the directory takes connections. */
export async function startSlapd(setup: SlapdSetup = {}): Promise<TestSlapd> {
  const folder = mkdtempSync(join(tmpdir(), "postern-slapd-"));
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, "data"));
  const conf = join(folder, "slapd.conf");
  writeFileSync(conf, configuration(folder, setup));
  writeFileSync(join(folder, "entries.ldif"), containers + entriesOf(setup));
  await runProgram("slapadd", ["-q", "-f", conf, "-l", join(folder, "entries.ldif")]);
  const listen = async (ports: Ports): Promise<ChildProcess | undefined> => {
    const urls = [
      `ldap://127.0.0.1:${ports.plain}`,
      ...(setup.tls ? [`ldaps://127.0.0.1:${ports.secure}`] : []),
    ];
    const hasPorts = join(folder, "slapd.pid");
    rmSync(hasPorts, { force: true });
    const started = spawn("slapd", ["-d", "0", "-f", conf, "-h", urls.join(" ")], {
      stdio: "ignore",
    });
    const isGone = () => started.exitCode !== null || started.signalCode !== null;
    // The file is written once it has all its ports; without one of them it ends.
    await eventually(async () => isGone() || existsSync(hasPorts));
    if (isGone()) return undefined;
    await eventually(() => takesConnections(ports.plain));
    return started;
  };
  let ports = await freePorts();
  let found = await listen(ports);
  for (let tried = 1; !found && tried < TRIES; tried++) {
    ports = await freePorts();
    found = await listen(ports);
  }
  if (!found) throw new Error("slapd ends at its start");
  let child: ChildProcess = found;
  const { plain: port, secure: securePort } = ports;
  const url = `ldap://localhost:${port}`;
  const secureUrl = setup.tls ? `ldaps://localhost:${securePort}` : "";

  async function change(ldif: string, ...flags: readonly string[]): Promise<void> {
    const asked = ["-x", "-H", `ldap://127.0.0.1:${port}`, "-D", ROOT.dn, "-w", ROOT.password];
    const done = runProgram("ldapmodify", [...asked, ...flags], { maxBuffer: 64 * 1_048_576 });
    done.child.stdin?.end(ldif);
    await done;
  }

  const down = () => ended(child);
  return {
    port,
    url,
    secureUrl,
    ca: setup.tls ? readFileSync(fixture("root.pem"), "utf8") : "",
    get pid() {
      return child.pid ?? 0;
    },
    modify: (ldif) => change(ldif),
    restore: (ldif) => change(ldif, "-e", "!relax"),
    add: (entries) => change(entries, "-a"),
    remove: (dn) => change(deleted(dn)),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill: down,
    async restart() {
      await down();
      const again = await listen(ports);
      if (!again) throw new Error("slapd ends at its restart");
      child = again;
    },
    async stop() {
      child.kill("SIGCONT");
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** The `config` of a record for this directory, without TLS. */
export const ldapRecord = (slapd: TestSlapd, more: Readonly<Record<string, unknown>> = {}) => ({
  addr: slapd.url,
  allow_plain: true,
  bind: READER,
  user_base_dn: PEOPLE,
  groups: [{ base_dn: GROUPS, filter: "(objectClass=groupOfUniqueNames)" }],
  disable_sync: true,
  ...more,
});
