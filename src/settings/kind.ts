/** What a kind of record is: a settings namespace or a kind of config records, with all that belongs to it in one object. */
import type { z } from "zod";
import type { Message } from "../messages/message.ts";

/**
 * What a kind may need of a module above this one. It has a row in the table of that name there, and the table does not
 * compile without the row.
 */
export type Above =
  /** Checks before it is saved that need keys or other records: `records/checks.ts`, `records/config-records.ts`. */
  | "check"
  /** A check of what was sent that needs a parser of a module above `records`: `configuration/document-checks.ts`. */
  | "document"
  /** Members that the service keeps in the document: `records/on-save.ts`. */
  | "kept"
  /** What a change of it does in the same transaction: `records/on-save.ts`. */
  | "follows"
  /** What works and is risky: `records/warnings.ts`. */
  | "warnings"
  /** What the snapshot has besides its value: `snapshot/parts/settings.ts`. */
  | "derived"
  /** What stands in its place when it is deleted: `first-run/defaults.ts`. */
  | "restored";

/** A page of the console that is drawn from the schema alone. The console's own types say which words there are. */
interface Tab {
  readonly hash: string;
  readonly group: string;
  readonly icon: string;
}

interface NamespaceDefinition<S extends z.ZodType, A extends Above> {
  /** Its `meta` has the name of the component in the API description, and the title. */
  readonly schema: S;
  /** Valid, and worth copying: the API description shows it. */
  readonly example: z.input<S>;
  /** What holds while nothing is stored, where an empty document is not valid. */
  readonly absent?: z.output<S>;
  /** The service stores it by itself at every start: it says nothing about a database that has nothing else. */
  readonly madeAtStart?: boolean;
  readonly tab?: Tab;
  readonly above?: readonly A[];
}

/** A settings namespace as it is defined beside its schema. */
export interface NamespaceKind<S extends z.ZodType = z.ZodType, A extends Above = Above>
  extends NamespaceDefinition<S, A> {
  readonly above: readonly A[];
}

export const namespace = <S extends z.ZodType, const A extends Above = never>(
  definition: NamespaceDefinition<S, A>,
): NamespaceKind<S, A> => ({ above: [], ...definition });

type Document = Readonly<Record<string, unknown>>;

/** Methods, so that a kind is also one of any schema. */
interface ConfigKindDefinition<S extends z.ZodType, A extends Above> {
  /** Of the member `config`. Its `meta` has the name of the component in the API description, and the title. */
  readonly schema: S;
  /** Valid, and worth copying: the API description shows it. */
  readonly example: { readonly id: string; readonly config: z.input<S> };
  /** Where the records are served, and how the API description names them. */
  readonly route: { readonly path: string; readonly tag: string; readonly noun: string };
  /** The id is a segment of the addresses where people sign in. */
  readonly idInPath?: boolean;
  /** What a list shows of each record besides. */
  readonly listed?: { readonly shape: z.ZodRawShape; of(config: z.output<S>, now: number): object };
  /** A config as it was sent, before the stored secrets are merged into it. */
  prepare?(sent: object): object;
  /** What the service itself keeps in it, with the stored secrets merged. */
  complete?(stored: unknown, merged: unknown): unknown;
  /** Why it is not saved, where the schema alone cannot say so. The text begins with the member. */
  fault?(sent: object, value: z.output<S>): Message | undefined;
  /** A stored config as a GET shows it. */
  shown?(stored: Document): Document;
  readonly above?: readonly A[];
}

/** A kind of config records as it is defined beside its schema. */
export interface ConfigKindObject<S extends z.ZodType = z.ZodType, A extends Above = Above>
  extends ConfigKindDefinition<S, A> {
  readonly above: readonly A[];
}

export const configKind = <S extends z.ZodType, const A extends Above = never>(
  definition: ConfigKindDefinition<S, A>,
): ConfigKindObject<S, A> => ({ above: [], ...definition });

/** The names of the kinds that have a row in one of the tables above. */
export type WithRow<
  Kinds extends Readonly<Record<string, { readonly above: readonly Above[] }>>,
  A extends Above,
> = { [K in keyof Kinds]: A extends Kinds[K]["above"][number] ? K : never }[keyof Kinds];
