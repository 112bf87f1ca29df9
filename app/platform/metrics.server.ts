import { collectDefaultMetrics, Counter, Gauge, Histogram, register, Registry } from "prom-client";

export type AnsweredRequest = {
  readonly method: string;
  /** Pattern of the route, such as "/orders/:id", or "none". Never an address. */
  readonly route: string;
  /** Null if the client left before the answer. */
  readonly status: number | null;
  readonly milliseconds: number;
};

/** A gauge read for one scrape. Without `label`, its only value has the key "". */
export type GaugeReading = {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly values: Readonly<Record<string, number>>;
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const durationName = "affiliate_http_request_duration_seconds";
const jobFailuresName = "affiliate_job_failures_total";

/** Counts a request. A made-up method must not add a series. */
export function countRequest({ method, route, status, milliseconds }: AnsweredRequest): void {
  const known = methods.has(method) ? method : "other";
  const statusClass = status === null ? "left" : `${Math.floor(status / 100)}xx`;
  const labels = { method: known, route, status: statusClass };
  requestDuration().observe(labels, milliseconds / 1000);
}

/** Counts a failed attempt of a job in this process. */
export function countJobFailure(job: string): void {
  jobFailures().inc({ job });
}

// The launcher and the built app each have a copy of this module, but share prom-client's registry.
function requestDuration(): Histogram {
  const known = register.getSingleMetric(durationName);
  if (known instanceof Histogram) return known;
  return new Histogram({
    name: durationName,
    help: "Time to answer a request, by method, route pattern and status class",
    labelNames: ["method", "route", "status"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
}

function jobFailures(): Counter {
  const known = register.getSingleMetric(jobFailuresName);
  if (known instanceof Counter) return known;
  return new Counter({
    name: jobFailuresName,
    help: "Failed tries of jobs in this process",
    labelNames: ["job"],
  });
}

/** Metrics of this process's requests and jobs, and `readings`, in Prometheus format. */
export async function metricsText(readings: readonly GaugeReading[]): Promise<string> {
  if (!register.getSingleMetric("process_start_time_seconds")) collectDefaultMetrics();
  requestDuration();
  jobFailures();
  // One registry per scrape, so that an unreadable figure is missing instead of outdated.
  const scraped = new Registry();
  for (const reading of readings) addGauge(scraped, reading);
  return `${await register.metrics()}\n${await scraped.metrics()}`;
}

function addGauge(registry: Registry, { name, help, label, values }: GaugeReading): void {
  const gauge = new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] });
  for (const [key, value] of Object.entries(values)) gauge.set(label ? { [label]: key } : {}, value);
}

export const metricsContentType = register.contentType;
