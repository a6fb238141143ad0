/** Compares two types of plain data member by member, so that the compiler names the members that differ. */

type Absent = null | undefined;
type Primitive = string | number | bigint | boolean | symbol;

/** The same type without `readonly` on its lists. */
type Loose<T> = T extends readonly (infer E)[] ? Loose<E>[] : T;

type Same<A, B> = [Loose<A>] extends [Loose<B>]
  ? [Loose<B>] extends [Loose<A>]
    ? true
    : false
  : false;

type IsOptional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? true : false;

/** Names of members; an index signature counts as text alone. */
type Names<T> = Extract<keyof T, string>;

type Below<Path extends string, Name extends string> = string extends Name
  ? `${Path}.*`
  : `${Path}.${Name}`;

type OfMembers<A, B, Path extends string> = {
  [K in Names<A> | Names<B>]: K extends Names<A> & Names<B>
    ? Same<IsOptional<A, K>, IsOptional<B, K>> extends true
      ? Differences<Required<A>[K], Required<B>[K], Below<Path, K>>
      : Below<Path, K>
    : Below<Path, K>;
}[Names<A> | Names<B>];

type OfWhole<A, B, Path extends string> = Same<A, B> extends true ? never : Path;

type OfValues<A, B, Path extends string> = [A] extends [Primitive]
  ? OfWhole<A, B, Path>
  : [A, B] extends [readonly (infer X)[], readonly (infer Y)[]]
    ? Differences<X, Y, `${Path}[]`>
    : [A, B] extends [object, object]
      ? OfMembers<A, B, Path>
      : OfWhole<A, B, Path>;

/**
 * Paths at which two types differ: a member that one of them lacks or only one of them demands, or
 * values of another type. `never` when there are none. `readonly` does not count.
 */
export type Differences<A, B, Path extends string = "$"> =
  Same<Extract<A, Absent>, Extract<B, Absent>> extends true
    ? OfValues<Exclude<A, Absent>, Exclude<B, Absent>, Path>
    : Path;

/** A compile error for everything but `never`; its message names what is there instead. */
export type MustBeNever<T extends never> = T;

/** The same members; those named are required. For schemas that refuse their absence in words of their own. */
export type Demanding<T, K extends keyof T> = Omit<T, K> & { [M in K]-?: Exclude<T[M], Absent> };

/** The same; members that may be undefined are optional, as a schema's output is when they were not written. */
export type Sparse<T> = T extends Primitive
  ? T
  : T extends readonly (infer E)[]
    ? readonly Sparse<E>[]
    : T extends object
      ? { [K in keyof T as undefined extends T[K] ? K : never]?: Sparse<T[K]> } & {
          [K in keyof T as undefined extends T[K] ? never : K]: Sparse<T[K]>;
        }
      : T;
