/** The world of the modules in this process, on Node, with a clock that is moved. */
import { ORIGIN } from "../auth.ts";
import { startDocumentHost } from "../document-host.ts";
import { startGateway } from "../gateway.ts";
import { OPEN } from "../registration.ts";
import { testRuntime } from "../runtime.ts";
import { putSetting } from "../tokens.ts";
import { DETAILS, type World } from "./world.ts";

export async function inProcess(): Promise<World> {
  const host = await startDocumentHost();
  const got: URLSearchParams[] = [];
  const uri = host.answer("/backchannel_logout", async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    got.push(new URLSearchParams(text));
    response.writeHead(200).end();
  });
  const runtime = testRuntime({ publicFetch: host.publicFetch, loops: true });
  const gateway = await startGateway({ runtime });
  const { service } = gateway;
  await putSetting(service, "registration", { ...OPEN, remember_consent: true });
  // As in a new installation.
  await putSetting(service, "token", { claims_by_scope: true });
  const { body } = await service.json("GET", "/auth/v1/users?_limit=10");
  const ada = body.payload.find(({ alias }: { alias: string[] }) => alias.includes("ada"));
  const saved = await service.json("PATCH", `/auth/v1/users/${ada.id}`, { details: DETAILS });
  if (saved.status !== 200) throw new Error(saved.text);
  return {
    origin: ORIGIN,
    fetch: async (request) => gateway.app.fetch(request),
    browser: () => gateway.jar(),
    admin: (method, path, body) => service.json(method, path, body),
    now: () => runtime.clock.now(),
    pass: async (milliseconds) => runtime.advance(milliseconds),
    backchannel: { uri, got },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}
