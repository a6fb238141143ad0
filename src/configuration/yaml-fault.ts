/** What is wrong with a YAML or JSON text, by id and without a word of the text: it may hold a password. */
import type { YAMLParseError } from "yaml";
import { StartError } from "../errors.ts";
import { type Message, message, messageBecause } from "../messages/message.ts";

const COLON = message("fault.yaml.colon");
const TAG = message("fault.yaml.tag");

/** The parser's own words quote the line. */
const REASONS: Readonly<Partial<Record<YAMLParseError["code"], Message>>> = {
  ALIAS_PROPS: message("fault.yaml.alias_alone"),
  BAD_ALIAS: message("fault.yaml.alias_name"),
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: message("fault.yaml.directive"),
  BAD_DQ_ESCAPE: message("fault.yaml.backslash"),
  BAD_INDENT: message("fault.yaml.indent"),
  BAD_PROP_ORDER: message("fault.yaml.order"),
  BAD_SCALAR_START: message("fault.yaml.quotes"),
  BLOCK_AS_IMPLICIT_KEY: message("fault.yaml.second_colon"),
  BLOCK_IN_FLOW: message("fault.yaml.in_brackets"),
  DUPLICATE_KEY: message("fault.yaml.twice"),
  KEY_OVER_1024_CHARS: message("fault.yaml.long_key"),
  MISSING_CHAR: COLON,
  MULTILINE_IMPLICIT_KEY: COLON,
  MULTIPLE_ANCHORS: message("fault.yaml.anchors"),
  MULTIPLE_DOCS: message("fault.yaml.documents"),
  MULTIPLE_TAGS: message("fault.yaml.tags"),
  // The stack of the parser has ended.
  RESOURCE_EXHAUSTION: message("fault.yaml.deep"),
  TAB_AS_INDENT: message("fault.yaml.tab"),
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: message("fault.yaml.unexpected"),
};

/** Codes that stand for several faults: how the parser's sentence of one of them begins, or ends. */
const NARROWER: readonly (readonly [sentence: RegExp, reason: Message])[] = [
  [/end with a \]/, message("fault.yaml.end_of_list")],
  [/end with a \}/, message("fault.yaml.end_of_mapping", { opening: "{", closing: "}" })],
  [/^Missing closing "quote/, message("fault.yaml.end_of_text", { quote: '"' })],
  [/^Missing closing 'quote/, message("fault.yaml.end_of_text", { quote: "'" })],
  [/^Missing , (or|between)/, message("fault.yaml.comma")],
  [/^Missing directives-end/, message("fault.yaml.directives_end")],
  [/^Comments must be separated/, message("fault.yaml.comment")],
  [/^Sequence item without - /, message("fault.yaml.entry")],
  [/^Tags and anchors must be sep/, message("fault.yaml.space")],
];

function reasonOf({ code, message: sentence }: YAMLParseError): Message {
  const narrower = NARROWER.find(([pattern]) => pattern.test(sentence));
  if (narrower) return narrower[1];
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  // A code of a later version of the parser.
  return known ?? message("fault.yaml.other", { code: code.toLowerCase().replaceAll("_", " ") });
}

/** Where in a text something is; the first line and column are 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A text that is no document. */
export class TextFault extends StartError {
  /** Place and reason, for readers who have the text. */
  readonly said: Message;

  /** @param file what the text is called in the error: `postern.yaml line 3 column 1: …` */
  constructor(file: string, reason: Message, place?: Place, options?: ErrorOptions) {
    const said = place && messageBecause("fault.yaml.at", { ...place }, reason);
    super(said ? `${file} ${said.text}` : `${file}: ${reason.text}`, options);
    this.name = "TextFault";
    this.said = said ?? messageBecause("fault.document.whole", {}, reason);
  }
}

/** The first thing that the parser found. */
export function yamlFault(error: YAMLParseError, file: string): TextFault {
  const [at] = error.linePos ?? [];
  return new TextFault(file, reasonOf(error), at && { line: at.line, column: at.col });
}
