/** The order of the choices of the login page that lead elsewhere: by ascending priority, then by key, as the page has them. */
import { entriesOf, mapEntries, type SessionProviders } from "./login-buttons.ts";

type Document = Readonly<Record<string, unknown>>;

const priorityOf = ({ priority }: Document): number =>
  typeof priority === "number" ? priority : 0;

/** Not the forms for passwords: these are above all buttons, and their priority says only which of them is asked first. */
const isButton = ({ password_flow, oauth2 }: Document): boolean =>
  password_flow !== true && typeof oauth2 === "object" && oauth2 !== null;

/** Keys in the order of the page. */
export const buttonKeys = (document: SessionProviders): string[] =>
  entriesOf(document)
    .filter(([, provider]) => isButton(provider))
    .toSorted(([aKey, a], [bKey, b]) => priorityOf(a) - priorityOf(b) || (aKey < bKey ? -1 : 1))
    .map(([key]) => key);

/**
 * The document in which some buttons stand before another one, with as few priorities changed as that takes.
 *
 * @param before key of the other one; null: behind all
 */
export function moveButtons(
  document: SessionProviders,
  moved: readonly string[],
  before: string | null,
): SessionProviders {
  const others = buttonKeys(document).filter((key) => !moved.includes(key));
  const at = before === null ? others.length : others.indexOf(before);
  const order = [...others.slice(0, at), ...moved, ...others.slice(at)];
  const stored = new Map(entriesOf(document));
  const priorities = new Map<string, number>();
  let [last, lastKey] = [Number.NEGATIVE_INFINITY, ""];
  for (const key of order) {
    const own = priorityOf(stored.get(key) ?? {});
    const follows = (priority: number) => priority > last || (priority === last && key > lastKey);
    last = follows(own) ? own : follows(last) ? last : last + 1;
    lastKey = key;
    if (last !== own) priorities.set(key, last);
  }
  return mapEntries(document, ([key, provider]) => {
    const priority = priorities.get(key);
    return [[key, priority === undefined ? provider : { ...provider, priority }]];
  });
}
