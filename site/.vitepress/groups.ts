/** The groups on the left: the list under *Documentation* in the README, which names every page once. */

export interface Group {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const SECTION = /^## Documentation$([\s\S]*?)^## /m;
const GROUP = /^\*\*(.+)\*\*$/;
const PAGE = /\[([^\]]+)\]\(([^)]+)\)/g;

/** `docs/connect/index.md` → `/connect/`; undefined for what has no page of its own. */
function linkOf(target: string): string | undefined {
  const root = /^(CHANGELOG|CONTRIBUTING|SECURITY)\.md$/.exec(target)?.[1];
  if (root) return `/${root.toLowerCase()}`;
  if (!target.startsWith("docs/")) return undefined;
  const page = target.slice("docs".length);
  return page.endsWith(".md") ? page.replace(/(index)?\.md$/, "") : `${page}/`;
}

/** @param readme the text of README.md */
export function groupsOf(readme: string): Group[] {
  const lines = (SECTION.exec(readme)?.[1] ?? "").split("\n");
  const groups: { text: string; collapsed: boolean; items: { text: string; link: string }[] }[] =
    [];
  for (const line of lines) {
    const text = GROUP.exec(line)?.[1];
    if (text) groups.push({ text, collapsed: groups.length > 0, items: [] });
    if (!line.startsWith("- ")) continue;
    for (const [, name = "", target = ""] of line.matchAll(PAGE)) {
      const link = linkOf(target);
      // A line may name several pages; their names are sentences of the README then.
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      if (link) groups.at(-1)?.items.push({ text: title, link });
    }
  }
  return groups;
}
