/** Resources of permissions: lists of globs, limited when they are saved (auth-wire 2.7; N-10). */
import { z } from "zod";
import { compileGlob, globLimits } from "../../std/glob.ts";
import type { Resource } from "../../store/tables.ts";
import { CONTROL } from "../fields.ts";

const MAX_PATTERNS = 1_000;
const MAX_RESOURCES = 1_000;
/** RFC 9110 §5.6.2 `token`, or `*` for every method. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/** What is wrong with a pattern; undefined when nothing is. */
function patternProblem(pattern: string): string | undefined {
  const limit = globLimits(pattern);
  if (limit) return limit;
  if (CONTROL.test(pattern) || !pattern.isWellFormed())
    return "must not contain control characters";
  return compileGlob(pattern).malformed ? "is not a well-formed pattern" : undefined;
}

/** A refusal names the place in the list as it was sent. */
const glob = (emptyProblem: string | undefined) =>
  z.string().superRefine((pattern, context) => {
    const message = pattern === "" ? emptyProblem : patternProblem(pattern);
    if (message) context.addIssue({ code: "custom", message });
  });

const patterns = (item: z.ZodType<string>) =>
  z
    .array(item)
    .max(MAX_PATTERNS, `must have at most ${MAX_PATTERNS} entries`)
    .nullish()
    .transform((list) => [...new Set(list ?? [])].filter((pattern) => pattern !== ""))
    .meta({ type: "array", items: { type: "string" } });

/** An empty one never matched anything, so it is dropped: old lists have them (4d). */
const path = glob(undefined);

const methods = z
  .array(z.string().regex(METHOD, "is not a method"))
  .max(100, "must have at most 100 entries")
  .nullish()
  .transform((list) => [...new Set(list ?? [])])
  .meta({ type: "array", items: { type: "string" }, example: ["GET", "HEAD"] });

const coverage = {
  hosts: patterns(glob("must not be empty")),
  paths: patterns(path),
  path: path.nullish().meta({
    type: "string",
    deprecated: true,
    description: "Appended to `paths`; answered as the paths joined by spaces",
  }),
  methods,
};

interface Given {
  readonly hosts: string[];
  readonly paths: string[];
  readonly path?: string | null | undefined;
  readonly methods: string[];
}

/** The deprecated `path` joins the list, unless it is what we answered for the list itself. */
function folded({ hosts, paths, path, methods }: Given): Omit<Resource, "excluded"> {
  const listed = !path || paths.includes(path) || path === paths.join(" ");
  return { hosts, paths: listed ? paths : [...paths, path], methods };
}

/** Exclusions inside exclusions mean nothing to the matcher and are not kept. */
const excluded = z.object(coverage).meta({ id: "ExcludedResource" });

export const resources = z
  .array(
    z
      .object({
        ...coverage,
        excluded: z
          .array(excluded)
          .max(MAX_PATTERNS, `must have at most ${MAX_PATTERNS} entries`)
          .nullish(),
      })
      .meta({ id: "ResourceBody" }),
  )
  .max(MAX_RESOURCES, `must have at most ${MAX_RESOURCES} entries`)
  .transform((list): Resource[] =>
    list.map((resource) => ({
      ...folded(resource),
      excluded: (resource.excluded ?? []).map(folded),
    })),
  );

const coverageView = z.object({
  hosts: z.array(z.string()),
  paths: z.array(z.string()),
  path: z.string().meta({ deprecated: true }),
  methods: z.array(z.string()),
});

export const resourceView = coverageView
  .extend({ excluded: z.array(coverageView) })
  .meta({ id: "Resource" });

const withPath = ({ hosts, paths, methods }: Omit<Resource, "excluded">) => ({
  hosts: [...hosts],
  paths: [...paths],
  path: paths.join(" "),
  methods: [...methods],
});

export const viewResource = (resource: Resource): z.output<typeof resourceView> => ({
  ...withPath(resource),
  excluded: resource.excluded.map(withPath),
});
