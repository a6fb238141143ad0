/** Functions on maps. A map of the data is never changed, only one that the template made. */

import type { Budget } from "../budget.ts";
import { Dictionary, isTrue, List, OwnDictionary, type Value } from "../value.ts";
import { failure, type Library, takes, takesMore, withMust } from "./define.ts";
import { kindName } from "./kinds.ts";
import { shownText } from "./shown-text.ts";

function keysOf(map: Dictionary, budget: Budget): string[] {
  const keys = map.sortedKeys();
  budget.spend(keys.length);
  return keys;
}

function entriesOf(map: Dictionary, budget: Budget): [string, Value][] {
  return keysOf(map, budget).map((key) => [key, map.get(key)]);
}

function changeable(map: Dictionary, name: string): OwnDictionary {
  if (map instanceof OwnDictionary) return map;
  throw failure(`${name} changes a map of the data; give it a copy: deepCopy`);
}

/** Keys and values in turn; the last key may lack its value, which is "". */
function made(values: readonly Value[], budget: Budget): OwnDictionary {
  const map = new OwnDictionary();
  for (let at = 0; at < values.length; at += 2) {
    map.set(shownText(values[at], budget), at + 1 < values.length ? values[at + 1] : "");
  }
  return map;
}

/**
 * The first map with what the others have and it lacks, map in map; with `overwrite` what the
 * others have counts. A map that the template made is changed itself.
 */
function merged(
  [first = new OwnDictionary(), ...others]: readonly Dictionary[],
  overwrite: boolean,
  budget: Budget,
  depth = 0,
): OwnDictionary {
  budget.checkDataDepth(depth);
  const target =
    first instanceof OwnDictionary ? first : new OwnDictionary(entriesOf(first, budget));
  for (const other of others) {
    for (const [key, value] of entriesOf(other, budget)) {
      const held = target.get(key);
      if (held instanceof Dictionary && value instanceof Dictionary) {
        target.set(key, merged([held, value], overwrite, budget, depth + 1));
      } else if (overwrite || (value != null && !isTrue(held))) target.set(key, value);
    }
  }
  return target;
}

function copied(value: Value, budget: Budget, depth = 0): Value {
  budget.spend();
  budget.checkDataDepth(depth);
  if (value instanceof List) {
    return new List(value.values().map((item) => copied(item, budget, depth + 1)));
  }
  if (!(value instanceof Dictionary)) return value;
  const entries = entriesOf(value, budget);
  return new OwnDictionary(
    entries.map(([key, item]) => [key, copied(item, budget, depth + 1)] as const),
  );
}

/** `dig "a" "b" fallback map`: what is at that path, or the fallback. */
function dig(values: readonly Value[], budget: Budget): Value {
  if (values.length < 3) throw failure("dig needs at least three arguments");
  const path = values.slice(0, -2);
  let at = values.at(-1);
  for (const key of path) {
    budget.spend();
    if (!(at instanceof Dictionary)) throw failure(`dig: a map is wanted, not ${kindName(at)}`);
    if (typeof key !== "string") throw failure(`dig: a text is wanted, not ${kindName(key)}`);
    at = at.get(key);
    if (at === undefined) return values.at(-2);
  }
  return at;
}

const copying: Library = {
  merge: takesMore(["map"], "map", (maps, budget) => merged(maps, false, budget)),
  mergeOverwrite: takesMore(["map"], "map", (maps, budget) => merged(maps, true, budget)),
  deepCopy: takes(["any"], ([value], budget) => copied(value, budget)),
};

export const maps: Library = {
  ...withMust(Object.keys(copying), copying),
  dict: takesMore([], "any", made),
  get: takes(["map", "text"], ([map, key]) => map.get(key) ?? (hasKey(map, key) ? null : "")),
  hasKey: takes(["map", "text"], ([map, key]) => hasKey(map, key)),
  set: takes(["map", "text", "any"], ([map, key, value]) => {
    changeable(map, "set").set(key, value);
    return map;
  }),
  unset: takes(["map", "text"], ([map, key]) => {
    changeable(map, "unset").delete(key);
    return map;
  }),
  keys: takesMore([], "map", (all, budget) => {
    return new List(all.flatMap((map) => keysOf(map, budget)));
  }),
  values: takes(["map"], ([map], budget) => {
    return new List(entriesOf(map, budget).map(([, value]) => value));
  }),
  pick: takesMore(["map"], "text", ([map, ...keys]) => {
    const held = keys.filter((key) => hasKey(map, key));
    return new OwnDictionary(held.map((key) => [key, map.get(key)]));
  }),
  omit: takesMore(["map"], "text", ([map, ...keys], budget) => {
    const left = new Set(keys);
    return new OwnDictionary(entriesOf(map, budget).filter(([key]) => !left.has(key)));
  }),
  pluck: takesMore(["text"], "map", ([key, ...all]) => {
    return new List(all.filter((map) => hasKey(map, key)).map((map) => map.get(key)));
  }),
  dig: takesMore([], "any", dig),
};

const hasKey = (map: Dictionary, key: string) => map.get(key) !== undefined;
