/** Imports every entry of the package that this runtime is for, and prints the names of its values. */
const own = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const entries: Readonly<Record<string, () => Promise<object>>> = {
  ".": () => import("postern"),
  "./session": () => import("postern/session"),
  "./login": () => import("postern/login"),
  "./guards": () => import("postern/guards"),
  "./edge": () => import("postern/edge"),
  "./sdk": () => import("postern/sdk"),
  ...(own === "node" && { "./node": () => import("postern/node") }),
  ...(own === "bun" && { "./bun": () => import("postern/bun") }),
  ...(own === "deno" && { "./deno": () => import("postern/deno") }),
};

const values: Record<string, readonly string[]> = {};
for (const [entry, load] of Object.entries(entries)) {
  values[entry] = Object.keys(await load()).sort();
}
console.log(JSON.stringify(values));
