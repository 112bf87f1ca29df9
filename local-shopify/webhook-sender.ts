/**
 * Carries queued deliveries to the app as the real platform does: one second to connect, five in all,
 * anything but 2xx is a failure, and eight more tries over four hours under the same webhook id.
 */
import { createHmac } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { AppConfig } from "./app-config.ts";
import type { Delivery, DeliveryAttempt, Store } from "./state.ts";

const connectTimeoutMs = 1_000;
const totalTimeoutMs = 5_000;
const retries = 8;
/** The platform does not publish its steps; doubling ones from this start end after four hours. */
const firstRetryMs = (4 * 3_600_000) / (2 ** retries - 1);
const mostAtOnce = 16;

export interface WebhookSender {
  /** Looks at the queue again, after something was added to it. */
  wake(): void;
  /** Stops sending; what is on its way counts as not sent and is tried again after the next start. */
  close(): void;
}

interface SenderContext {
  store: Store;
  app: AppConfig;
  now: () => Date;
}

/** Starts sending what waits in the state, what a former run left there included. */
export function startWebhookSender(ctx: SenderContext): WebhookSender {
  const flying = new Set<Delivery>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function wake(): void {
    if (closed) return;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const waiting = ctx.store.state.deliveries.filter(
      (delivery) => delivery.state === "pending" && !flying.has(delivery),
    );
    const now = ctx.now().getTime();
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of waiting) {
      const wait = Date.parse(delivery.nextAttemptAt) - now;
      if (wait <= 0 && flying.size < mostAtOnce) void fly(delivery);
      else next = Math.min(next, Math.max(wait, 5));
    }
    if (Number.isFinite(next)) timer = setTimeout(wake, Math.min(next, 60_000));
  }

  async function fly(delivery: Delivery): Promise<void> {
    flying.add(delivery);
    const attempt = await sendDelivery(ctx, delivery);
    flying.delete(delivery);
    if (closed) return;
    ctx.store.mutate((state) => recordAttempt(delivery, attempt, state.switches.retrySpeedUp));
    wake();
  }

  wake();
  return {
    wake,
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function recordAttempt(delivery: Delivery, attempt: DeliveryAttempt, speedUp: number): void {
  delivery.attempts.push(attempt);
  if (attempt.error === null) delivery.state = "delivered";
  else if (delivery.attempts.length > retries) delivery.state = "failed";
  else {
    const waitMs = (firstRetryMs * 2 ** (delivery.attempts.length - 1)) / Math.max(speedUp, 1);
    delivery.nextAttemptAt = new Date(Date.parse(attempt.at) + attempt.milliseconds + waitMs).toISOString();
  }
}

async function sendDelivery(ctx: SenderContext, delivery: Delivery): Promise<DeliveryAttempt> {
  const started = ctx.now();
  const answer = await post(delivery, webhookHeaders(delivery, ctx.app.apiSecret));
  const milliseconds = ctx.now().getTime() - started.getTime();
  return { at: started.toISOString(), milliseconds, ...answer };
}

/** The headers of a delivery; the signature covers the body's exact bytes. */
function webhookHeaders(delivery: Delivery, secret: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Shopify-Captain-Hook",
    "X-Shopify-Topic": delivery.topic,
    "X-Shopify-Shop-Domain": delivery.shop,
    "X-Shopify-API-Version": delivery.apiVersion,
    "X-Shopify-Webhook-Id": delivery.id,
    "X-Shopify-Event-Id": delivery.eventId,
    "X-Shopify-Triggered-At": delivery.triggeredAt,
    "X-Shopify-Hmac-Sha256": createHmac("sha256", secret).update(delivery.body, "utf8").digest("base64"),
    ...(delivery.name === null ? {} : { "X-Shopify-Name": delivery.name }),
  };
}

type Answer = Pick<DeliveryAttempt, "status" | "error">;

/** Never rejects: whatever went wrong is the attempt's error. Redirects are not followed. */
function post(delivery: Delivery, headers: Record<string, string>): Promise<Answer> {
  const body = Buffer.from(delivery.body, "utf8");
  const send = delivery.address.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(delivery.address, {
      method: "POST",
      // A connection kept from an earlier delivery may be one that the app is just closing.
      agent: false,
      headers: { ...headers, "Content-Length": String(body.length) },
    });
    const fail = (error: string): void => {
      clearTimeout(total);
      clearTimeout(connect);
      resolve({ status: null, error });
      request.destroy();
    };
    const total = setTimeout(() => fail("no answer within 5 s"), totalTimeoutMs);
    const connect = setTimeout(() => fail("no connection within 1 s"), connectTimeoutMs);
    request.once("socket", (socket) => {
      socket.once("connect", () => clearTimeout(connect));
    });
    request.once("response", (response) => {
      response.resume();
      response.once("close", () => {
        clearTimeout(total);
        const status = response.statusCode ?? 0;
        resolve({ status, error: status >= 200 && status < 300 ? null : `answered ${status}` });
      });
    });
    request.once("error", (error) => fail(error.message === "" ? "connection refused" : error.message));
    request.end(body);
  });
}
