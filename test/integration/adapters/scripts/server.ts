/** A small application on the server of this runtime; SIGTERM stops it. */
import process from "node:process";
import { Hono } from "hono";
import { createRuntime, serve } from "../../../../src/adapters/current.ts";

const options = JSON.parse(process.argv[2] ?? "{}");
const log = {
  debug() {},
  info: (text: string) => console.log(`log ${text}`),
  warn: (text: string, { reason }: { reason?: string } = {}) =>
    console.log(`log ${text} ${reason ?? ""}`.trim()),
  error: (text: string) => console.log(`log ${text}`),
};
const runtime = await createRuntime({ memory: true, log });

const app = new Hono<{ Bindings: Record<string, unknown> }>();
app.get("/who", (c) => {
  const connection = runtime.connection(c.req.raw, c.env);
  const { clientCertificate, host: _host, headersBounded: _bounded, ...rest } = connection;
  return c.json({ ...rest, certificate: clientCertificate?.length ?? 0, runtime: runtime.name });
});
app.get("/slow", async (c) => {
  console.log("slow started");
  await new Promise((resolve) => setTimeout(resolve, 700));
  return c.text("finished");
});
app.get("/endless", () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })));
app.post("/echo", async (c) => c.body(await c.req.arrayBuffer()));
app.get("/stream", () => {
  let left = 3;
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(new TextEncoder().encode(`part ${left};`));
      if (--left === 0) controller.close();
    },
  });
  return new Response(body);
});
// Mounted as a whole below another application, as a library user would.
const outer = new Hono().route("/mounted", app).route("/", app);
const crash = () => {
  throw new Error("secret detail");
};

try {
  const handler = (request: Request, env: unknown) =>
    new URL(request.url).pathname === "/crash" ? crash() : outer.fetch(request, env as object);
  const server = await serve(handler, { host: "127.0.0.1", port: 0, ...options, log });
  process.on("SIGTERM", async () => {
    console.log("stopping");
    await server.stop(options.grace);
    console.log("stopped");
    process.exit(0);
  });
  console.log(`url ${server.url}`);
} catch (error) {
  console.log(`refused ${(error as Error).name}: ${(error as Error).message}`);
}
