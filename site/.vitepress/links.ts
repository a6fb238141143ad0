/** Links of the Markdown files as they stand in the repository → links of the site. */
import { posix } from "node:path";

export interface Token {
  type: string;
  content: string;
  readonly children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface State {
  readonly tokens: Token[];
  readonly env: { readonly relativePath?: string };
}

/** Files of the repository's root that are pages, and where the README's parts are told on the site. */
const ROOT_PAGES: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
};
const README: Readonly<Record<string, string>> = { "": "index.md", "#start": "getting-started.md" };

/** Where the page stands in the repository. */
function sourceOf(page: string): string {
  const root = Object.entries(ROOT_PAGES).find(([, name]) => name === page)?.[0];
  return root ?? `docs/${page === "adr/index.md" ? "adr/README.md" : page}`;
}

/**
 * The link in the page, relative to it; undefined for a file that has no page. Anchors stay.
 *
 * @param page below `pages/`, for example `connect/any.md`
 */
export function linkFrom(page: string, href: string): string | undefined {
  const [path = "", anchor] = href.split("#");
  const hash = anchor === undefined ? "" : `#${anchor}`;
  if (path === "") return href;
  const target = posix
    .normalize(posix.join(posix.dirname(sourceOf(page)), path))
    .replace(/\/$/, "");
  const relative = (to: string) => {
    const link = posix.relative(posix.dirname(page), to);
    return link.startsWith(".") ? link : `./${link}`;
  };
  const own = ROOT_PAGES[target];
  if (own) return relative(own) + hash;
  if (target === "README.md") return README[hash] && relative(README[hash]);
  if (target === "docs/adr" || target === "docs/adr/README.md")
    return relative("adr/index.md") + hash;
  if (!target.startsWith("docs/")) return undefined;
  return relative(target.slice("docs/".length)) + hash;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:|^\//i;

/** @param repository where files without a page can be read; without it their links are plain text */
export const links =
  (repository: string | undefined) =>
  ({ tokens, env }: State): void => {
    const page = env.relativePath ?? "index.md";
    for (const token of tokens) {
      if (token.type === "html_block") token.content = withPictures(token.content);
      let dropped = false;
      for (const child of token.children ?? []) {
        if (child.type === "html_inline") child.content = withPictures(child.content);
        if (child.type === "link_close" && dropped) {
          makeEmpty(child);
          dropped = false;
        }
        if (child.type !== "link_open") continue;
        const href = child.attrGet("href") ?? "";
        if (SCHEME.test(href)) continue;
        const link = linkFrom(page, href) ?? inRepository(repository, page, href);
        if (link) child.attrSet("href", link);
        else {
          makeEmpty(child);
          dropped = true;
        }
      }
    }
  };

const inRepository = (repository: string | undefined, page: string, href: string) =>
  repository && new URL(href, `${repository}/blob/main/${sourceOf(page)}`).href;

/** The bundler takes relative addresses alone for files. */
const withPictures = (html: string) => html.replace(/(\ssrc=")(?=images\/)/g, "$1./");

function makeEmpty(token: Token): void {
  token.type = "text";
  token.content = "";
}
