/** `postern export`: the configuration as one document, on standard output. */
import { resolve } from "node:path";
import { EXPORTED, type ExportedKind } from "../../configuration/export.ts";
import { sealTo } from "../../configuration/sealed-secret.ts";
import { StartError } from "../../errors.ts";
import { nearestName } from "../../settings/document/nearest-name.ts";
import type { Config } from "../config.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { readWords, type Words } from "./flags.ts";
import { TARGET_FLAGS, withTarget } from "./target.ts";

export const readExportWords = (argv: readonly string[]): Words => {
  const words = readWords(argv, {
    ...TARGET_FLAGS,
    only: "text",
    format: "text",
    "secrets-to": "text",
  });
  if (words.files.length > 0) throw new UsageError("writes to standard output and takes no file");
  return words;
};

function kindsOf(text: string | undefined): readonly ExportedKind[] | undefined {
  if (text === undefined) return undefined;
  return text.split(",").map((word) => {
    const kind = EXPORTED.find((one) => one === word.trim());
    if (kind) return kind;
    const meant = nearestName(word, EXPORTED);
    throw new UsageError(
      `--only: ${word} is not one of ${EXPORTED.join(", ")}${meant ? `; did you mean ${meant}?` : ""}`,
    );
  });
}

function formatOf(text = "yaml"): "yaml" | "json" {
  if (text === "yaml" || text === "json") return text;
  throw new UsageError("--format is yaml or json");
}

export async function exportCommand(
  words: Words,
  terminal: Terminal,
  config: () => Config,
): Promise<void> {
  const { texts } = words;
  const only = kindsOf(texts.get("only"));
  const format = formatOf(texts.get("format"));
  const path = texts.get("secrets-to");
  const key = path === undefined ? undefined : terminal.readFile(resolve(terminal.cwd, path));
  if (path !== undefined && key === undefined) {
    throw new StartError(`cannot read ${path}: there is no such file`);
  }
  const seal = key === undefined ? undefined : await sealTo(key, path ?? "");
  const text = await withTarget(words, terminal, config, (target) =>
    target.export(only, format, seal),
  );
  terminal.out(text.trimEnd());
}
