/** A running program as a browser and an application reach it: by its address, through a proxy that ends TLS. */
import type { RunningServer } from "./server.ts";

/** What a program is started with so that it believes the proxy. */
export const BEHIND_PROXY = ["--set", "server.trusted_proxies=127.0.0.1/32"];

/** Sends as the proxy passes it on. */
export const throughProxy =
  (program: RunningServer, origin: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-proto", "https");
    headers.set("x-forwarded-host", new URL(origin).host);
    const body = request.body === null ? null : await request.arrayBuffer();
    const init = { method: request.method, headers, body, redirect: "manual" as const };
    return fetch(`${program.url}${pathname}${search}`, init);
  };
