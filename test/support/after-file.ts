/** Run for each file of tests: a worker goes on with the next one, and what it wrote would stay until the end of the run. */
import { afterAll } from "vitest";
import { forgetRunning } from "./first-start.ts";
import { removeFolders } from "./folders.ts";

afterAll(removeFolders);
afterAll(forgetRunning);
