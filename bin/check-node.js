// Ends the process where Node is too old. In the syntax of old releases, and the first thing that is loaded.
var found = process.versions.node.split(".").map(Number);
var isNode = !process.versions.bun && !process.versions.deno;

if (isNode && (found[0] < 22 || (found[0] === 22 && found[1] < 18))) {
  // biome-ignore lint/style/useTemplate: an old syntax for old releases
  console.error("Postern needs Node 22.18 or later; this is " + process.versions.node);
  process.exit(1);
}
