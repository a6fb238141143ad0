/** Documents near what a schema takes, and hostile ones among them, for fast-check. */
import fc from "fast-check";
import { z } from "zod";

interface Described {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly allOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Described;
  readonly $ref?: string;
}

/** Values that are right for a member of this name; the whole document is more often taken with them. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

/** Texts of every form that some member takes, so that each member meets the forms of all others. */
const TEXTS = [
  ...["", " ", "a", "user", "openid", "openid email", "*", "**", "de", "0", "-1", "true", "null"],
  ...["https://app.example.com/callback", "http://127.0.0.1:9/a", "http://[::1]:9/", "/login/"],
  ...["//evil.example", "https://user:pw@example.com/", "https://example.com/#x", "myapp:/done"],
  ...["https://*.example.com/*", "https://xn--mnchen-3ya.example/", "https://münchen.example/"],
  ...["http://example.com:99999/", "urn:oasis:names:tc:SAML:2.0:protocol", "javascript:alert(1)"],
  ...[
    "15m",
    "1s",
    "0s",
    "-5m",
    "9999999h",
    "1e9h",
    "5",
    "1h1h",
    "ada@example.com",
    "Ä <a@b.example>",
  ],
  ...["10.0.0.0/8", "::/0", "1.2.3.4", "127.0.0.1:9", "app.example.com", "X-User", "Cookie"],
  ...["set-cookie", "roles", "a.b.c", "a..b", "__proto__", "constructor.prototype", "toString"],
  ...["{{ .Code }}", "{{ .user.Details.uid }}", "{{", "{{ . }}", "{{ range .x }}{{ end }}"],
  ...["(objectClass=*)", "(&(a=b)(c=d)", "cn=admin,dc=example,dc=com", "ldap://127.0.0.1:9"],
  ...["ldaps://127.0.0.1:9", "ldap://", "#0b6e4f", "data:image/svg+xml;base64,AAAA", "(a+)+$"],
  ...[
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    "<x/>",
    "ü\u0301\u202e",
    "💥",
  ],
  ...[
    "\u0000",
    "a\u0000b",
    "a\r\nb: c",
    "\ud800",
    "\ufeff",
    "%00%ff",
    "a".repeat(5_000),
    "../../x",
  ],
] as const;

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  16,
  64,
  1.5,
  255,
  65_535,
  65_536,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e308,
  5e-324,
];

/** Own members of these names, as JSON has them. */
const OWN_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "a b",
  "\u0000",
  "ü",
];
const own = (entries: readonly (readonly [string, unknown])[]): unknown =>
  Object.fromEntries(entries);

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value };
  return value;
}

const wrongs = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  [{}],
  "x",
  ...NUMBERS,
  ...OWN_NAMES.map((name) => own([[name, 1]])),
  deep(40),
];

/** Anything that JSON can say. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...wrongs) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
);

const names = fc.oneof(
  fc.constantFrom("main", "a", "campus", "x-1", "partners", "admin", "token"),
  fc.constantFrom(...OWN_NAMES),
);

class Near {
  readonly #root: { readonly $defs?: Readonly<Record<string, Described>> };
  readonly #hints: Hints;

  constructor(root: object, hints: Hints) {
    this.#root = root;
    this.#hints = hints;
  }

  of(schema: Described, name = "", depth = 0): fc.Arbitrary<unknown> {
    const reference = schema.$ref?.split("/").at(-1);
    if (reference !== undefined) return this.of(this.#root.$defs?.[reference] ?? {}, name, depth);
    const near = this.#near(schema, name, depth);
    const hints = this.#hints[name];
    if (depth === 0) return near;
    return fc.oneof(
      { weight: 12, arbitrary: near },
      { weight: hints ? 20 : 0, arbitrary: fc.constantFrom<unknown>(...(hints ?? [""])) },
      { weight: 1, arbitrary: hostile },
    );
  }

  #near(schema: Described, name: string, depth: number): fc.Arbitrary<unknown> {
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.of(choice, name, depth)));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case "boolean":
        return fc.boolean();
      case "integer":
      case "number":
        return fc.oneof(
          fc.constantFrom(...NUMBERS),
          fc.integer({ min: -2, max: 200 }),
          fc.constant(schema.default ?? 1),
        );
      case "string":
        return fc.oneof(fc.constantFrom<unknown>(...TEXTS), fc.constant(schema.default ?? "user"));
      case "array":
        return fc.array(this.of(schema.items ?? {}, name, depth + 1), { maxLength: 3 });
      case "object":
        return this.#object(schema, depth);
      default:
        return fc.constantFrom<unknown>(...TEXTS);
    }
  }

  #object({ properties, additionalProperties, required }: Described, depth: number) {
    const members = Object.entries(properties ?? {});
    const known = members.map(([name, member]) =>
      this.of(member, name, depth + 1).map((value) => [name, value] as const),
    );
    const other =
      typeof additionalProperties === "object" ? additionalProperties : ({} as Described);
    const free = fc.tuple(names, this.of(other, "", depth + 1));
    if (known.length === 0) return fc.array(free, { maxLength: 3 }).map(own);
    const some = fc.shuffledSubarray(known, { minLength: 1, maxLength: Math.min(5, known.length) });
    const must = known.filter((_, at) => required?.includes(members[at]?.[0] ?? ""));
    return some.chain((chosen) =>
      fc
        .tuple(fc.tuple(...must, ...chosen), fc.array(free, { maxLength: 1 }), fc.nat(9))
        .map(([entries, free, more]) => own(more === 0 ? [...entries, ...free] : entries)),
    );
  }
}

/**
 * What the schema takes as input, and one time in four what it may take or not.
 * @param hints by the name of a member
 */
export function nearSchema(schema: z.ZodType, hints: Hints = {}): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const near = new Near(described, hints).of(described as Described);
  return fc.oneof(
    { weight: 3, arbitrary: near.filter((document) => schema.safeParse(document).success) },
    { weight: 1, arbitrary: near },
  );
}

/** Runs of a property in a test; `FUZZ_RUNS` multiplies them for a long run with another seed each time. */
export function fuzzRuns(numRuns: number): { readonly numRuns: number; readonly seed?: number } {
  const times = Number(process.env.FUZZ_RUNS ?? 0);
  return times > 0 ? { numRuns: numRuns * times } : { numRuns, seed: 26 };
}

/** What a refusal says: the member, and what is wrong with it, in our own words. */
export const NAMES_A_MEMBER =
  /^(?!.*(Too (small|big)|Invalid|\bexpected\b)).{1,600}(: .| is not an allowed key$)/su;
