import { readFigures } from "#app/flows/operation/read-figures.ts";
import { waitingPixelEvents } from "#app/flows/storefront/receive-pixel-event.ts";
import { waitingClicks } from "#app/flows/tracking/click-spool.ts";
import { sameText } from "#app/platform/crypto.server.ts";
import { poolFigures } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type GaugeReading, metricsContentType, metricsText } from "#app/platform/metrics.server.ts";

/** An answer to whoever watches this process, for a route or for a bare server. */
export type ProbeAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

/** For addresses that the caller is not to know. */
export const notFound: ProbeAnswer = {
  status: 404,
  contentType: "text/plain; charset=utf-8",
  body: "not_found",
};

/** Answers GET /health/live: this process and its event loop run. */
export function answerLive(): ProbeAnswer {
  return jsonProbe(200, { status: "live" });
}

/** Answers GET /health/ready; `reason` says why the process cannot do its work now. */
export function answerReady(reason: string | null, more: object = {}): ProbeAnswer {
  if (reason === null) return jsonProbe(200, { status: "ready", ...more });
  return jsonProbe(503, { status: "unavailable", reason, ...more });
}

export function probeResponse({ status, contentType, body }: ProbeAnswer): Response {
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(body, { status, headers });
}

function jsonProbe(status: number, body: object): ProbeAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
}

/** Answers GET /metrics to the bearer of METRICS_TOKEN. For anybody else there is no such address. */
export async function answerMetrics(authorization: string | null, now: Date): Promise<ProbeAnswer> {
  const { METRICS_TOKEN: token } = env();
  if (!token || !sameText(authorization ?? "", `Bearer ${token}`)) return notFound;
  const [process, installation] = await Promise.all([readProcess(), readInstallation(now)]);
  const body = await metricsText([...process, ...installation]);
  return { status: 200, contentType: metricsContentType, body };
}

/** Figures that need no database. */
async function readProcess(): Promise<GaugeReading[]> {
  const [clicks, pixel] = await Promise.all([waitingClicks(), waitingPixelEvents()]);
  return [
    {
      name: "affiliate_pool_connections",
      help: "Database pool of this process: open connections, idle ones, and work that waits for one",
      label: "state",
      values: poolFigures(),
    },
    {
      name: "affiliate_spool_waiting",
      help: "Events on this machine's disk that wait for the database",
      label: "kind",
      values: { clicks: clicks.waiting, pixel: pixel.waiting },
    },
    {
      name: "affiliate_spool_set_aside",
      help: "Events on this machine's disk that the database refused",
      label: "kind",
      values: { clicks: clicks.setAside, pixel: pixel.setAside },
    },
    single(
      "affiliate_clicks_lost",
      "Clicks that neither database nor disk took, since the process started",
      clicks.lost,
    ),
  ];
}

/** Figures of the whole installation, from the database. */
async function readInstallation(now: Date): Promise<GaugeReading[]> {
  const figures = await readFigures(now);
  const up = single("affiliate_database_up", "1 while the database answers, else 0", figures ? 1 : 0);
  if (!figures) return [up];
  const { inbox, payouts, queues } = figures;
  const byQueue = (of: "due" | "lagSeconds" | "failed") =>
    Object.fromEntries(queues.map((queue) => [queue.name, queue[of]]));
  return [
    up,
    single("affiliate_inbox_waiting", "Deliveries that wait to be processed", inbox.waiting),
    single("affiliate_inbox_oldest_seconds", "Age of the oldest waiting delivery", inbox.oldestSeconds),
    single("affiliate_inbox_failed", "Deliveries that failed and wait for a person", inbox.failed),
    single("affiliate_payments_in_doubt", "Payments sent without a known answer", payouts.unanswered),
    single("affiliate_payments_need_attention", "Payments that wait for a person", payouts.needAttention),
    { name: "affiliate_queue_due", help: "Jobs that are due", label: "queue", values: byQueue("due") },
    {
      name: "affiliate_queue_lag_seconds",
      help: "How long the first due job has been due",
      label: "queue",
      values: byQueue("lagSeconds"),
    },
    {
      name: "affiliate_jobs_failed",
      help: "Jobs whose last try failed, counted once a minute",
      label: "queue",
      values: byQueue("failed"),
    },
  ];
}

function single(name: string, help: string, value: number): GaugeReading {
  return { name, help, values: { "": value } };
}
