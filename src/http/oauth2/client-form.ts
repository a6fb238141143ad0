/** What proves a client in the form of a request (RFC 6749 §2.3.1, RFC 7521 §4.2). */
import { z } from "zod";
import type { ClientCredentials } from "../../oauth2/clients/client-credentials.ts";

export const clientForm = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  client_assertion: z.string().optional(),
  client_assertion_type: z.string().optional(),
};

type Form = { readonly [K in keyof typeof clientForm]?: string | undefined };

/** The credentials of a request, from its header and its form. */
export function credentialsOf(request: Request, form: Form): ClientCredentials {
  const { client_id, client_secret, client_assertion, client_assertion_type } = form;
  const authorization = request.headers.get("authorization") ?? undefined;
  return { authorization, client_id, client_secret, client_assertion, client_assertion_type };
}
