/** The text of an export: YAML with comments that say what is not in it, or JSON. */
import { Document, isMap, isScalar, Scalar, type YAMLMap } from "yaml";
import type { Exported } from "./export.ts";

type Path = readonly string[];

/** What the schema is called beside the document, for editors. */
const SCHEMA_FILE = "postern-configuration.schema.json";

const HEAD = ` yaml-language-server: $schema=./${SCHEMA_FILE}
 The configuration of an installation: postern apply brings it there. See docs/configuration-as-code.md.`;

const WITHOUT_SECRETS = ` Secrets are not in this file. Where a comment says so one is stored, and stays as it is while the
 member is absent. Another installation needs it: as text, {file: path} or {env: NAME}. null takes it away.`;

/** The nearest mapping that is in the text, and the rest of the path. */
function mapAt(document: Document, path: Path): YAMLMap | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isMap(node) ? node : undefined;
}

function comment(document: Document, path: Path, text: string): void {
  for (let length = path.length - 1; length >= 0; length--) {
    const map = mapAt(document, path.slice(0, length));
    if (!map) continue;
    const said = ` ${path.slice(length).join(".")}: ${text}`;
    const [first] = map.items;
    if (first && isScalar(first.key)) {
      const before = first.key.commentBefore;
      first.key.commentBefore = before ? `${before}\n${said}` : said;
    } else map.comment = map.comment ? `${map.comment}\n${said}` : said;
    return;
  }
}

/** Long texts over several lines, as people write them. */
function asBlocks(node: unknown): void {
  if (isMap(node)) {
    for (const { value } of node.items) {
      if (isScalar(value) && typeof value.value === "string" && value.value.includes("\n")) {
        value.type = Scalar.BLOCK_LITERAL;
      } else asBlocks(value);
    }
  }
}

export function yamlOf({ document: value, absent, unreadable }: Exported): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = absent.length > 0 ? `${HEAD}\n${WITHOUT_SECRETS}` : HEAD;
  for (const path of absent) comment(document, path, "is stored");
  for (const path of unreadable) comment(document, path, "cannot be decrypted, and is not here");
  asBlocks(document.contents);
  return document.toString({ lineWidth: 0 });
}

export const jsonOf = ({ document }: Exported): string => `${JSON.stringify(document, null, 2)}\n`;
