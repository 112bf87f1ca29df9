/** The Payouts API: create a batch, show a batch, show an item, cancel an unclaimed item. */
import { Hono, type Context } from "hono";
import { acceptBatch, findDuplicate, findFundsProblem, type Payout } from "../accept-batch.ts";
import { strikeFault } from "../faults.ts";
import { moveItem } from "../move-item.ts";
import { itemsOf, processDue } from "../process-batches.ts";
import { tellItem } from "../tell.ts";
import {
  answerCreated,
  answerHeader,
  answerItem,
  answerSingleItem,
  batchPath,
  link,
} from "./answer-payout.ts";
import { refuse } from "./errors.ts";
import { readPayout } from "./read-payout.ts";
import type { PaypalContext } from "../context.ts";
import type { Batch, Item } from "../state.ts";

const mostPerPage = 1000;

export function payoutRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.use("/v1/payments/*", async (c, next) => {
    if (!ctx.state.switches.rights.payouts) return refuse(c, "AUTHORIZATION_ERROR");
    // The clock may have been moved since somebody looked last.
    ctx.wake();
    await next();
    return undefined;
  });
  routes.post("/v1/payments/payouts", (c) => createPayout(ctx, c));
  routes.get("/v1/payments/payouts/:id", (c) => showBatch(ctx, c));
  routes.get("/v1/payments/payouts-item/:id", (c) => {
    const item = ctx.state.items[c.req.param("id")];
    return item === undefined ? refuse(c, "INVALID_RESOURCE_ID") : c.json(answerSingleItem(ctx, item));
  });
  routes.post("/v1/payments/payouts-item/:id/cancel", (c) => cancelItem(ctx, c));
  return routes;
}

async function createPayout(ctx: PaypalContext, c: Context): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => null);
  const payout = readPayout(body);
  if ("details" in payout) return refuse(c, "VALIDATION_ERROR", { details: payout.details });
  const taken = findDuplicate(ctx.state, payout.senderBatchId, ctx.now());
  if (taken !== null) return refuseDuplicate(ctx, c, taken);
  const strikes = (name: "insufficientFunds" | "denied" | "webhookFirst"): boolean =>
    ctx.mutate((state) => strikeFault(state, name, "create"));
  const problem = strikes("insufficientFunds") ? "INSUFFICIENT_FUNDS" : findFundsProblem(ctx.state, payout);
  if (problem !== null) return refuse(c, problem);
  const batch = accept(ctx, payout, strikes("denied") ? "INSUFFICIENT_FUNDS" : null);
  const answer = answerCreated(ctx, batch);
  if (strikes("webhookFirst")) await tellFirst(ctx, batch);
  else setImmediate(ctx.wake);
  return c.json(answer, 201);
}

function accept(ctx: PaypalContext, payout: Payout, denial: string | null): Batch {
  return ctx.mutate((state) => acceptBatch(state, payout, ctx.now().toISOString(), denial));
}

/** The app hears what became of the batch before it hears that there is one. */
async function tellFirst(ctx: PaypalContext, batch: Batch): Promise<void> {
  const now = ctx.now().toISOString();
  ctx.mutate((state) => {
    batch.startsAt = now;
    for (const item of itemsOf(state, batch)) item.dueAt = now;
  });
  processDue(ctx);
  await ctx.sent();
}

function refuseDuplicate(ctx: PaypalContext, c: Context, batch: Batch): Response {
  const href = `${ctx.url}${batchPath(batch.id)}`;
  const linked = ctx.state.switches.duplicateLink;
  const detail = linked
    ? {
        field: "SENDER_BATCH_ID",
        issue: "Batch with given sender_batch_id already exists",
        link: [{ href, rel: "self", method: "GET" }],
      }
    : { field: "SENDER_BATCH_ID", issue: "Duplicate batch request" };
  return refuse(c, "USER_BUSINESS_ERROR", { details: [detail] });
}

function showBatch(ctx: PaypalContext, c: Context): Response {
  const batch = ctx.state.batches[c.req.param("id") ?? ""];
  if (batch === undefined) return refuse(c, "INVALID_RESOURCE_ID");
  const items = itemsOf(ctx.state, batch);
  const header = answerHeader(batch, items);
  if (c.req.query("fields") === "batch_header") return c.json({ batch_header: header });
  const page = readCount(c.req.query("page"), 1);
  const size = readCount(c.req.query("page_size"), mostPerPage);
  if (page === null || size === null || size > mostPerPage) return refusePaging(c);
  return c.json({
    ...(c.req.query("total_required") === "true"
      ? { total_items: items.length, total_pages: Math.ceil(items.length / size) }
      : {}),
    batch_header: header,
    items: items.slice((page - 1) * size, page * size).map((item) => answerItem(ctx, item)),
    links: pageLinks(ctx, batch, { page, size, count: items.length }),
  });
}

function refusePaging(c: Context): Response {
  const detail = {
    field: "page",
    issue: "page and page_size must be from 1 to 1000",
    location: "query",
  } as const;
  return refuse(c, "VALIDATION_ERROR", { details: [detail] });
}

function pageLinks(
  ctx: PaypalContext,
  batch: Batch,
  at: { page: number; size: number; count: number },
): object[] {
  const pages = Math.max(Math.ceil(at.count / at.size), 1);
  const to = (page: number, rel: string): object =>
    link(ctx, `${batchPath(batch.id)}?page_size=${at.size}&page=${page}`, rel);
  return [
    to(at.page, "self"),
    ...(at.page > 1 ? [to(at.page - 1, "prev"), to(1, "first")] : []),
    ...(at.page < pages ? [to(at.page + 1, "next"), to(pages, "last")] : []),
  ];
}

function readCount(value: string | undefined, otherwise: number): number | null {
  if (value === undefined) return otherwise;
  const count = Number(value);
  return Number.isInteger(count) && count >= 1 && count <= mostPerPage ? count : null;
}

function cancelItem(ctx: PaypalContext, c: Context): Response {
  const item = ctx.state.items[c.req.param("id") ?? ""];
  if (item === undefined) return refuse(c, "INVALID_RESOURCE_ID");
  const refusal = whyNotCancelled(ctx, item);
  if (refusal !== null) return refuse(c, refusal);
  const at = ctx.now().toISOString();
  ctx.mutate((state) => {
    moveItem(state, item, { to: "RETURNED", at, error: item.error });
    tellItem(ctx, item, { at, isCancelled: true });
  });
  setImmediate(ctx.wake);
  return c.json(answerSingleItem(ctx, item));
}

function whyNotCancelled(
  ctx: PaypalContext,
  item: Item,
): "BATCH_NOT_COMPLETED" | "ITEM_ALREADY_CANCELLED" | "ITEM_INCORRECT_STATUS" | null {
  if (ctx.state.batches[item.batchId]?.completedAt === null) return "BATCH_NOT_COMPLETED";
  if (item.status === "RETURNED") return "ITEM_ALREADY_CANCELLED";
  return item.status === "UNCLAIMED" ? null : "ITEM_INCORRECT_STATUS";
}
