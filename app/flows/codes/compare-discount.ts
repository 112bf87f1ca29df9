import { changeWords, isSameDiscount } from "#app/domain/codes/discount.ts";
import type { PlatformDiscount } from "#app/gateways/shopify/discount-answer.ts";
import { findDiscountByCode, readDiscount, readRedeemCodes } from "#app/gateways/shopify/discounts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { codesByKey, codesOfDiscount, noteCodes, type AffiliateCode } from "#app/store/codes.ts";
import {
  findDiscountRow,
  keepDiscount,
  listBatches,
  noteDiscount,
  type DiscountRow,
} from "#app/store/discounts.ts";
import { discountTag, type Shop } from "./code-parts.ts";
import { finishRenames } from "./finish-renames.ts";

/** What the comparison found: the store's side, and where ours differs. */
type Compared = {
  readonly discount: PlatformDiscount;
  /** Codes that the store has of it, lower-cased. */
  readonly keys: ReadonlySet<string>;
  readonly owned: readonly AffiliateCode[];
  /** Codes that the store has in another discount by now. */
  readonly moved: ReadonlyMap<string, PlatformDiscount>;
  /** Codes that the store has and nobody here. */
  readonly strangers: readonly string[];
};

/**
 * Compares a discount of the books with the store's and writes down how it stands there: what was edited or deleted,
 * codes that are missing, codes that nobody here has. A renaming that was cut off is finished first. The platform is
 * asked before anything is written.
 * @throws PlatformError when it cannot be asked.
 */
export async function compareDiscount(
  shop: Shop & { readonly currency: string },
  discountId: string,
  now: Date,
): Promise<void> {
  const { shopId, domain } = shop;
  const discount = await readDiscount(domain, discountId);
  if (!discount) return await noteDeleted(shop, discountId, now);
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
  await inTransaction((tx) => writeDown(tx, shop, { discount, keys, owned, moved, strangers }, now));
}

async function writeDown(
  tx: Tx,
  { shopId, currency }: Shop & { readonly currency: string },
  compared: Compared,
  now: Date,
): Promise<void> {
  const { discount, keys, owned, moved } = compared;
  const known = await findDiscountRow(tx, shopId, discount.discountId);
  const isPaused = owned.some((one) => one.status === "paused") && discount.status === "expired";
  // What is paused is remembered with the end that it had before, so that it can go on.
  const details =
    isPaused && known ? { ...discount.details, endsAt: known.details.endsAt } : discount.details;
  const missing = owned.filter(
    (one) => one.status !== "paused" && !keys.has(one.codeKey) && !moved.has(one.codeKey),
  );
  const back = owned.filter((one) => one.status === "missing" && keys.has(one.codeKey));
  const notice = [editedNotice(known, discount, currency), ...noticesOf(compared, missing)]
    .filter((text) => text !== null)
    .join("\n");
  await keepDiscount(tx, shopId, { ...discount, details }, { now, notice: notice || null });
  await noteCodes(tx, shopId, keysOf(missing), { status: "missing", from: "active" });
  await noteCodes(tx, shopId, keysOf(back), { status: "active", from: "missing" });
  for (const [codeKey, other] of moved) {
    await keepDiscount(tx, shopId, other, { now, notice: null });
    await noteCodes(tx, shopId, [codeKey], { status: "active", discountId: other.discountId });
  }
}

const keysOf = (codes: readonly AffiliateCode[]) => codes.map((one) => one.codeKey);

async function noteDeleted({ shopId }: Shop, discountId: string, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const known = await findDiscountRow(tx, shopId, discountId);
    if (!known) return;
    const owned = await codesOfDiscount(tx, shopId, discountId);
    const notice = owned.length > 0 ? deletedNotice : known.notice;
    await noteDiscount(tx, shopId, discountId, { status: "deleted", checkedAt: now, notice });
    await noteCodes(tx, shopId, keysOf(owned), { status: "missing" });
  });
}

const deletedNotice =
  "Deleted in the store's admin: none of its codes works. Make a new discount, or take the codes back.";

/** A code that was moved by hand is found one by one; many at once were deleted. */
const mostLooked = 50;

async function findMoved(domain: string, lost: readonly AffiliateCode[]) {
  const moved = new Map<string, PlatformDiscount>();
  for (const { code, codeKey } of lost.slice(0, mostLooked)) {
    const found = await findDiscountByCode(domain, code);
    if (found) moved.set(codeKey, found);
  }
  return moved;
}

/** Of a discount that this app made: codes in the store that no affiliate has and no batch is making. */
async function codesOfNobody(
  { shopId }: Shop,
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

function noticesOf(
  { discount, keys, owned, strangers }: Compared,
  missing: readonly AffiliateCode[],
): (string | null)[] {
  const these = strangers.length === 1 ? "it" : "them";
  const running = owned.filter((one) => one.status === "paused" && keys.has(one.codeKey));
  return [
    line(
      missing.map((one) => one.code),
      (codes) => `The store does not have ${codes} any more.`,
    ),
    line(
      strangers,
      (codes) => `The store has ${codes}, which nobody here has: assign ${these} or delete ${these} there.`,
    ),
    line(
      discount.status === "active" ? running.map((one) => one.code) : [],
      (codes) => `${codes} is paused here and works in the store.`,
    ),
  ];
}

const editedStart = "Edited in the store's admin";

/** What was changed stays told until a person has the discount checked. */
function editedNotice(known: DiscountRow | null, fresh: PlatformDiscount, currency: string): string | null {
  if (!known) return null;
  if (!isSameDiscount(known.details, fresh.details)) {
    return `${editedStart}: ${changeWords(known.details, fresh.details, currency)}.`;
  }
  return known.notice?.split("\n").find((text) => text.startsWith(editedStart)) ?? null;
}

function line(codes: readonly string[], say: (codes: string) => string): string | null {
  if (codes.length === 0) return null;
  const more = codes.length > 5 ? ` and ${codes.length - 5} more` : "";
  return say(codes.slice(0, 5).join(", ") + more);
}
