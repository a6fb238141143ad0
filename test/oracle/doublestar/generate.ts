/**
 * Writes pairs.json: hand-written pairs, then generated ones from a fixed seed, the paths half sampled
 * from the pattern and half random. Run `node generate.ts && go run .` in this folder.
 */

import { writeFileSync } from "node:fs";

/** Pattern, then paths. */
const WRITTEN: readonly (readonly [string, ...string[]])[] = [
  ["", "", "a", "/"],
  ["*", "", "a", "abc", "/", "a/b", "ä", "😀"],
  ["**", "", "/", "a", "a/b/c", "//", "/a/"],
  ["***", "", "a", "a/b"],
  ["/a/**", "/a", "/a/", "/a/b", "/a/b/c", "/ab", "/", "", "a", "/A", "//a", "/a//"],
  ["/a/**/", "/a", "/a/", "/a/b", "/a/b/", "/a/b/c/"],
  ["/a/**/c", "/a/c", "/a/b/c", "/a/b/b/c", "/a/cc", "/ac", "/a/c/c", "/a/c/", "/a//c"],
  ["**/c", "c", "/c", "a/c", "a/b/c", "ac", "c/c", "c/"],
  ["**/a/**/a/**/b", "a/a/b", "a/x/a/y/b", "a/b", "a/a/a/a", "x/a/a/b/b"],
  ["a**b", "ab", "axb", "axyb", "a/b", "ax/yb", "a**b"],
  ["a**", "a", "ab", "a/b", "a/"],
  ["**a", "a", "ba", "b/a", "/a"],
  ["/**a/b", "/a/b", "/xa/b", "/x/a/b"],
  ["a**/", "a", "a/", "ab/", "ab"],
  ["****/", "", "a", "a/", "/"],
  ["a/***/b", "a/b", "a/x/b", "a//b"],
  ["a/b**/c", "a/b/c", "a/bx/c", "a/bx/y/c"],
  ["/**/**/x", "/x", "/a/x", "/a/b/x", "x"],
  ["/*", "/", "/a", "/a/", "//", "a", ""],
  ["/*/", "/", "//", "/a/", "/a/b/"],
  ["?", "", "a", "/", "ab", "ä", "😀"],
  ["a?c", "abc", "a/c", "ac", "aéc", "a😀c"],
  ["[abc]", "a", "b", "d", "", "ab"],
  ["[a-c]x", "ax", "cx", "dx", "-x"],
  ["[^a]", "a", "b", "/", "^", "é"],
  ["[!a]", "a", "b", "/", "!"],
  ["[^a-c/]", "d", "/", "b"],
  ["[a-]", "a", "-", "b"],
  ["[-a]", "-", "a", "b"],
  ["[--a]", "-", "0", "a", "b"],
  ["[a-b-d]", "a", "b", "-", "c", "d"],
  ["[z-a]", "a", "m", "z"],
  ["[\\]]", "]", "\\"],
  ["[a\\]b]", "a", "]", "b", "\\"],
  ["[\\^a]", "^", "a", "b"],
  ["[a\\-c]", "a", "-", "b", "c"],
  ["[a-\\]]", "]", "a", "^"],
  ["[\\!-\\/]", "!", "/", "(", "0"],
  ["[[]", "[", "]"],
  ["[*]", "*", "a"],
  ["[?]", "?", "a"],
  ["[{]", "{", "a"],
  ["a/[^b]/c", "a/x/c", "a/b/c", "a///c"],
  ["a[/]b", "a/b", "ab"],
  ["[😀-😂]", "😁", "😃", "a"],
  ["*[^q]*c", "ax/c", "axc", "ax/yc"],
  ["[]a]", "]", "a"],
  ["[^]", "a", "^", "]"],
  ["[", "[", "a", ""],
  ["[a", "a", "[a"],
  ["[a-", "a", "[a-"],
  ["a[", "a", "a[", "b"],
  ["a\\", "a", "a\\", "b"],
  ["\\", "", "\\", "a"],
  ["\\\\", "\\", "\\\\"],
  ["a\\*b", "a*b", "axb", "ab"],
  ["\\a", "a", "\\a"],
  ["\\/a", "/a", "a"],
  ["a\\/**", "a", "a/", "a/b", "a/b/c"],
  ["\\[a\\]", "[a]", "a"],
  ["\\{a,b\\}", "{a,b}", "a", "b"],
  ["{a,b}", "a", "b", "c", "ab", "", "{a,b}"],
  ["{a,b}/{c,d}", "a/c", "b/d", "a/b", "a/c/d"],
  ["{,a}b", "b", "ab", "aab"],
  ["a{,b}", "a", "ab", "abb"],
  ["{}", "", "a", "{}"],
  ["a{}b", "ab", "a{}b"],
  ["{a}", "a", "{a}"],
  ["{a,{b,{c,d}e}f}g", "ag", "bfg", "cefg", "defg", "cfg", "g"],
  ["{a,b", "a", "{a,b", "b", ""],
  ["a{b", "a", "ab", "a{b"],
  ["{{a,b}", "a", "{a"],
  ["a}", "a}", "a", "b"],
  ["}", "}", "", "a"],
  ["{a,b}}", "a}", "a", "b}"],
  ["a,b", "a,b", "a", "b"],
  ["{a\\,b,c}", "a,b", "c", "a", "b"],
  ["{a\\},b}", "a}", "b", "a"],
  ["{[a,b],c}", "a", ",", "b", "c"],
  ["{[}],a}", "}", "a", "b"],
  ["{b,[]x}", "b", "x", "a"],
  ["/{**,a}/b", "/b", "/x/b", "/x/y/b", "/a/b"],
  ["/{**/b,c}", "/b", "/x/y/b", "/c", "/x/c"],
  ["a{/**,}", "a", "a/", "a/b/c", "ab"],
  ["a{/*,b}{*,c}", "a", "ab", "abc", "a/x", "a/xc"],
  ["/**{/b,/c}", "/b", "/x/b", "/x/y/b", "/xb"],
  ["/{a,b}/**", "/a", "/b", "/a/x", "/c", "/a/", "/ab"],
  ["/{a/**,b}", "/a", "/a/b", "/b", "/a/b/c", "/b/c"],
  ["{/,x}**", "/", "/a/b", "x", "xa", "xa/b", "a"],
  ["{*,x}*", "", "a", "ab", "a/b", "x"],
  ["a*{,b}", "a", "ax", "ab", "axb", "a/b"],
  ["{*.js,*.{css,map}}", "a.js", "a.css", "a.map", "a.ts", "x/a.js"],
  ["*.example.com", "a.example.com", "a.b.example.com", "example.com", ".example.com"],
  ["{*.,}example.com", "example.com", "a.example.com", "a.b.example.com", "xexample.com"],
  ["example.com:*", "example.com:443", "example.com", "example.com:"],
  ["[[]::1]:8080", "[::1]:8080", "[:1]:8080", "[::1]"],
  [
    "/api/v1/users/*/posts/*",
    "/api/v1/users/7/posts/9",
    "/api/v1/users/7/posts",
    "/api/v1/users//posts/9",
  ],
  ["/api/**/*.json", "/api/a.json", "/api/x/a.json", "/api/.json", "/api/a.xml", "/api.json"],
  ["/files/*{,.json}", "/files/", "/files/a", "/files/a.json", "/files/a/b"],
  ["*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaa", "aaaab", "xaxaxaxaxb", "aaab"],
  ["/a/../b", "/a/../b", "/b"],
  ["/%2e", "/%2e", "/."],
  ["/ä/*", "/ä/ö", "/a\u0308/x"],
  ["A", "a", "A"],
  // doublestar's answer depends on what an earlier attempt has expanded or passed
  ["**/a*{,b}", "a", "a/a", "b/a"],
  ["**/*{*,b}", "b/ba/", "b/ba"],
  ["{a,b}****/", "ba", "ba/", "b/"],
];

let seed = 20_260_401;

/** mulberry32. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A piece of a pattern and texts it might match. */
const PIECES: readonly (readonly [string, readonly string[]])[] = [
  ["a", ["a"]],
  ["b", ["b"]],
  ["/", ["/"]],
  ["/", ["/"]],
  ["*", ["", "a", "ab", "b.a"]],
  ["**", ["", "a", "a/b", "/"]],
  ["/**/", ["/", "/a/", "/a/b/", "/b/a/"]],
  ["**/", ["", "a/", "a/b/"]],
  ["/**", ["", "/", "/a", "/b/a"]],
  ["?", ["a", "ü"]],
  ["[ab]", ["a", "b"]],
  ["[a-c]", ["b", "c"]],
  ["[^a]", ["b", "/"]],
  ["[!b/]", ["a", "c"]],
  ["{a,b}", ["a", "b"]],
  ["{a/,b}", ["a/", "b"]],
  ["{,/a}", ["", "/a"]],
  ["{a,{b,c}}", ["a", "b", "c"]],
  ["{*.a,b?}", ["b.a", "ba"]],
  ["\\*", ["*"]],
  ["\\a", ["a"]],
];
const BROKEN = ["[", "]", "{", "}", ",", "\\", "[]", "{a", "-"];

function generated(): { pattern: string; path: string } {
  let pattern = "";
  let path = "";
  for (let i = 1 + Math.floor(random() * 6); i > 0; i--) {
    const [piece, texts] = pick(PIECES);
    pattern += piece;
    path += pick(texts);
  }
  if (random() < 0.08) {
    const cut = Math.floor(random() * (pattern.length + 1));
    pattern = pattern.slice(0, cut) + pick(BROKEN) + pattern.slice(cut);
  }
  if (random() < 0.5) {
    path = "";
    for (let i = Math.floor(random() * 9); i > 0; i--) path += pick(["a", "b", "c", "/", "."]);
  }
  return { pattern, path };
}

const pairs = WRITTEN.flatMap(([pattern, ...paths]) => paths.map((path) => ({ pattern, path })));
for (let i = 0; i < 1_600; i++) pairs.push(generated());
const unique = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
writeFileSync(new URL("pairs.json", import.meta.url), `[\n${[...unique.keys()].join(",\n")}\n]\n`);
