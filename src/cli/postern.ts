/** The program `postern`: everything it does is in `main.ts`. */
import process from "node:process";
import { main } from "./main.ts";

process.exitCode = await main(process.argv.slice(2));
