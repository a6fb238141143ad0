/** Pushed requests as a client and a browser drive them (RFC 9126). */
import { expect } from "vitest";
import { type Answer, basic, type TestAuth } from "./auth.ts";
import { AUTHORIZE, formTokenOf, locationOf, openPage, parametersOf, submit } from "./authorize.ts";
import { WEB } from "./tokens.ts";

export const PAR = "/auth/oauth2/par";
export const PREFIX = "urn:ietf:params:oauth:request_uri:";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

export type Fields = Parameters<typeof parametersOf>[0];

/** With the secret of `WEB`; without a client the fields say who pushes. */
export const push = (service: TestAuth, fields: Fields = {}, client: string = WEB.id) =>
  service.request("POST", PAR, {
    headers: {
      ...FORM,
      ...(client && { authorization: basic({ id: client, secret: WEB.secret }) }),
    },
    body: parametersOf({ ...(client && { client_id: client }), ...fields }),
  });

/** The reference of a request that was taken. */
export async function pushed(
  service: TestAuth,
  fields: Fields = {},
  client: string = WEB.id,
): Promise<string> {
  const { status, text, body } = await push(service, fields, client);
  expect(status, text).toBe(201);
  return body.request_uri;
}

export const bring = (
  service: TestAuth,
  request_uri: string,
  client_id = WEB.id,
  more: Record<string, string> = {},
) =>
  service.request(
    "GET",
    `${AUTHORIZE}?${new URLSearchParams({ client_id, request_uri, ...more })}`,
  );

export const flowIn = (answer: Answer): string => {
  expect(answer.status, answer.text).toBe(302);
  return /\?flow=([0-9a-f]{64})$/.exec(locationOf(answer))?.[1] ?? "";
};

/** Opens the page of a flow and presses a button. */
export async function decided(service: TestAuth, flow: string, action = "approve") {
  const form_token = formTokenOf(await openPage(service, flow));
  return submit(service, { flow, form_token, action });
}
