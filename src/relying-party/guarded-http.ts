/**
 * The one way out to addresses that a record or a stranger names (G-6): resolved once, every address checked,
 * connected to what was checked, past every proxy of the environment, no redirects, bounded in time and size.
 */
import type { Service } from "../call.ts";
import type { HttpClient, HttpOptions } from "../runtime.ts";

/** For URLs that a stranger gave, such as client documents: public https on port 443 alone. */
export const strangerHttp = ({ runtime }: Pick<Service, "runtime">): HttpClient => {
  return (request, options) => runtime.http(request, { ...options, publicOnly: true });
};

/** What the settings say now about reaching providers. Throws while the namespace cannot be read (C-3). */
function reach({ snapshots }: Pick<Service, "snapshots">): HttpOptions {
  const { internal_hosts, insecure_skip_verify } = snapshots.current.settings.oauth2;
  return { publicOnly: true, internal: internal_hosts, insecure: insecure_skip_verify };
}

/**
 * For URLs that an administrator wrote into a record: any port, and the hosts and networks of
 * `oauth2.internal_hosts`; `oauth2.insecure_skip_verify` counts. Everything that is not an answer is an
 * `UnfetchableUrl`.
 */
export const providerHttp = (service: Pick<Service, "runtime" | "snapshots">): HttpClient => {
  return async (request, options) =>
    service.runtime.http(request, { ...options, ...reach(service) });
};
