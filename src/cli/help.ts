/** The texts of `postern help`. */
import { CONFIG_FLAGS } from "./config-flags.ts";

export interface Help {
  readonly summary: string;
  readonly text: string;
}

const CONFIGURATION = `Configuration comes from flags, then environment variables, then the file; flags win.
The file is the one named by --config or POSTERN_CONFIG, else postern.yaml, postern.yml or
postern.json in the working folder. An environment variable is POSTERN_ and the key with two
underscores per level: POSTERN_SERVER__PORT, POSTERN_DATABASE__DSN.`;

/** Help by command, in the order in which the overview lists them. */
export const HELP: Readonly<Record<string, Help>> = {
  serve: {
    summary: "run the service",
    text: `Usage: postern serve [flags]

Runs the service until it is told to stop. Without configuration it listens on 127.0.0.1:8080 and
keeps an embedded database in ./data; on the first start it prints the admin password once.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  migrate: {
    summary: "bring the database up to date and exit",
    text: `Usage: postern migrate [flags]

Runs the migrations of this version under an advisory lock, on auth.database.migration.dsn when it
is set. "postern serve" does the same at its start.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  move: {
    summary: "copy the embedded database into Postgres",
    text: `Usage: postern move [flags]

The configuration is that of the service on Postgres: auth.database.dsn and auth.encryption.key. Copies
everything in the embedded database of data_dir into that Postgres database, which must be empty, and
prints how many rows each table has. Brings both to the schema of this version first. All rows arrive
or none, and the data folder is left as it is. Stop the service before: an embedded database has one
process.

Secrets stay sealed as they are, so the key must be the one that the embedded database has. When none
was configured for it, that is encryption.key in its folder; POSTERN_ENCRYPTION__KEY_FILE can name it.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  backup: {
    summary: "write everything of a service into one encrypted file",
    text: `Usage: postern backup --to FILE (--encrypt-to FILE | --passphrase-file FILE | --plain) [flags]

Writes users, clients, settings, keys and the audit log as they are at one moment, while the service
goes on; without sessions and codes on their way. Of Postgres with the configuration of the service. An
embedded database belongs to its process: stop the service, or ask it with --url and an administrator.

The file opens with the encryption key of the service alone. That key is not in it: keep it, and keep
it elsewhere. It is private to its owner, and there whole or not at all.

Flags:
  --to FILE              a new file, or - for standard output
  --encrypt-to FILE      encrypt to this public key; "postern keygen --backup FILE" makes a pair
  --passphrase-file FILE encrypt with the passphrase in this file
  --plain                leave everything readable that is not sealed in the database
  --url URL              the running service with its prefix: https://id.example.com/auth
  --token-file FILE      with --url: an administrator's access token
  --client ID            with --url: a service account that is an administrator
  --client-secret-file FILE  its secret
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  restore: {
    summary: "fill an empty database with a backup",
    text: `Usage: postern restore FILE [--key FILE | --passphrase-file FILE] [--check] [--live] [flags]

Proves the whole file, fills the database of this configuration with it, and brings it to the schema of
this version: all rows arrive or none. The database must be empty, and may be of the other kind than the
one that the backup was made of. The encryption key must be the one that the service had then: in the
configuration, or as encryption.key in a new data folder.

Everyone signs in again. What was restored may be a copy beside the service itself, so it sends nothing
by itself until an administrator lets it: --live takes the place of the service. What was revoked after
the backup was made counts again: see docs/backup.md.

Flags:
  --key FILE             private half of the key that it is encrypted to
  --passphrase-file FILE passphrase that it is encrypted with
  --check                read and prove everything, and change nothing
  --live                 it takes the place of the service: webhooks, sign-outs, waiting invitations
                         and the sync of the directory go on at once
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  recover: {
    summary: "make an administrator with a new password",
    text: `Usage: postern recover [--user NAME] [--out FILE] [flags]

Makes the user NAME (admin) an administrator: the admin permission, a role that has it, and the user,
each where it lacks. The user is enabled and gets a new password; its sessions end. Needs the database
and the encryption key. With Postgres the service may run and hears of it at once; an embedded
database has one process, so stop the service first.

The password is shown once on a terminal. Otherwise it is in FILE (postern-administrator.txt in the
working folder), which only its owner can read.

Flags:
  --user NAME            the administrator (admin)
  --out FILE             write the password to this file, also on a terminal
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  "import users": {
    summary: "make users of the people of another service",
    text: `Usage: postern import users FILE [flags]

Reads people from FILE, or from standard input for -, and makes users of them, with the hashes of
their passwords. A person is known by the id that the other service gives: a second run changes
nothing. No name or address is taken from another account, and no mail is sent. With Postgres the
service may run; an embedded database has one process, so stop the service first.

Prints the first entries that were refused, and how many became what. Exits with 1 when one was
refused. What was written stays when the rest cannot be read.

Flags:
  --format FORMAT        csv, ndjson, or keycloak: an export of a realm or of its users; without it
                         by the end of the name: .csv, .ndjson, .jsonl, .json
  --dry-run              decide everything, write nothing
  --update               also write what differs at people whom an earlier run has brought
  --report FILE          a line of JSON for each entry, and the summary
  --source NAME          what the other service is called, where an entry does not say it
  --allow-administrators take roles that make an administrator, and change administrators
  --invite               invite people who cannot sign in yet; the running service sends the mails
  --without-totp         leave the secrets of authenticator apps out
  --not-local            people sign in elsewhere: leave passwords and authenticator apps out
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  "rotate-encryption-key": {
    summary: "seal the database with another encryption key",
    text: `Usage: postern rotate-encryption-key [flags]

Reads the new key from standard input, and seals everything stored with it: all or nothing. On a
terminal it asks twice and shows nothing. "postern keygen" makes a key; keep it before you use it.

Where the data folder keeps the key, the new one takes its place in encryption.key there, and without
one on standard input this command makes it. An embedded database has one process, so stop the service
first. With Postgres set auth.encryption.key to the new one afterwards: running instances write nothing
until they are started with it.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  "audit verify": {
    summary: "find entries of the audit log that were changed or taken away",
    text: `Usage: postern audit verify [--head NUMBER:HASH] [flags]

Reads every entry of the audit log and checks that each is the one that was written after the one
before. Prints how many there are, and number and hash of the last; keep them elsewhere. With --head it
also checks that such an entry is still there, so that no one can have taken the newest ones away. Exits
with 1 at the first entry that does not fit. With Postgres the service may run; an embedded database has
one process, so stop the service first.

Flags:
  --head NUMBER:HASH     what an earlier run printed
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  export: {
    summary: "print the configuration as one document",
    text: `Usage: postern export [--only KINDS] [--format yaml|json] [--secrets-to KEY] [flags]
       postern export --url ADDRESS [--token-file FILE] [--only KINDS] [--format yaml|json]

Prints settings, config records, permissions, roles, group maps and service accounts, with names in the
place of ids: what "postern apply" takes, here or elsewhere, and the seed document of another
installation. People are not in it, and no secrets. With --secrets-to each secret is sealed to the
public key in the file KEY (RSA, EC or X25519; PEM or JWK), and opened with the private one by
"postern apply --key".

With --url the running service is asked, with the token of a full administrator. Otherwise the database
of this configuration is read: with Postgres the service may run, an embedded database has one process.

Flags:
  --only KINDS           members of the document, with commas: oauth_clients,roles
  --format FORMAT        yaml or json (yaml)
  --secrets-to KEY       seal secrets to the public key in this file; not with --url
  --url ADDRESS          the service, with its prefix: https://id.example.com/auth
  --token-file FILE      its token; else POSTERN_TOKEN
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  apply: {
    summary: "bring the configuration to what a document says",
    text: `Usage: postern apply FILE… [--dry-run] [--prune] [--yes] [--force] [--key KEY] [flags]
       postern apply FILE… --url ADDRESS [--token-file FILE] [--dry-run] [--prune] [--yes]
                     [--force] [--key KEY]

Prints what would be done (+ made, ~ changed, - taken away), asks, and does all of it or nothing,
through the checks of the management API. A record of the document replaces the stored one, but for
secrets that it leaves out; other records stay. What was changed between the plan and the answer is
found, and nothing is done then.

With --url the running service does it, with the token of a full administrator. Otherwise it is done on
the database of this configuration: with Postgres the service may run and hears of it at once, an
embedded database has one process.

Exits with 0 when it is done or there is nothing to do, with 1 when it failed or was not wanted, with 2
when the command line is wrong, and of a dry run also when there is something to do.

Flags:
  --dry-run              print the plan alone
  --prune                take away what the document does not name, of kinds that it has; never people
  --yes                  do not ask
  --force                also what would lock administrators out
  --key KEY              private key in this file, for secrets that an export has sealed
  --url ADDRESS          the service, with its prefix: https://id.example.com/auth
  --token-file FILE      its token; else POSTERN_TOKEN
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  "schema configuration": {
    summary: "print the schema of a document for editors",
    text: `Usage: postern schema configuration

Prints the JSON Schema of what "postern export" writes and "postern apply" takes. An editor finds it by
the first line of an export:

  # yaml-language-server: $schema=./postern-configuration.schema.json`,
  },
  doctor: {
    summary: "say what is wrong with an installation",
    text: `Usage: postern doctor [--strict] [--json] [flags]

Looks at the database of this configuration, and prints what the page "Overview" of the console says:
worst first, each with the place where it is put right. Changes nothing. With Postgres the service may
run meanwhile; an embedded database has one process, so stop the service first, or ask it at
GET /auth/v1/doctor.

Exits with 0 when nothing is dangerous, else with 1. For a script before and after an upgrade.

Flags:
  --strict               a warning is enough to exit with 1
  --json                 one line of JSON for each finding, those that are fine as well
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  health: {
    summary: "ask the running service whether it is ready",
    text: `Usage: postern health [flags]

Asks /readyz of the service that this configuration describes, at its host, port and TLS, and prints
the answer. Exits with 0 when it is ready or degraded, with 1 when it is not or does not answer in 3
seconds. For the health check of a container: give the service its port by file or variable, not by
flag, so that this command knows it too.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  "config check": {
    summary: "check the configuration and print it with secrets masked",
    text: `Usage: postern config check [flags]

Prints the configuration in effect as YAML, with every default filled in, secrets masked and a
comment that says where each other value comes from. Exits with 1 when a key is wrong.

Flags:
${CONFIG_FLAGS}

${CONFIGURATION}`,
  },
  keygen: {
    summary: "print a fresh encryption key",
    text: `Usage: postern keygen [--backup FILE]

Prints 32 random bytes in base64, for auth.encryption.key. Keep it: without it, the secrets in the
database cannot be read.

With --backup it makes a key pair for backups: the private half is in FILE, which its owner alone can
read and which does not belong on the machine of the service; the public half is printed.`,
  },
  "hash-password": {
    summary: "print the stored form of a password",
    text: `Usage: postern hash-password

Reads a password from standard input and prints its bcrypt hash. On a terminal it asks twice and
shows nothing. A password has 8 characters or more and at most 72 bytes.`,
  },
  help: {
    summary: "explain a command",
    text: "Usage: postern help [command]",
  },
};

/** The overview of all commands. */
export function overview(): string {
  const width = Math.max(...Object.keys(HELP).map((name) => name.length)) + 3;
  const commands = Object.entries(HELP).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}${summary}`,
  );
  return `Postern, a self-hostable identity service.

Usage: postern <command> [flags]

Commands:
${commands.join("\n")}

"postern help <command>" tells more; "postern --version" prints the version.`;
}
