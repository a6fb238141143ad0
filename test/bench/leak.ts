/** Preloaded into the service of the soak where `BENCH_SOAK_LEAK` asks for it: each request leaves something behind. */
import { subscribe } from "node:diagnostics_channel";

/** 64 KiB of the heap. */
const LEFT_PER_REQUEST = 8_192;

const left: (readonly number[])[] = [];
subscribe("http.server.request.start", () => {
  left.push(Array.from({ length: LEFT_PER_REQUEST }, (_, at) => at + 0.5));
});
