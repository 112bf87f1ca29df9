import type { DiscountDetails } from "#app/domain/codes/discount.ts";
import { discountWords } from "#app/gateways/shopify/discount-words.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { findDiscountByCode, readRedeemCodes, searchDiscounts } from "#app/gateways/shopify/discounts.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import {
  codesByKey,
  countCodes,
  listNamedCodes,
  type CodeCursor,
  type CodeFilter,
  type NamedCode,
} from "#app/store/codes.ts";
import {
  countDiscountRows,
  findDiscountRow,
  listBatches,
  listDiscountRows,
  type CountedDiscount,
  type DiscountCursor,
  type DiscountFilter,
} from "#app/store/discounts.ts";
import { affiliateNames } from "#app/store/names.ts";
import { cutPage, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import { askPlatform } from "./ask-platform.ts";
import { type BatchView, batchView } from "./batch-view.ts";
import { noSuchDiscount, type CodeShop } from "./code-parts.ts";

/** Above this, a list reports the number as a minimum, because counting further would scan the shop. */
const countedUpTo = 10_000;

type ListPage<Cursor> = {
  readonly page: number;
  readonly limit: number;
  readonly after?: Cursor | undefined;
};

/** Texts show amounts in the shop's currency. */
type CodeListShop = { readonly shopId: ShopId; readonly currency: string };

export type CodeView = Pick<NamedCode, "code" | "status" | "assignedAt" | "endsAt"> & {
  readonly affiliate: { readonly id: AffiliateId; readonly name: string };
  readonly discount: { readonly id: string; readonly title: string } | null;
  /** Null if the discount is not known. */
  readonly details: DiscountDetails | null;
  /** Details as text. Empty without them. */
  readonly gives: string;
};

/** One page of affiliates' codes, newest first, with the cursor of the next page. */
export async function readCodes(
  { shopId, currency }: CodeListShop,
  { page, limit, after, ...filter }: CodeFilter & ListPage<CodeCursor>,
): Promise<{ codes: CodeView[]; total: number; next: CodeCursor | null } | Refusal> {
  const offset = after ? 0 : (page - 1) * limit;
  return await readWithin(thisList, async (tx) => {
    const rows = await listNamedCodes(tx, shopId, { filter, limit: limit + 1, offset, after });
    const { shown, last } = cutPage(rows, limit);
    const codes = shown.map((row) => codeView(row, currency));
    return { codes, total: await countCodes(tx, shopId, filter, countedUpTo), next: last ?? null };
  });
}

/** Reads every match in one snapshot. */
export async function readAllCodes(
  { shopId, currency }: CodeListShop,
  filter: CodeFilter,
  take: Take<CodeView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: CodeCursor | undefined) => {
    const rows = await listNamedCodes(tx, shopId, { filter, limit: 250, offset: 0, after });
    const next = rows.length === 250 ? (rows.at(-1) ?? null) : null;
    return { rows: rows.map((row) => codeView(row, currency)), next };
  };
  return await readWholeWithin(thisList, read, take);
}

function codeView(row: NamedCode, currency: string): CodeView {
  const { affiliateId, affiliateName, discountId, discountTitle, ...code } = row;
  const details = row.details as DiscountDetails | null;
  return {
    ...code,
    affiliate: { id: affiliateId, name: affiliateName },
    discount: discountId && discountTitle !== null ? { id: discountId, title: discountTitle } : null,
    details,
    gives: details ? discountWords(details, currency) : "",
  };
}

export type DiscountView = Omit<CountedDiscount, "shopId" | "discountId" | "autoProgramId"> & {
  readonly id: string;
  /** Details as text. */
  readonly gives: string;
  /** The program whose new members get a code. Null for none. */
  readonly newcomersOf: string | null;
};

/** One page of discounts, newest first, with the cursor of the next page. */
export async function readDiscounts(
  { shopId, currency }: CodeListShop,
  { page, limit, after, ...filter }: DiscountFilter & ListPage<DiscountCursor>,
): Promise<{ discounts: DiscountView[]; total: number; next: DiscountCursor | null } | Refusal> {
  const offset = after ? 0 : (page - 1) * limit;
  return await readWithin(thisList, async (tx) => {
    const rows = await listDiscountRows(tx, shopId, { filter, limit: limit + 1, offset, after });
    const { shown, last } = cutPage(rows, limit);
    const discounts = shown.map((row) => discountView(row, currency));
    return { discounts, total: await countDiscountRows(tx, shopId, filter), next: last ?? null };
  });
}

/** One discount with its batches, newest first. */
export async function readDiscount(
  { shopId, currency }: CodeListShop,
  discountId: string,
): Promise<(DiscountView & { readonly batches: readonly BatchView[] }) | Refusal> {
  const row = await findDiscountRow(db(), shopId, discountId);
  if (!row) return noSuchDiscount;
  const [codes, batches] = await Promise.all([
    countCodes(db(), shopId, { discountId }, countedUpTo),
    listBatches(db(), shopId, discountId),
  ]);
  return { ...discountView({ ...row, codes }, currency), batches: batches.map(batchView) };
}

function discountView(row: CountedDiscount, currency: string): DiscountView {
  const { discountId: id, autoProgramId: newcomersOf, ...discount } = row;
  return { ...discount, id, newcomersOf, gives: discountWords(row.details, currency) };
}

export type StoreDiscount = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: "active" | "scheduled" | "expired";
  readonly codes: { code: string; affiliate: { id: string; name: string } | null }[];
};

/** Searches the store's discounts by code or title, with the affiliates who have their codes. */
export async function searchStore(
  { shopId, domain }: CodeShop,
  text: string,
): Promise<StoreDiscount[] | Refusal> {
  const asked = await askPlatform(async () => {
    const exact = text === "" ? null : await findDiscountByCode(domain, text);
    const titled = await searchDiscounts(domain, text);
    if (!exact || titled.some((one) => one.discountId === exact.discountId)) return titled;
    const codes = ((await readRedeemCodes(domain, exact.discountId)) ?? []).map((one) => one.code);
    const own = codes.filter((code) => code.toLowerCase() === text.toLowerCase());
    const { discountId, title, status } = exact;
    return [{ discountId, title, status, summary: "", codes: own }, ...titled];
  });
  if ("refused" in asked) return asked;
  const keys = asked.answer.flatMap((one) => one.codes.map((code) => code.toLowerCase()));
  const owned = new Map((await codesByKey(db(), shopId, keys)).map((row) => [row.codeKey, row.affiliateId]));
  const names = await affiliateNames(db(), shopId, [...owned.values()]);
  const ownerOf = (code: string) => {
    const id = owned.get(code.toLowerCase());
    return id ? { id, name: names.get(id) ?? "" } : null;
  };
  return asked.answer.map(({ discountId, codes, ...told }) => ({
    id: discountId,
    ...told,
    codes: codes.map((code) => ({ code, affiliate: ownerOf(code) })),
  }));
}
