/**
 * `npm pack` packs `package.json` as it is on disk. Around it: `begin` removes what earlier builds left, `clean`
 * leaves the members that an installed package needs, `end` brings back the file of the checkout.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "..");
const MANIFEST = join(ROOT, "package.json");
/** Git ignores it, and no package holds it. */
const KEPT = join(ROOT, "package.checkout.json");

/** Members that mean something in a checkout alone. */
const OF_THE_CHECKOUT = ["imports", "scripts", "devDependencies", "allowScripts", "scarfSettings"];

function restore(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}

function clean(): void {
  const text = readFileSync(MANIFEST, "utf8");
  const members = Object.entries<unknown>(JSON.parse(text));
  const kept = members.filter(([name]) => !OF_THE_CHECKOUT.includes(name));
  writeFileSync(KEPT, text);
  writeFileSync(MANIFEST, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

switch (process.argv[2]) {
  case "begin":
    restore(); // after a pack that was broken off
    for (const folder of ["dist", "public"])
      rmSync(join(ROOT, folder), { recursive: true, force: true });
    break;
  case "clean":
    clean();
    break;
  default:
    restore();
}
