/** How long requests take, by route: the one measurement that is made while a request is answered. */
import type { Meter, MetricAttributes } from "../runtime.ts";

/** Seconds; from a check in memory to a request that was given up. */
const BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** `/users/:id{.+}` of the router as `/users/{id}`, which the API description says, too. */
export const describedRoute = (route: string) => route.replace(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");

/** Notes one answered request of a route. */
export type NoteDuration = (status: number, milliseconds: number) => void;

/**
 * Notes the requests of one route, under the names of OpenTelemetry (`http.server.request.duration`); the first part
 * of a series is made once for each status.
 * @param meter undefined where nothing is measured
 */
export function requestDurations(
  meter: Meter | undefined,
): (method: string, path: string) => NoteDuration {
  if (!meter) return () => () => undefined;
  const durations = meter.createHistogram("http.server.request.duration", {
    description: "Duration of requests, by route, method and status.",
    unit: "s",
    advice: { explicitBucketBoundaries: BOUNDS },
  });
  return (method, path) => {
    const route = describedRoute(path);
    const series = new Map<number, MetricAttributes>();
    return (status, milliseconds) => {
      let attributes = series.get(status);
      if (!attributes) {
        attributes = {
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
        };
        series.set(status, attributes);
      }
      durations.record(milliseconds / 1_000, attributes);
    };
  };
}
