/** The plans of the OpenID Foundation's suite, module by module, on Node in process (O-1). */

import { ORIGIN } from "../support/auth.ts";
import { conformance } from "../support/conformance/run.ts";
import { DETAILS, type World } from "../support/conformance/world.ts";
import { startDocumentHost } from "../support/document-host.ts";
import { startGateway } from "../support/gateway.ts";
import { OPEN } from "../support/registration.ts";
import { testRuntime } from "../support/runtime.ts";
import { putSetting } from "../support/tokens.ts";

async function inProcess(): Promise<World> {
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
    pass: async (milliseconds) => runtime.advance(milliseconds),
    backchannel: { uri, got },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await host[Symbol.asyncDispose]();
    },
  };
}

conformance(inProcess);
