/** The document of `session_providers`, changed piece by piece; what an edit does not name stays as it is. */
import { type Document, isDocument } from "../../form/schema.ts";

export const part = (value: unknown, name: string): Document => {
  const inner = isDocument(value) ? value[name] : undefined;
  return isDocument(inner) ? inner : {};
};

const without = (value: Document, name: string): Document =>
  Object.fromEntries(Object.entries(value).filter(([at]) => at !== name));

/** Where a provider is defined; `group` absent: at the top level. */
export interface Place {
  readonly group?: string;
  readonly provider?: string;
}

export function putProvider(value: Document, place: Place, next: unknown): Document {
  const { group, provider = "" } = place;
  const change = (held: Document): Document =>
    next === undefined ? without(held, provider) : { ...held, [provider]: next };
  if (group === undefined) return { ...value, providers: change(part(value, "providers")) };
  const groups = part(value, "groups");
  const own = part(groups, group);
  const providers = change(part(own, "providers"));
  return { ...value, groups: { ...groups, [group]: { ...own, providers } } };
}

export const readProvider = (value: Document, { group, provider = "" }: Place): Document =>
  part(
    part(group === undefined ? value : part(part(value, "groups"), group), "providers"),
    provider,
  );

export function putGroup(value: Document, group: string, next: Document | undefined): Document {
  const groups = part(value, "groups");
  return {
    ...value,
    groups: next === undefined ? without(groups, group) : { ...groups, [group]: next },
  };
}

/** A group takes a provider of the top level; undefined gives it back. */
export function putInherit(
  value: Document,
  group: string,
  provider: string,
  next: Document | undefined,
): Document {
  const own = part(part(value, "groups"), group);
  const inherit = part(own, "inherit");
  return putGroup(value, group, {
    ...own,
    inherit: next === undefined ? without(inherit, provider) : { ...inherit, [provider]: next },
  });
}

/** Keys of full definitions are unique over the whole document (auth-wire 4.4). */
function definedKeys(value: Document): readonly string[] {
  const groups = Object.values(part(value, "groups"));
  return [value, ...groups].flatMap((holder) => Object.keys(part(holder, "providers")));
}

/** Groups that take this provider of the top level. */
export const heirsOf = (value: Document, provider: string): readonly string[] =>
  Object.entries(part(value, "groups"))
    .filter(([, group]) => Object.hasOwn(part(group, "inherit"), provider))
    .map(([name]) => name);

export type NameProblem = "taken" | "groupLetters" | "keyLetters";

export function groupProblem(value: Document, name: string): NameProblem | undefined {
  if (/[/?#%\s]/.test(name)) return "groupLetters";
  return Object.hasOwn(part(value, "groups"), name) ? "taken" : undefined;
}

export function keyProblem(value: Document, key: string): NameProblem | undefined {
  if (/[/?#%\s]/.test(key) || key === "." || key === "..") return "keyLetters";
  return definedKeys(value).includes(key) ? "taken" : undefined;
}
