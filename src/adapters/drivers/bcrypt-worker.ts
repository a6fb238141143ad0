/** A worker thread that answers bcrypt tasks one after the other (Node, and Deno's `node:` layer). */
import { parentPort } from "node:worker_threads";
import { type BcryptTask, compute } from "./bcrypt-compute.ts";
import { loadNativeBcrypt } from "./bcrypt-native.ts";

const answer = loadNativeBcrypt() ?? compute;

parentPort?.on("message", (task: BcryptTask) => {
  parentPort?.postMessage(answer(task));
});
