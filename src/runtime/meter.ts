/**
 * What the service counts and measures, for those whom an operator lets see it. The interfaces are the part of OpenTelemetry's
 * `Meter` that is used here, so that the one of an application fits as it is (ADR 0096).
 */

/** Names and values that tell series apart; each takes few values, and none is a secret or a person. */
export type MetricAttributes = Record<string, string | number>;

/** How a series is described to its readers. */
export interface MetricOptions {
  readonly description: string;
  /** As UCUM writes it: `s`, `By`, or `{name}` for things that are counted. */
  readonly unit: string;
  readonly advice?: { readonly explicitBucketBoundaries: number[] };
}

/** What an observation is told to. */
export interface Observed {
  observe(value: number, attributes?: MetricAttributes): void;
}

/** Read when the values are collected, and not before. */
export interface Observable {
  addCallback(callback: (observed: Observed) => void): void;
  removeCallback(callback: (observed: Observed) => void): void;
}

/** OpenTelemetry's `Meter`, as far as the service needs it. */
export interface Meter {
  createHistogram(
    name: string,
    options?: MetricOptions,
  ): { record(value: number, attributes?: MetricAttributes): void };
  createCounter(
    name: string,
    options?: MetricOptions,
  ): { add(value: number, attributes?: MetricAttributes): void };
  createObservableCounter(name: string, options?: MetricOptions): Observable;
  createObservableGauge(name: string, options?: MetricOptions): Observable;
}
