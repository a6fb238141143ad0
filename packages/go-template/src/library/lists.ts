/** Functions on lists. None changes the list that it gets. */

import type { Budget } from "../budget.ts";
import { compareText } from "../utf8.ts";
import { isTrue, List, type Value } from "../value.ts";
import { failure, type Library, takes, takesMore, withMust } from "./define.ts";
import { deepEqual, kindName } from "./kinds.ts";
import { itemTexts, shownText } from "./shown-text.ts";

/** The items; `verb` completes the message when there is no list. */
function itemsOf(list: Value, verb: string, budget: Budget): Value[] {
  if (!(list instanceof List)) throw failure(`Cannot ${verb} type ${kindName(list)}`);
  budget.spendOn(list.items.length * 16);
  return list.values();
}

const listed = (items: readonly Value[]) => new List(items);

/** A function of a list alone. */
const ofList = (verb: string, apply: (items: Value[], budget: Budget) => Value) =>
  takes(["any"], ([list], budget) => apply(itemsOf(list, verb, budget), budget));

/** A part of a list. */
const part = (verb: string, cut: (items: Value[]) => Value[]) =>
  ofList(verb, (items) => listed(cut(items)));

const includes = (items: readonly Value[], wanted: Value, budget: Budget) =>
  items.some((item) => deepEqual(item, wanted, budget));

function unique(items: readonly Value[], budget: Budget): List {
  const kept: Value[] = [];
  for (const item of items) if (!includes(kept, item, budget)) kept.push(item);
  return listed(kept);
}

function chunks(size: bigint, items: readonly Value[], budget: Budget): List {
  if (size <= 0n) throw failure("chunk: the size must be above 0");
  const pieces: List[] = [];
  const step = Math.min(Number(size), items.length);
  for (let at = 0; at < items.length; at += step) {
    budget.spend();
    pieces.push(listed(items.slice(at, at + step)));
  }
  return listed(pieces);
}

function concatenated(lists: readonly Value[], budget: Budget): List {
  const all: Value[] = [];
  for (const list of lists) {
    if (!(list instanceof List)) throw failure(`Cannot concat type ${kindName(list)} as list`);
    for (const item of itemsOf(list, "concat", budget)) all.push(item);
  }
  return listed(all);
}

const append = takes(["any", "any"], ([list, item], budget) => {
  return listed([...itemsOf(list, "push on", budget), item]);
});

const list = takesMore([], "any", (items) => listed(items));

const named: Library = {
  append,
  push: append,
  prepend: takes(["any", "any"], ([list, item], budget) => {
    return listed([item, ...itemsOf(list, "prepend on", budget)]);
  }),
  first: ofList("find first on", (items) => items[0] ?? null),
  last: ofList("find last on", (items) => items.at(-1) ?? null),
  rest: part("find rest on", (items) => items.slice(1)),
  initial: part("find initial on", (items) => items.slice(0, -1)),
  reverse: ofList("find reverse on", (items) => listed(items.reverse())),
  compact: ofList("compact on", (items) => listed(items.filter(isTrue))),
  uniq: ofList("find uniq on", unique),
  without: takesMore(["any"], "any", ([list, ...left], budget) => {
    const items = itemsOf(list, "find without on", budget);
    return listed(items.filter((item) => !includes(left, item, budget)));
  }),
  has: takes(["any", "any"], ([wanted, list], budget) => {
    return list != null && includes(itemsOf(list, "find has on", budget), wanted, budget);
  }),
  chunk: takes(["integer", "any"], ([size, list], budget) => {
    return chunks(size, itemsOf(list, "chunk", budget), budget);
  }),
};

export const lists: Library = {
  ...withMust(Object.keys(named), named),
  list,
  tuple: list,
  concat: takesMore([], "any", concatenated),
  sortAlpha: takes(["any"], ([list], budget) => {
    if (!(list instanceof List)) return listed([shownText(list, budget)]);
    const items = itemTexts(list, budget);
    budget.spend(items.length);
    return listed(items.sort(compareText));
  }),
};
