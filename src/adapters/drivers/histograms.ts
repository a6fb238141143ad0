/**
 * Histograms without what the SDK does at each measurement: it makes a text of all attributes to find the series, which costs
 * as much as a tenth of a small answer. Here a series is found by the object of its attributes, which is made once.
 */
import { type HrTime, ValueType } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { Meter, MetricAttributes, MetricOptions } from "../../runtime.ts";

/** Series of one histogram; measurements of more are not kept. */
const MAX_SERIES = 5_000;
const MILLISECONDS = 1_000;
const NANOSECONDS = 1_000_000;

interface Series {
  readonly attributes: MetricAttributes;
  readonly counts: number[];
  sum: number;
  count: number;
}

const timeOf = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / MILLISECONDS),
  (milliseconds % MILLISECONDS) * NANOSECONDS,
];

class OneHistogram {
  readonly #name: string;
  readonly #options: MetricOptions;
  readonly #bounds: readonly number[];
  readonly #series = new Map<MetricAttributes, Series>();

  constructor(name: string, options: MetricOptions) {
    this.#name = name;
    this.#options = options;
    this.#bounds = options.advice?.explicitBucketBoundaries ?? [];
  }

  /** @param attributes the same object for the same series */
  record(value: number, attributes: MetricAttributes = {}): void {
    let series = this.#series.get(attributes);
    if (!series) {
      if (this.#series.size >= MAX_SERIES) return;
      const counts = new Array<number>(this.#bounds.length + 1).fill(0);
      series = { attributes, counts, sum: 0, count: 0 };
      this.#series.set(attributes, series);
    }
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  collect(startTime: HrTime, endTime: HrTime): HistogramMetricData {
    const { description, unit } = this.#options;
    return {
      descriptor: { name: this.#name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: this.#merged().map(({ attributes, counts, sum, count }) => ({
        ...{ attributes, startTime, endTime },
        value: { buckets: { boundaries: [...this.#bounds], counts }, sum, count },
      })),
    };
  }

  /** Two places may measure the same series, each with an object of its own. */
  #merged(): Series[] {
    const merged = new Map<string, Series>();
    for (const { attributes, counts, sum, count } of this.#series.values()) {
      const key = JSON.stringify(Object.entries(attributes).sort());
      const known = merged.get(key);
      merged.set(key, {
        attributes,
        counts: counts.map((one, bucket) => one + (known?.counts[bucket] ?? 0)),
        sum: sum + (known?.sum ?? 0),
        count: count + (known?.count ?? 0),
      });
    }
    return [...merged.values()];
  }
}

/** All of a program, as a reader of the SDK takes them in. */
export class Histograms implements MetricProducer {
  readonly #began = timeOf(Date.now());
  readonly #all = new Map<string, OneHistogram>();
  readonly #scope: { readonly name: string; readonly version: string };
  readonly #resource: CollectionResult["resourceMetrics"]["resource"];

  constructor(
    scope: { readonly name: string; readonly version: string },
    resource: CollectionResult["resourceMetrics"]["resource"],
  ) {
    this.#scope = scope;
    this.#resource = resource;
  }

  /** `Meter.createHistogram` of the program; who asks for one of the same name gets the same. */
  create(...[name, options]: Parameters<Meter["createHistogram"]>): OneHistogram {
    const known = this.#all.get(name);
    if (known) return known;
    const made = new OneHistogram(name, options ?? { description: "", unit: "" });
    this.#all.set(name, made);
    return made;
  }

  async collect(): Promise<CollectionResult> {
    const now = timeOf(Date.now());
    const metrics = [...this.#all.values()].map((one) => one.collect(this.#began, now));
    const scopeMetrics = [{ scope: this.#scope, metrics }];
    return { resourceMetrics: { resource: this.#resource, scopeMetrics }, errors: [] };
  }
}
