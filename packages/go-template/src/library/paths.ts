/** Functions on paths with slashes. They look at the text alone, never at a file. */

import { type Library, takes } from "./define.ts";

/** The shortest path of the same meaning: no `.`, no `..` that can be taken back, no double slash. */
function clean(path: string): string {
  if (path === "") return ".";
  const rooted = path.startsWith("/");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!rooted) kept.push(segment);
  }
  return (rooted ? "/" : "") + kept.join("/") || ".";
}

function base(path: string): string {
  if (path === "") return ".";
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return end === 0 ? "/" : path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}

const dir = (path: string) => clean(path.slice(0, path.lastIndexOf("/") + 1));

function ext(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}

const ofPath = (apply: (path: string) => string | boolean) =>
  takes(["text"], ([path]) => apply(path));

const named = {
  base: ofPath(base),
  dir: ofPath(dir),
  ext: ofPath(ext),
  clean: ofPath(clean),
  isAbs: ofPath((path) => path.startsWith("/")),
};

/** The second names are those of the file paths of a machine, which here have slashes, too. */
export const paths: Library = {
  ...named,
  osBase: named.base,
  osDir: named.dir,
  osExt: named.ext,
  osClean: named.clean,
  osIsAbs: named.isAbs,
};
