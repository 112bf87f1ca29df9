import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { discountWords } from "#app/domain/codes/discount.ts";
import { findDiscountByCode, readDiscount, taggedDiscounts } from "#app/gateways/shopify/discounts.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { codesByKey, codesInDoubt, noteCodes } from "#app/store/codes.ts";
import {
  findDiscountRow,
  keepDiscount,
  listDiscountIds,
  noteDiscount,
  shopsWithCodes,
} from "#app/store/discounts.ts";
import { findShop } from "#app/store/shops.ts";
import { askPlatform } from "./ask-platform.ts";
import { noSuchDiscount, discountTag, type Shop } from "./code-parts.ts";
import { compareDiscount } from "./compare-discount.ts";

type Checked = Shop & { readonly currency: string };

/** Compares the codes of every shop with its store's: what a webhook told, and what none did. */
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

/** The same for one shop. @throws PlatformError when its store cannot be asked. */
export async function checkCodesOf(shop: Checked, now: Date): Promise<void> {
  await checkDoubtful(shop, now);
  for (const discountId of await listDiscountIds(db(), shop.shopId)) {
    await compareDiscount(shop, discountId, now);
  }
  await findOrphans(shop, now);
}

/** A person asks: what was told of the discount is over, and what is found now is told anew. */
export async function checkDiscount(shop: Checked, discountId: string, now: Date): Promise<Refusal | null> {
  if (!(await findDiscountRow(db(), shop.shopId, discountId))) return noSuchDiscount;
  const asked = await askPlatform(async () => {
    await compareDiscount(shop, discountId, now);
    await noteDiscount(db(), shop.shopId, discountId, { notice: null });
    await compareDiscount(shop, discountId, now);
  });
  return "refused" in asked ? asked : null;
}

/** The store's admin edited a discount, deleted it, or made one (`discounts/*`). */
export async function followDiscount(shopId: ShopId, discountId: string, now: Date): Promise<string> {
  const shop = await findShop(db(), shopId);
  if (!shop) return "Of no shop that is here.";
  const known = await findDiscountRow(db(), shopId, discountId);
  if (known) {
    await compareDiscount(shop, discountId, now);
    return "Compared with the books.";
  }
  await checkDoubtful(shop, now);
  return "Not a discount of affiliates' codes.";
}

/** A code came to a discount or left it: only codes of affiliates are looked at, so that a batch costs little. */
export async function followCode(
  shopId: ShopId,
  { discountId, code }: { discountId: string; code: string },
  now: Date,
): Promise<string> {
  const [row] = await codesByKey(db(), shopId, [code.toLowerCase()]);
  if (!row) return "Not an affiliate's code.";
  const shop = await findShop(db(), shopId);
  if (!shop) return "Of no shop that is here.";
  if (row.discountId === null) await checkDoubtful(shop, now);
  await compareDiscount(shop, row.discountId ?? discountId, now);
  return "Compared with the books.";
}

const mostDoubtful = 200;

/** Looks for codes that were missing, or of which the discount was never asked for. */
async function checkDoubtful(shop: Checked, now: Date): Promise<void> {
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

/** Discounts that this app made and never wrote down: it died in between. */
async function findOrphans(shop: Checked, now: Date): Promise<void> {
  for (const { discountId } of await taggedDiscounts(shop.domain, discountTag)) {
    if (await findDiscountRow(db(), shop.shopId, discountId)) continue;
    const discount = await readDiscount(shop.domain, discountId);
    if (!discount) continue;
    await keepDiscount(db(), shop.shopId, discount, { now, notice: null });
    await compareDiscount(shop, discountId, now);
    log.warn("A discount was made and not written down", {
      shop: shop.shopId,
      discountId,
      gives: discountWords(discount.details, shop.currency),
    });
  }
}
