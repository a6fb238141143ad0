/** How VitePress makes the site of the documentation; `scripts/build-docs.ts` puts the pages there and starts it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { groupsOf } from "./groups.ts";
import { links } from "./links.ts";

const ROOT = join(import.meta.dirname, "../..");
const { version, repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const address: string | undefined = repository?.url?.replace(/^git\+|\.git$/g, "");

/** Vue would compute what stands in two braces; our pages show templates. */
const BRACES = /\{\{/g;
/** Anchors as the repository's own pages have them, so that one link is right in both. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const withoutBraces = (html: string) => html.replace(BRACES, "&#123;&#123;");

export default {
  title: "Postern",
  description: "Users, sign-in, permissions and tokens in one service",
  lang: "en",
  base: process.env.DOCS_BASE ?? "/",
  outDir: process.env.DOCS_OUT,
  srcDir: "pages",
  metaChunk: true,
  // The index of the search is one file, fetched when a reader searches.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    anchor: { slugify },
    languageAlias: { caddyfile: "nginx" },
    config(md: MarkdownRenderer) {
      const { code_inline: code } = md.renderer.rules;
      md.renderer.rules.code_inline = (...of) => withoutBraces(code?.(...of) ?? "");
      md.renderer.rules.text = (tokens, index) =>
        withoutBraces(md.utils.escapeHtml(tokens[index]?.content ?? ""));
      md.core.ruler.push("postern_links", links(address));
    },
  },
  themeConfig: {
    nav: [{ text: version, link: "/changelog" }],
    sidebar: groupsOf(readFileSync(join(ROOT, "README.md"), "utf8")),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        // Readers look for how to do a thing; why it was built so is a page away.
        _render: (source: string, env: PageEnv, md: MarkdownRenderer) =>
          /^(?:adr\/|reference\/|changelog)/.test(env.relativePath) ? "" : md.render(source, env),
      },
    },
    ...(address && {
      socialLinks: [{ icon: "github", link: address }],
      editLink: { pattern: `${address}/edit/main/docs/:path` },
    }),
  },
};

/** What we use of markdown-it, whose types VitePress does not export. */
interface MarkdownRenderer {
  render(source: string, env: PageEnv): string;
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
  readonly utils: { escapeHtml(text: string): string };
  readonly core: { readonly ruler: { push(name: string, rule: ReturnType<typeof links>): void } };
}

interface PageEnv {
  /** Below `pages/`. */
  readonly relativePath: string;
}

type Rule = (tokens: { content: string }[], index: number, ...rest: unknown[]) => string;
