// Runs a TypeScript file of the checkout, with a plain word for a Node that cannot: run.js FILE [ARGUMENT …]
import "../bin/check-node.js";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [program, , file = ""] = process.argv;
const path = resolve(file);
process.argv.splice(0, 3, program, path);
await import(pathToFileURL(path).href);
