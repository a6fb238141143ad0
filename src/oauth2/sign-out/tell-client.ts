/** One logout token to one application (OpenID Connect Back-Channel Logout 1.0 §2.5, §2.8). */
import { openInternalCall, type Service } from "../../call.ts";
import { UnfetchableUrl } from "../../errors.ts";
import { providerHttp, strangerHttp } from "../../relying-party/guarded-http.ts";
import type { ClientSignIn } from "../../store/client-sign-ins.ts";
import { enabledClient, type RegisteredClient } from "../clients/find.ts";
import { logoutToken } from "./logout-token.ts";

/** Milliseconds until the application must have answered. */
const TIMEOUT_MS = 5_000;
/** Nothing of its answer is read. */
const MAX_BYTES = 64 * 1_024;

export interface LogoutTarget {
  readonly uri: string;
  readonly host: string;
  readonly client: RegisteredClient;
}

/** Where the client is told now; undefined when it is gone, disabled, or wants to be told no more (K-10). */
export async function logoutTarget(
  service: Service,
  client_id: string,
): Promise<LogoutTarget | undefined> {
  const client = await enabledClient(openInternalCall(service), client_id);
  const uri = client?.backchannelLogout?.uri;
  if (!client || !uri) return undefined;
  return { uri, host: new URL(uri).host, client };
}

/** Why it was not told; undefined when it was. */
export interface Untold {
  readonly reason: string;
  /** It does not answer, or says that it is not well: its other sign-ins need not be tried now. */
  readonly away: boolean;
}

export async function tellClient(
  service: Service,
  { uri, client }: LogoutTarget,
  row: ClientSignIn,
): Promise<Untold | undefined> {
  // The address of one that registered itself is one that a stranger gave (G-6).
  const http = client.dynamic ? strangerHttp(service) : providerHttp(service);
  const request = new Request(uri, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      logout_token: await logoutToken(openInternalCall(service), row, client),
    }),
  });
  let status: number;
  try {
    // The application sees by its `jti` that it has a token twice.
    const options = { timeout: TIMEOUT_MS, maxBytes: MAX_BYTES, repeatable: true };
    ({ status } = await http(request, options));
  } catch (error) {
    if (!(error instanceof UnfetchableUrl)) throw error;
    return { reason: error.message, away: true };
  }
  if (status >= 200 && status < 300) return undefined;
  return { reason: `it answers ${status}`, away: status >= 500 || status === 429 };
}
