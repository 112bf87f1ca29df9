import type { DiscountPart } from "#app/domain/codes/discount-part.ts";
import { changedParts, type DiscountValue } from "#app/domain/codes/discount.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { readReason, reasonAsText, type Refusal } from "#app/domain/refusal.ts";
import type { PlatformDiscount } from "#app/gateways/shopify/discount-answer.ts";
import {
  findDiscountByCode,
  readDiscount,
  readRedeemCodes,
  taggedDiscounts,
} from "#app/gateways/shopify/discounts.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type AffiliateCode,
  codesByKey,
  codesInDoubt,
  codesOfDiscount,
  noteCodes,
} from "#app/store/codes.ts";
import {
  type DiscountRow,
  findDiscountRow,
  keepDiscount,
  listBatches,
  listDiscountIds,
  noteDiscount,
  shopsWithCodes,
} from "#app/store/discounts.ts";
import { findShop } from "#app/store/shops.ts";
import { askPlatform } from "./ask-platform.ts";
import { discountTag, noSuchDiscount, type CodeShop } from "./code-parts.ts";
import { finishRenames } from "./finish-renames.ts";

type CheckedShop = CodeShop & { readonly currency: string };

/** Compares the codes of every shop with the store's. This also finds changes that no webhook reported. */
export async function checkAllCodes(now: Date): Promise<void> {
  for (const shop of await shopsWithCodes(db())) {
    try {
      await checkCodesOf(shop, now);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn("A shop's codes could not be checked", { shop: shop.shopId, ...describeError(error) });
    }
  }
}

/** Compares the codes of one shop. @throws PlatformError if the store can't be reached. */
export async function checkCodesOf(shop: CheckedShop, now: Date): Promise<void> {
  await checkDoubtful(shop, now);
  for (const discountId of await listDiscountIds(db(), shop.shopId)) {
    await compareDiscount(shop, discountId, now);
  }
  await findOrphans(shop, now);
}

/** Checks a discount on a person's request: clears its notice and compares it again. */
export async function checkDiscount(
  shop: CheckedShop,
  discountId: string,
  now: Date,
): Promise<Refusal | null> {
  if (!(await findDiscountRow(db(), shop.shopId, discountId))) return noSuchDiscount;
  const asked = await askPlatform(async () => {
    await compareDiscount(shop, discountId, now);
    await noteDiscount(db(), shop.shopId, discountId, { notice: null });
    await compareDiscount(shop, discountId, now);
  });
  return "refused" in asked ? asked : null;
}

/** Handles a discount that the store's admin edited, deleted or created (`discounts/*`). */
export async function followDiscount(shopId: ShopId, discountId: string, now: Date): Promise<string> {
  const shop = await findShop(db(), shopId);
  if (!shop) return "no-shop";
  const known = await findDiscountRow(db(), shopId, discountId);
  if (known) {
    await compareDiscount(shop, discountId, now);
    return "compared";
  }
  await checkDoubtful(shop, now);
  return "other-discount";
}

/**
 * Handles a code that was added to a discount or removed. It looks only at codes of affiliates, so a large
 * batch costs little.
 */
export async function followCode(
  shopId: ShopId,
  { discountId, code }: { discountId: string; code: string },
  now: Date,
): Promise<string> {
  const [row] = await codesByKey(db(), shopId, [code.toLowerCase()]);
  if (!row) return "other-code";
  const shop = await findShop(db(), shopId);
  if (!shop) return "no-shop";
  if (row.discountId === null) await checkDoubtful(shop, now);
  await compareDiscount(shop, row.discountId ?? discountId, now);
  return "compared";
}

const mostDoubtful = 200;

/** Looks up codes that were missing, or whose discount was never read. */
async function checkDoubtful(shop: CheckedShop, now: Date): Promise<void> {
  const { shopId } = shop;
  for (const row of await codesInDoubt(db(), shopId, mostDoubtful)) {
    const found = await findDiscountByCode(shop.domain, row.code);
    await inTransaction(async (tx) => {
      if (!found) return await noteCodes(tx, shopId, [row.codeKey], { status: "missing" });
      const known = await findDiscountRow(tx, shopId, found.discountId);
      if (!known || known.status === "deleted") {
        await keepDiscount(tx, shopId, found, { now, notice: null });
      }
      const status = row.status === "missing" ? "active" : row.status;
      await noteCodes(tx, shopId, [row.codeKey], { status, discountId: found.discountId });
    });
  }
}

/** Finds discounts that this app created but did not record, because the process died in between. */
async function findOrphans(shop: CheckedShop, now: Date): Promise<void> {
  for (const { discountId } of await taggedDiscounts(shop.domain, discountTag)) {
    if (await findDiscountRow(db(), shop.shopId, discountId)) continue;
    const discount = await readDiscount(shop.domain, discountId);
    if (!discount) continue;
    await keepDiscount(db(), shop.shopId, discount, { now, notice: null });
    await compareDiscount(shop, discountId, now);
    log.warn("A discount was made and not written down", {
      shop: shop.shopId,
      discountId,
    });
  }
}

/** The result of a comparison: the store's side and the differences. */
type DiscountComparison = {
  readonly discount: PlatformDiscount;
  /** Codes of the discount in the store, in lower case. */
  readonly keys: ReadonlySet<string>;
  readonly owned: readonly AffiliateCode[];
  /** Codes that the store now has in another discount. */
  readonly moved: ReadonlyMap<string, PlatformDiscount>;
  /** Codes that the store has but no affiliate. */
  readonly strangers: readonly string[];
};

/**
 * Compares a recorded discount with the store's and records its state: edits, deletion, missing codes and codes
 * of no affiliate. It first finishes an interrupted rename. The store is asked before anything is written.
 * @throws PlatformError if the store can't be reached.
 */
async function compareDiscount(
  shop: CodeShop & { readonly currency: string },
  discountId: string,
  now: Date,
): Promise<void> {
  const { shopId, domain } = shop;
  const discount = await readDiscount(domain, discountId);
  if (!discount) return await markDiscountDeleted(shop, discountId, now);
  const found = (await readRedeemCodes(domain, discountId)) ?? [];
  await finishRenames(shop, { discountId, there: found }, now);
  const there = found.map((one) => one.code);
  const keys = new Set(there.map((code) => code.toLowerCase()));
  const owned = await codesOfDiscount(db(), shopId, discountId);
  const moved = await findMoved(
    domain,
    owned.filter((one) => one.status !== "paused" && !keys.has(one.codeKey)),
  );
  const strangers = await codesOfNobody(shop, discount, there);
  await inTransaction((tx) => saveComparison(tx, shop, { discount, keys, owned, moved, strangers }, now));
}

async function saveComparison(
  tx: Tx,
  { shopId, currency }: CodeShop & { readonly currency: string },
  compared: DiscountComparison,
  now: Date,
): Promise<void> {
  const { discount, keys, owned, moved } = compared;
  const known = await findDiscountRow(tx, shopId, discount.discountId);
  const isPaused = owned.some((one) => one.status === "paused") && discount.status === "expired";
  // A paused discount keeps the end date that it had before, so that it can be resumed.
  const details =
    isPaused && known ? { ...discount.details, endsAt: known.details.endsAt } : discount.details;
  const missing = owned.filter(
    (one) => one.status !== "paused" && !keys.has(one.codeKey) && !moved.has(one.codeKey),
  );
  const back = owned.filter((one) => one.status === "missing" && keys.has(one.codeKey));
  const notices = discountNotices(compared, missing).map(reasonAsText);
  const notice = [...editedNotices(known, discount, currency), ...notices].join("\n");
  await keepDiscount(tx, shopId, { ...discount, details }, { now, notice: notice || null });
  await noteCodes(tx, shopId, keysOf(missing), { status: "missing", from: "active" });
  await noteCodes(tx, shopId, keysOf(back), { status: "active", from: "missing" });
  for (const [codeKey, other] of moved) {
    await keepDiscount(tx, shopId, other, { now, notice: null });
    await noteCodes(tx, shopId, [codeKey], { status: "active", discountId: other.discountId });
  }
}

const keysOf = (codes: readonly AffiliateCode[]) => codes.map((one) => one.codeKey);

async function markDiscountDeleted({ shopId }: CodeShop, discountId: string, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const known = await findDiscountRow(tx, shopId, discountId);
    if (!known) return;
    const owned = await codesOfDiscount(tx, shopId, discountId);
    const notice = owned.length > 0 ? reasonAsText({ code: "discount_gone" }) : known.notice;
    await noteDiscount(tx, shopId, discountId, { status: "deleted", checkedAt: now, notice });
    await noteCodes(tx, shopId, keysOf(owned), { status: "missing" });
  });
}

/** Looks up moved codes one by one. More than this many at once were deleted. */
const mostLooked = 50;

async function findMoved(domain: string, lost: readonly AffiliateCode[]) {
  const moved = new Map<string, PlatformDiscount>();
  for (const { code, codeKey } of lost.slice(0, mostLooked)) {
    const found = await findDiscountByCode(domain, code);
    if (found) moved.set(codeKey, found);
  }
  return moved;
}

/**
 * Codes in the store that no affiliate has and no batch is creating. Only for discounts that this app created.
 */
async function codesOfNobody(
  { shopId }: CodeShop,
  { discountId, tags }: PlatformDiscount,
  there: readonly string[],
): Promise<string[]> {
  if (!tags.includes(discountTag)) return [];
  const keys = there.map((code) => code.toLowerCase());
  const owned = new Set(keysOf(await codesByKey(db(), shopId, keys)));
  const batches = await listBatches(db(), shopId, discountId);
  const making = new Set(
    batches
      .filter((one) => !one.finishedAt)
      .flatMap((one) => one.codes.map(({ code }) => code.toLowerCase())),
  );
  return there.filter((code) => !owned.has(code.toLowerCase()) && !making.has(code.toLowerCase()));
}

function discountNotices(
  { discount, keys, owned, strangers }: DiscountComparison,
  missing: readonly AffiliateCode[],
): Reason[] {
  const running = owned.filter((one) => one.status === "paused" && keys.has(one.codeKey));
  return [
    ...codesNotice("missing", codesIn(missing)),
    ...codesNotice("unassigned", strangers),
    ...codesNotice("running", discount.status === "active" ? codesIn(running) : []),
  ];
}

const codesIn = (codes: readonly AffiliateCode[]) => codes.map((one) => one.code);

/** Most codes that a notice names. */
const mostNamed = 5;

function codesNotice(what: "missing" | "unassigned" | "running", codes: readonly string[]): Reason[] {
  if (codes.length === 0) return [];
  const named = codes.slice(0, mostNamed);
  return [
    {
      code: "codes_differ",
      what,
      codes: named.join(", "),
      count: codes.length,
      more: codes.length - named.length,
    },
  ];
}

/** Start of a notice about an edit that was written before notices were codes. */
const writtenEdit = /^Edited /;

/** Notices about an edit, a text for each. They stay until a person checks the discount. */
function editedNotices(known: DiscountRow | null, fresh: PlatformDiscount, currency: string): string[] {
  if (!known) return [];
  const parts = changedParts(known.details, fresh.details);
  if (parts.length > 0) {
    return parts.map((part) => reasonAsText(editedNotice(part, fresh.details.value, currency)));
  }
  const lines = known.notice?.split("\n") ?? [];
  return lines.filter((line) => writtenEdit.test(line) || readReason(line)?.code === "discount_edited");
}

function editedNotice(part: DiscountPart, value: DiscountValue, currency: string): Reason {
  if (part !== "value") return { code: "discount_edited", what: part, value: "" };
  if (value.kind === "percentage") {
    return { code: "discount_edited", what: "percentage", value: value.percent };
  }
  if (value.kind !== "amount") return { code: "discount_edited", what: "value", value: "" };
  return { code: "discount_edited", what: "amount", value: `${value.amount} ${currency}` };
}
