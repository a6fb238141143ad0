/** What the service found wrong with a document, at the fields that it is about (WCAG 2.2, 3.3.1). */
import { createContext, useContext, useEffect, useRef, useState } from "react";
import { Failure, type Sentence } from "../api/failure.ts";
import { useReasons, useTexts } from "../base/language.ts";
import { useRoute } from "../base/route.ts";
import { isSame } from "../std/same.ts";
import type { FieldProps } from "./field-props.ts";
import { isDocument, kindOf, resolve } from "./schema.ts";

/** Faults by the place that they are about. */
export type Faults = ReadonlyMap<string, readonly Sentence[]>;

export interface FormFaults {
  readonly faults: Faults;
  /** A field that shows what is wrong says what it is called. */
  readonly named: (place: string, label: string) => void;
}

const NONE: Faults = new Map();

export const FormFaults = createContext<FormFaults>({ faults: NONE, named: () => undefined });

/** Before the paths of fields where the document that is saved holds more than this form: `token: `, `providers.a.`. */
export const FaultScope = createContext("");

/** `sites[0].origins[1]` as fields call it: `sites.0.origins.1`. */
const placeOf = (at: string): string => at.replaceAll(/\[(\d+)\]/g, ".$1");

/** By place; undefined for a failure that is about no member. */
export function faultsOf(error: unknown): Faults | undefined {
  if (!(error instanceof Failure)) return undefined;
  const faults = new Map<string, Sentence[]>();
  for (const sentence of error.sentences) {
    if (sentence.at === undefined) return undefined;
    const place = placeOf(sentence.at);
    faults.set(place, [...(faults.get(place) ?? []), sentence]);
  }
  return faults.size > 0 ? faults : undefined;
}

/** Whether the members of a value have fields of their own, which say what is wrong with them. */
function hasFields({ schema, components }: Pick<FieldProps, "schema" | "components">): boolean {
  const kind = kindOf(schema);
  if (kind === "object") {
    return schema.properties !== undefined || isDocument(schema.additionalProperties);
  }
  if (kind !== "array" || !schema.items) return false;
  return kindOf(resolve(schema.items, components)) === "object";
}

type Faulty = Pick<FieldProps, "schema" | "components" | "path" | "value">;

/** What is wrong with a member, until it is changed. */
export function useFault(label: string, field: Faulty): string | undefined {
  const { faults, named } = useContext(FormFaults);
  const place = useContext(FaultScope) + field.path;
  const reason = useReasons();
  const { colon } = useTexts("frame");
  const refused = useRef({ faults, value: field.value });
  if (refused.current.faults !== faults) refused.current = { faults, value: field.value };
  const below = hasFields(field) ? undefined : `${place}.`;
  const own = [...faults].filter(([at]) => at === place || (below && at.startsWith(below)));
  const isFaulty = own.length > 0;
  useEffect(() => {
    if (isFaulty) named(place, label);
  }, [isFaulty, named, place, label]);
  if (!isFaulty || !isSame(refused.current.value, field.value)) return undefined;
  const said = own.flatMap(([at, sentences]) =>
    sentences.map((sentence) => {
      const entry = /^\d+$/.test(at.slice(place.length + 1)) ? at.slice(place.length + 1) : "";
      return entry === "" ? reason(sentence) : `${Number(entry) + 1}${colon}${reason(sentence)}`;
    }),
  );
  return said.join(" ");
}

/**
 * Which folded groups of fields are open: those that were opened, and those with a fault or the field that the address names.
 * @param open at first
 * @param groups members by group; a group without members is a scope of its own
 */
export function useOpened(
  open: readonly string[],
  groups: readonly { readonly name: string; readonly holds: (member: string) => boolean }[],
) {
  const { faults } = useContext(FormFaults);
  const scope = useContext(FaultScope);
  const { query } = useRoute();
  const wanted = query.get("field") ?? "";
  const [opened, setOpened] = useState<readonly string[]>(open);
  const [seen, setSeen] = useState<{ faults: Faults; wanted: string }>({
    faults: NONE,
    wanted: "",
  });
  if (seen.faults !== faults || seen.wanted !== wanted) {
    setSeen({ faults, wanted });
    const places = [...faults.keys()]
      .filter((place) => place.startsWith(scope))
      .map((place) => place.slice(scope.length));
    const found = groups.filter(({ holds }) =>
      [wanted, ...places].some((at) => at !== "" && holds(at)),
    );
    setOpened((now) => [...new Set([...now, ...found.map(({ name }) => name)])]);
  }
  return { value: [...opened], onChange: (next: string[]) => setOpened(next) };
}

/** The element of a place, or of the nearest one that it is a part of. */
export function fieldAt(form: Element, place: string): Element | undefined {
  for (let at = place; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = form.querySelector(`[data-place="${CSS.escape(at)}"]`);
    if (found) return found;
  }
  return undefined;
}
