/** The program `postern`: everything it does is in `main.ts`. */
import process from "node:process";
import { surviveLostOutput } from "./lost-output.ts";
import { main } from "./main.ts";

surviveLostOutput(process.argv[2] === "serve");
process.exitCode = await main(process.argv.slice(2));
// A worker is held by the channel to its primary, also when it could not start.
if (process.exitCode !== 0 && process.connected) process.exit();
