/** The compiler does the work: a wrong answer of `Differences` is an error of the type check. */
import { expectTypeOf, test } from "vitest";
import type {
  Demanding,
  Differences,
  MustBeNever,
  Sparse,
} from "../../../src/std/type-differences.ts";

interface Group {
  readonly list?: readonly string[] | null | undefined;
  readonly map: Readonly<Record<string, { readonly size: number }>>;
}
interface Options {
  readonly text?: string | undefined;
  readonly word?: "one" | "two" | undefined;
  readonly either?: string | readonly string[] | undefined;
  readonly any?: unknown;
  readonly group: Group;
  readonly entries: readonly { readonly name: string }[];
}
/** The same as a schema writes it, with changes. */
type Schema<Change = unknown> = Omit<
  {
    text?: string | undefined;
    word?: "one" | "two" | undefined;
    either?: string | string[] | undefined;
    any?: unknown;
    group: { list?: string[] | null | undefined; map: Record<string, { size: number }> };
    entries: { name: string }[];
  },
  keyof Change
> &
  Change;

type Found<Change> = Differences<Options, Schema<Change>>;

test("the same members and values have no differences", () => {
  expectTypeOf<Differences<Options, Schema>>().toBeNever();
  expectTypeOf<MustBeNever<Differences<Options, Schema>>>().toBeNever();
});

test("a missing and a surplus member are named", () => {
  expectTypeOf<Differences<Omit<Options, "text">, Schema>>().toEqualTypeOf<"$.text">();
  expectTypeOf<Found<{ more: string }>>().toEqualTypeOf<"$.more">();
  expectTypeOf<Found<{ more: string; text?: number }>>().toEqualTypeOf<"$.more" | "$.text">();
});

test("values of another type are named, at every depth", () => {
  type InGroup<Change> = Found<{ group: Omit<Schema["group"], keyof Change> & Change }>;
  expectTypeOf<Found<{ word?: string | undefined }>>().toEqualTypeOf<"$.word">();
  expectTypeOf<Found<{ either?: string | undefined }>>().toEqualTypeOf<"$.either">();
  expectTypeOf<Found<{ any?: string }>>().toEqualTypeOf<"$.any">();
  expectTypeOf<Found<{ entries: { name: number }[] }>>().toEqualTypeOf<"$.entries[].name">();
  expectTypeOf<InGroup<{ list?: string[] | undefined }>>().toEqualTypeOf<"$.group.list">();
  expectTypeOf<
    InGroup<{ map: Record<string, { size: string }> }>
  >().toEqualTypeOf<"$.group.map.*.size">();
});

test("undefined that may be written is told from a member that may be left out", () => {
  expectTypeOf<Found<{ text?: string }>>().toEqualTypeOf<"$.text">();
  type Written = Sparse<{ text: string | undefined; group: { list: string[] | undefined } }>;
  type Read = { text?: string | undefined; group: { list?: readonly string[] | undefined } };
  expectTypeOf<Differences<Read, Written>>().toBeNever();
});

test("a member that only one side demands is named, unless it is demanded here", () => {
  type Optional = Schema<{ text: string | undefined }>;
  expectTypeOf<Differences<Options, Optional>>().toEqualTypeOf<"$.text">();
  type Demanded = Demanding<{ a?: string | null | undefined; b?: number }, "a">;
  expectTypeOf<Differences<{ a: string; b?: number }, Demanded>>().toBeNever();
});
