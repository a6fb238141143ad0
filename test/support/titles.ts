/** Files of tests, as pages quote the titles in them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..");

/**
 * A file without its comments: what a comment says is no test.
 * @param file below `test/`
 */
export const withoutComments = (file: string): string =>
  readFileSync(join(FOLDER, file), "utf8").replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, "");
