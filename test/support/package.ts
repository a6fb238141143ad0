/** The package as it would be published, from `npm pack` in a copy of the checkout, so that this one stays as it is. */
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installSite } from "../../scripts/build-docs.ts";
import { execFileSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { onceInRun } from "./once-in-run.ts";
import { LONGEST_TEST_MS } from "./patience.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the package is made from. */
const SOURCES = [
  ...["package.json", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["tsconfig.json", "tsconfig.build.json", "tsconfig.browser.json"],
  ...[
    "bin",
    "console",
    "deploy",
    "docs",
    "examples",
    "login-page",
    "packages",
    "scripts",
    "sdk",
    "site/.vitepress",
  ],
  ...["site/package.json", "src"],
];

/** npm tells the programs that it starts about the checkout; those of a stranger's folder do not hear it. */
export const withoutNpm = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        !/^(?:npm_(?!config_)|npm_config_local_prefix|POSTERN_|NODE_ENV$)/.test(entry[0]),
    ),
  );

function pack(folder: string): void {
  const stage = temporaryFolder();
  for (const name of SOURCES) cpSync(join(ROOT, name), join(stage, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(stage, "node_modules"));
  installSite(LONGEST_TEST_MS);
  symlinkSync(join(ROOT, "site/node_modules"), join(stage, "site/node_modules"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: stage,
    env: withoutNpm(),
    stdio: "pipe",
  });
}

/** The tarball, which a run makes once. */
export async function packedPostern(): Promise<string> {
  const folder = await onceInRun("package", pack);
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

/** What is in a tarball, unpacked. */
export function unpack(tarball: string, folder: string): void {
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
}
