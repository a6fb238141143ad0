/** The bearer branch of the session: an access token of the service becomes the caller (H-3). */
import type { AuthApi } from "../../api.ts";
import { AuthError } from "../../errors.ts";

/** What the session tells the service; an identity header of the request counts for nothing (L-W1). */
export interface BearerSession {
  /** Alias of the enabled principal behind the token. */
  readonly principal?: string;
  /** `auth_time` of that token. */
  readonly auth_time?: number;
  /** Why a token that was sent is not accepted. */
  readonly refusal?: string;
}

const BEARER = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)\s*$/i;

/** Reads the Authorization header; a token that does not verify leaves the request anonymous. */
export async function bearerSession(api: AuthApi, request: Request): Promise<BearerSession> {
  const [, token] = BEARER.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return {};
  try {
    const { principal, auth_time } = await api.verify(token);
    return { principal, auth_time };
  } catch (error) {
    // Other routes take bearer tokens of their own kind, so this one is not refused here.
    if (error instanceof AuthError && error.code === "invalid_token") {
      return { refusal: error.message };
    }
    throw error;
  }
}
