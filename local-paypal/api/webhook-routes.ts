/** Webhooks as PayPal manages them: subscribing, the certificate, and the check of a signature by post. */
import { Hono } from "hono";
import { nextCode, type PaypalContext } from "../context.ts";
import { certificatePath, verifyTransmission } from "../sign-webhook.ts";
import { refuse } from "./errors.ts";
import type { Webhook } from "../state.ts";

/** The certificate, which anybody may read. */
export function certificateRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get(certificatePath, (c) =>
    c.body(ctx.state.signing.certificate, 200, { "content-type": "application/x-pem-file" }),
  );
  return routes;
}

/** PayPal's limit for one application. */
const mostWebhooks = 10;

export function webhookRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get("/v1/notifications/webhooks", (c) =>
    c.json({ webhooks: ctx.state.webhooks.map((webhook) => answerWebhook(ctx, webhook)) }),
  );
  routes.post("/v1/notifications/webhooks", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const asked = readWebhook(body);
    if (asked === null) {
      const detail = { field: "url", issue: "url and event_types are required" };
      return refuse(c, "VALIDATION_ERROR", { details: [detail] });
    }
    const { webhooks } = ctx.state;
    if (webhooks.some(({ url }) => url === asked.url)) return refuse(c, "WEBHOOK_URL_ALREADY_EXISTS");
    if (webhooks.length >= mostWebhooks) return refuse(c, "WEBHOOK_NUMBER_LIMIT_EXCEEDED");
    const webhook = ctx.mutate((state) => {
      const made: Webhook = { id: nextCode(state, 17), ...asked };
      state.webhooks.push(made);
      return made;
    });
    return c.json(answerWebhook(ctx, webhook), 201);
  });
  routes.delete("/v1/notifications/webhooks/:id", (c) => {
    const id = c.req.param("id");
    if (ctx.state.webhooks.every((webhook) => webhook.id !== id)) return refuse(c, "INVALID_RESOURCE_ID");
    ctx.mutate((state) => {
      state.webhooks = state.webhooks.filter((webhook) => webhook.id !== id);
    });
    return c.body(null, 204);
  });
  routes.post("/v1/notifications/verify-webhook-signature", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const given = readVerification(body);
    if (given === null) {
      const detail = { field: "body", issue: "Required field is missing" };
      return refuse(c, "VALIDATION_ERROR", { details: [detail] });
    }
    const isOurs = ctx.state.webhooks.some((webhook) => webhook.id === given.webhookId);
    const holds = isOurs && verifyTransmission(ctx, given);
    return c.json({ verification_status: holds ? "SUCCESS" : "FAILURE" });
  });
  return routes;
}

function answerWebhook(ctx: PaypalContext, webhook: Webhook): object {
  return {
    id: webhook.id,
    url: webhook.url,
    event_types: webhook.eventTypes.map((name) => ({ name })),
    links: [{ href: `${ctx.url}/v1/notifications/webhooks/${webhook.id}`, rel: "self", method: "GET" }],
  };
}

function readWebhook(body: unknown): { url: string; eventTypes: string[] } | null {
  if (typeof body !== "object" || body === null || !("url" in body) || !("event_types" in body)) return null;
  const { url, event_types: types } = body;
  if (typeof url !== "string" || !Array.isArray(types)) return null;
  const eventTypes = types.flatMap((type: unknown) =>
    typeof type === "object" && type !== null && "name" in type && typeof type.name === "string"
      ? [type.name]
      : [],
  );
  return eventTypes.length === 0 ? null : { url, eventTypes };
}

interface Verification {
  id: string;
  time: string;
  webhookId: string;
  body: string;
  signature: string;
}

/**
 * The event comes back as JSON inside JSON, so its bytes are not the ones that were sent unless the app
 * pastes them in untouched; PayPal's own check has the same trap.
 */
function readVerification(body: unknown): Verification | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = new Map<string, unknown>(Object.entries(body));
  const text = (name: string): string | null => {
    const value = fields.get(name);
    return typeof value === "string" ? value : null;
  };
  const [id, time] = [text("transmission_id"), text("transmission_time")];
  const [webhookId, signature] = [text("webhook_id"), text("transmission_sig")];
  const event = fields.get("webhook_event");
  if (id === null || time === null || webhookId === null || signature === null) return null;
  if (typeof event !== "object" || event === null) return null;
  return { id, time, webhookId, signature, body: JSON.stringify(event) };
}
