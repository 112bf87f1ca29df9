/**
 * Carries webhooks to the app as PayPal does: anything but 2xx, or no answer in time, is a failure, and the
 * same event is sent again up to 25 times over three days of the stand-in's clock.
 */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { strikeFault } from "./faults.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { later, type PaypalContext } from "./context.ts";
import type { Attempt, Delivery } from "./state.ts";

const timeoutMs = 10_000;
const retries = 25;
/** PayPal does not publish its steps; squares of the attempt's number in this unit fill three days. */
const stepMs = (3 * 86_400_000) / sumOfSquares(retries);
const mostAtOnce = 8;

export interface WebhookSender {
  /** Looks at what waits; answers when the next of it is due, as a time of the stand-in's clock. */
  wake(): string | null;
  /** Resolves once nothing that is due is on its way. */
  idle(): Promise<void>;
  close(): void;
}

export function startWebhookSender(ctx: PaypalContext, changed: () => void): WebhookSender {
  const flying = new Set<Delivery>();
  let waiters: (() => void)[] = [];
  let closed = false;

  const waitingOf = (): Delivery[] =>
    ctx.state.deliveries.filter((delivery) => delivery.state === "pending" && !flying.has(delivery));

  function wake(): string | null {
    if (closed) return null;
    const now = ctx.now().toISOString();
    let next: string | null = null;
    for (const delivery of waitingOf()) {
      if (delivery.nextAttemptAt <= now) {
        if (flying.size < mostAtOnce) void fly(delivery);
      } else if (next === null || delivery.nextAttemptAt < next) next = delivery.nextAttemptAt;
    }
    if (flying.size === 0) for (const resolve of waiters.splice(0)) resolve();
    return next;
  }

  async function fly(delivery: Delivery): Promise<void> {
    flying.add(delivery);
    const attempt = await send(ctx, delivery);
    flying.delete(delivery);
    if (closed) return;
    ctx.mutate((state) => keepAttempt(delivery, attempt, state.switches.retrySpeedUp));
    changed();
  }

  return {
    wake,
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        changed();
      }),
    close() {
      closed = true;
      for (const resolve of waiters) resolve();
      waiters = [];
    },
  };
}

function keepAttempt(delivery: Delivery, attempt: Attempt, speedUp: number): void {
  delivery.attempts.push(attempt);
  if (attempt.error === null) delivery.state = "delivered";
  else if (delivery.attempts.length > retries) delivery.state = "failed";
  else {
    const waitMs = (stepMs * delivery.attempts.length ** 2) / Math.max(speedUp, 1);
    delivery.nextAttemptAt = later(attempt.at, waitMs);
  }
}

function sumOfSquares(count: number): number {
  return (count * (count + 1) * (2 * count + 1)) / 6;
}

async function send(ctx: PaypalContext, delivery: Delivery): Promise<Attempt> {
  const at = ctx.now().toISOString();
  const broken = ctx.mutate((state) => strikeFault(state, "badSignature", "verify"));
  const headers = webhookHeaders(ctx, delivery, { at, broken });
  const transmissionId = headers["PAYPAL-TRANSMISSION-ID"] ?? "";
  return { at, transmissionId, ...(await post(delivery, headers)) };
}

/** Never rejects: whatever went wrong is the attempt's error. */
function post(
  delivery: Delivery,
  headers: Record<string, string>,
): Promise<Pick<Attempt, "status" | "error">> {
  const body = Buffer.from(delivery.body, "utf8");
  const open = delivery.url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = open(delivery.url, {
      method: "POST",
      agent: false,
      headers: { ...headers, "Content-Length": String(body.length) },
    });
    const fail = (error: string): void => {
      clearTimeout(timer);
      resolve({ status: null, error });
      request.destroy();
    };
    const timer = setTimeout(() => fail("no answer in time"), timeoutMs);
    request.once("response", (response) => {
      response.resume();
      response.once("close", () => {
        clearTimeout(timer);
        const status = response.statusCode ?? 0;
        resolve({ status, error: status >= 200 && status < 300 ? null : `answered ${status}` });
      });
    });
    request.once("error", (error) => fail(error.message === "" ? "connection refused" : error.message));
    request.end(body);
  });
}
