/** Who tells metrics and traces: the process, by the names of OpenTelemetry. */
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { packageVersion } from "./package-version.ts";
import { processPlace } from "./process-place.ts";

/** What the environment says counts more. @param worker its number, which tells it from the others */
export function telemetryResource(worker: number | undefined) {
  const { host, pid } = processPlace();
  return resourceFromAttributes({
    "service.name": "postern",
    "service.version": packageVersion(),
    "service.instance.id": host === undefined ? String(pid) : `${host}-${pid}`,
    ...(worker !== undefined && { worker: String(worker) }),
  }).merge(detectResources({ detectors: [envDetector] }));
}
