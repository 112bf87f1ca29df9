import type { Acting, Ctx } from "#app/domain/context.ts";
import { isIdOf, type PayoutBatchId, type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { refusalOfWord } from "#app/domain/payouts/batch.ts";
import { type Decided, type ItemState, refusalOfDecision } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findBatch } from "#app/store/payout-chunks.ts";
import { findItems, itemIdsIn, type PayoutItemRow } from "#app/store/payout-items.ts";
import { findShop } from "#app/store/shops.ts";
import { askAboutItems } from "./ask-before-return.ts";
import { endBatch } from "./claim-chunk.ts";
import { endHeld, holdItems, whyNotSent } from "./hold-items.ts";
import { moveItems } from "./move-items.ts";

/** A person's decision about payments that no provider reports, or for which several answers are possible. */
export type Decision = {
  readonly to: Decided;
  /** Transaction id of the bank or provider. */
  readonly reference: string;
  readonly note: string;
  /** When it was paid or came back. */
  readonly happenedAt: Date;
};

/** Payments per transaction. */
const atOnce = 200;

/**
 * Decides about all of the given payments, or about none if one can't be decided this way. PayPal is asked
 * before its payments return to the balance. Payments that PayPal has paid or may still pay are not returned.
 * Returns how many.
 */
export async function decideItems(
  ctx: Ctx,
  itemIds: readonly string[],
  decision: Decision,
): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const fault = faultOf(decision, ctx.now);
  if (fault) return fault;
  const ids = [...new Set(itemIds)];
  if (ids.length === 0 || ids.length > atOnce) return refuse("invalid", `Choose 1 to ${atOnce} payments`);
  if (!ids.every((id) => isIdOf("payoutItem", id))) return noSuchItem;
  const left = await askFirst(shopId, ids as PayoutItemId[], decision, ctx.now);
  if (isRefusal(left)) return left;
  const done = await inTransaction((tx) => decide(tx, shopId, { ids: left, decision, by: ctx }));
  if (isRefusal(done)) return done;
  for (const batchId of done) await endBatch(shopId, batchId, ctx.now);
  return ids.length;
}

/**
 * Asks PayPal and returns the payments that still need a decision. Those that PayPal reports as returned are
 * done.
 */
async function askFirst(
  shopId: ShopId,
  ids: readonly PayoutItemId[],
  { to }: Decision,
  now: Date,
): Promise<readonly PayoutItemId[] | Refusal> {
  if (to === "settled") return ids;
  const items = await findItems(db(), shopId, ids);
  const asked = items.filter((item) => item.method === "paypal" && isDecidable(item, to));
  if (asked.length === 0) return ids;
  const refusal = await askAboutItems(shopId, asked, now);
  if (refusal) return refusal;
  const told = await findItems(
    db(),
    shopId,
    asked.map((item) => item.itemId),
  );
  const ended = new Set(told.filter(isBack).map((item) => item.itemId));
  return ids.filter((id) => !ended.has(id));
}

const isBack = ({ status }: PayoutItemRow) => status === "returned" || status === "failed";

const isDecidable = (item: PayoutItemRow, to: Decided) => whyNot([item], to) === null;

/** Decides about all payments of a section that need a person's decision, page by page. Returns how many. */
export async function decideBatch(ctx: Ctx, id: string, decision: Decision): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const batch = await findBatch(db(), shopId, id);
  if (!batch) return refuse("not-found", "There is no such payout");
  const refusal = refusalOfWord(batch);
  if (refusal) return refusal;
  const { batchId } = batch;
  const statuses = waitingIn[batch.method];
  let count = 0;
  for (;;) {
    const ids = await itemIdsIn(db(), shopId, { batchId, statuses, limit: atOnce });
    if (ids.length === 0) return count > 0 ? count : nothingWaits;
    const done = await decideItems(ctx, ids, decision);
    if (isRefusal(done)) return done;
    count += done;
  }
}

/** States in which only a person can decide. */
const waitingIn: Readonly<Record<PayoutMethod, readonly ItemState[]>> = {
  paypal: ["person"],
  store_credit: ["person"],
  bank: ["sent", "person"],
  outside: ["planned", "person"],
};

const nothingWaits = refuse("conflict", "No payment of it waits for a person's word");
const noSuchItem = refuse("not-found", "There is no such payment");

function faultOf({ reference, note, happenedAt }: Decision, now: Date): Refusal | null {
  if (happenedAt > now) return refuse("invalid", "Choose a day that is not in the future", "date");
  if (reference.length > 200) return refuse("invalid", "At most 200 characters", "reference");
  return note.length > 1000 ? refuse("invalid", "At most 1,000 characters", "note") : null;
}

type Deciding = { readonly ids: readonly PayoutItemId[]; readonly decision: Decision; readonly by: Acting };

async function decide(
  tx: Tx,
  shopId: ShopId,
  { ids, decision, by }: Deciding,
): Promise<Refusal | PayoutBatchId[]> {
  const held = await holdItems(tx, shopId, ids);
  const { items } = held;
  if (items.length !== ids.length) return noSuchItem;
  const refusal =
    (await whyNotSent(tx, shopId, items)) ??
    whyNot(items, decision.to) ??
    (await whyTooEarly(tx, shopId, items, decision.happenedAt));
  if (refusal) return refusal;
  const { to, reference, note, happenedAt } = decision;
  const moves = items.map(({ itemId }) => ({
    itemId,
    move: { said: "person", to } as const,
    happenedAt,
    providerTransactionId: reference === "" ? undefined : reference,
    reason: note,
  }));
  await moveItems(tx, shopId, moves, by);
  await endHeld(tx, held, by.now);
  return [...new Set(items.map((one) => one.batchId))];
}

function whyNot(items: readonly PayoutItemRow[], to: Decided): Refusal | null {
  const refusals = items.map((item) => {
    return refusalOfDecision({ ...item, wasSettled: item.settledAt !== null }, to);
  });
  return refusals.find((one) => one !== null) ?? null;
}

/** Merchants import past orders and record payments made before they installed the app. */
const mostBeforeMs = 365 * 86_400_000;

/**
 * Refuses a day before the payment was planned. A manual payment may be older than its plan, because it can be
 * recorded afterwards. More than a year before the app was installed is taken for a typo.
 */
async function whyTooEarly(
  tx: Tx,
  shopId: ShopId,
  items: readonly PayoutItemRow[],
  happenedAt: Date,
): Promise<Refusal | null> {
  const shop = await findShop(tx, shopId);
  if (!shop) return noSuchItem;
  const dayOf = (at: Date) => dayIn(shop.timeZone, at);
  const longBefore = new Date(shop.createdAt.getTime() - mostBeforeMs);
  const since = (item: PayoutItemRow) => (item.method === "outside" ? longBefore : item.plannedAt);
  const early = items.find((item) => dayOf(happenedAt) < dayOf(since(item)));
  if (!early) return null;
  const why = early.method === "outside" ? "a year before the store had the app" : "it was planned then";
  return refuse("invalid", `Choose a day from ${dayOf(since(early))} on: ${why}`, "date");
}
