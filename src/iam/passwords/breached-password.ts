/** A range service of breached passwords, as Have I Been Pwned answers: it learns five digits of a digest and no more. */
import type { Service } from "../../call.ts";
import { encodeHex } from "../../std/hex.ts";

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 1_048_576;
const PREFIX_LENGTH = 5;

async function listed(service: Service, range_url: string, password: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(password);
  const digest = encodeHex(
    new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)),
  ).toUpperCase();
  const address = `${range_url.replace(/\/$/, "")}/${digest.slice(0, PREFIX_LENGTH)}`;
  const { internal_hosts, insecure_skip_verify } = service.snapshots.current.settings.oauth2;
  // Padding: the length of the answer tells nothing.
  const request = new Request(address, { headers: { "Add-Padding": "true" } });
  const response = await service.runtime.http(request, {
    ...{ timeout: TIMEOUT_MS, maxBytes: MAX_BYTES, repeatable: true },
    ...{ publicOnly: true, internal: internal_hosts, insecure: insecure_skip_verify },
  });
  if (response.status !== 200) throw new Error(`the range service answered ${response.status}`);
  const rest = digest.slice(PREFIX_LENGTH);
  return (await response.text()).split("\n").some((line) => {
    const [suffix, count = ""] = line.trim().split(":");
    return suffix?.toUpperCase() === rest && Number(count) > 0;
  });
}

/** False where the service cannot be asked: no one is kept from a password by an outage elsewhere, and the log says so. */
export async function isBreached(
  service: Service,
  range_url: string,
  password: string,
): Promise<boolean> {
  try {
    return await listed(service, range_url, password);
  } catch (error) {
    service.runtime.log.warn("the range service of breached passwords could not be asked", {
      error,
    });
    return false;
  }
}
