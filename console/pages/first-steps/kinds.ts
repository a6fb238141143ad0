/** Kinds of applications, and what is made for each of them. */
import { api, ifNew } from "../../api/client.ts";
import { Failure } from "../../api/failure.ts";

export const KINDS = ["web", "spa", "native", "machine", "mcp"] as const;
export type Kind = (typeof KINDS)[number];

/** Where browsers come back to, as an example to write over; a machine has none. */
export const REDIRECTS: Readonly<Record<Kind, string>> = {
  web: "http://127.0.0.1:3000/callback",
  spa: "http://127.0.0.1:5173/callback",
  native: "com.example.app:/callback",
  machine: "",
  mcp: "http://127.0.0.1/callback",
};

export interface Application {
  readonly kind: Kind;
  readonly id: string;
  readonly redirect: string;
}

/** With the secret, where there is one. */
export interface Registered extends Application {
  readonly secret: string;
}

/** 256 random bits. */
function freshSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Undefined when there is a client of this ID, which is never written over. */
export async function register(application: Application): Promise<Registered | undefined> {
  const { kind, id, redirect } = application;
  const secret = kind === "web" || kind === "machine" ? freshSecret() : "";
  if (kind === "machine") {
    await api.POST("/v1/service-accounts", {
      body: { alias: [id], details: { name: id, secret } } as never,
    });
    return { ...application, secret };
  }
  const config = {
    client_name: id,
    redirect_uris: [redirect],
    grant_types: ["authorization_code", "refresh_token"],
    ...(secret === "" ? { public: true } : { client_secret: secret }),
  };
  try {
    await api.PUT("/v1/oauth/clients/{id}", {
      params: { path: { id }, ...ifNew },
      body: { enabled: true, config } as never,
    });
  } catch (error) {
    if (error instanceof Failure && error.status === 412) return undefined;
    throw error;
  }
  return { ...application, secret };
}
