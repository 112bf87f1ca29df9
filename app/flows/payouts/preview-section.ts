import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import {
  fundingMinor,
  isFixable,
  isMethodBlock,
  type MethodBlocks,
  methodOf,
  type NotPaidReason,
  notPaidReasons,
  type Pay,
  payoutPayOf,
  type PayoutRule,
} from "#app/domain/payouts/eligible.ts";
import { type PayoutMethod, payoutMethods } from "#app/domain/payouts/method.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { db, type Db } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import { paypalFor } from "#app/store/payout-details.ts";
import {
  candidateIds,
  type Candidates,
  type NamedPayee,
  payableCurrencies,
  readPayees,
} from "#app/store/payout-plan.ts";
import { payoutLimitOf, payoutSettingsOf } from "#app/store/payout-settings.ts";
import { readWholeWithin, type Take } from "#app/store/read-within.ts";
import type { Shop } from "#app/store/shops.ts";
import { checkSomeCustomers } from "./check-customers.ts";
import { methodBlocks } from "./method-blocks.ts";

/** An affiliate with what a payout would do with them in one currency. */
export type PayeeInSection = {
  readonly payee: NamedPayee;
  readonly currency: string;
  /** The method that pays them. Null if they have none. */
  readonly method: PayoutMethod | null;
  readonly pay: Pay | NotPaidReason;
};

/** Sections and totals of a payout in one currency. Minor units. */
export type PaySum = {
  readonly count: number;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  /** The provider's estimated fee. */
  readonly feeMinor: bigint;
  /** The money that must be available before the payout is sent. */
  readonly fundingMinor: bigint;
};

export type PreviewSection = PaySum & { readonly method: PayoutMethod };

/** All of a payout in one currency. Minor units. */
export type PreviewTotals = PaySum & {
  /** One for each method that pays an affiliate. */
  readonly sections: readonly PreviewSection[];
  /** Affiliates who are not paid and their available balance, by reason. */
  readonly notPaid: readonly {
    readonly reason: NotPaidReason;
    readonly count: number;
    readonly payableMinor: bigint;
  }[];
};

export type PreviewFilter = {
  /** `paid`, `payable` with those whose method is blocked, `not_paid` for all reasons, or one reason. */
  readonly show?: "paid" | "payable" | "not_paid" | NotPaidReason | undefined;
  /** Part of a name or an email address. */
  readonly search?: string | undefined;
};

type PreviewPage = PreviewFilter & { readonly page: number; readonly limit: number };

export type Preview = {
  readonly totals: PreviewTotals;
  readonly rows: readonly PayeeInSection[];
  /** Number of rows that match the filter. */
  readonly total: number;
};

/** The affiliates and amounts that a person chose to pay, in one or in all currencies. */
export type PayoutChoice = {
  /** Null pays each affiliate by their own method. */
  readonly method: PayoutMethod | null;
  /** Null pays all currencies with an available balance. */
  readonly currency: string | null;
  readonly cutoffAt: Date | null;
  readonly chosen: readonly AffiliateId[] | null;
  readonly programId: ProgramId | null;
  /** Replaces the shop's minimum in its currency; null keeps it. */
  readonly minimum: { readonly minor: bigint; readonly currency: string } | null;
};

export type PayoutPreview = {
  readonly currencies: readonly (PreviewTotals & { readonly currency: string })[];
  readonly rows: readonly PayeeInSection[];
  readonly total: number;
  /** The first affiliates who could be paid after somebody fixes something else than a method. */
  readonly fixable: readonly PayeeInSection[];
  /** Methods that the shop can't pay by, with the reason. */
  readonly blocked: MethodBlocks;
};

type PreviewSectionQuery = Candidates & { readonly blocked?: MethodBlocks };

const atOnce = 1000;

const thisPreview = { what: "preview" } as const;

/** The current rule for a payout in this currency, from the shop's settings. */
export async function payRuleOf<Method extends PayoutMethod | null>(
  shopId: ShopId,
  { method, currency, minimumMinor: own }: Pick<Candidates, "currency" | "minimumMinor"> & { method: Method },
  tx: Db = db(),
) {
  const { feeBearer } = await payoutSettingsOf(tx, shopId);
  const { minimumMinor } = await payoutLimitOf(tx, shopId, currency);
  const isByPaypal = method === null || method === "paypal";
  const isPaypalConnected = isByPaypal && (await paypalFor(tx, shopId)) !== null;
  return { method, currency, minimumMinor: own ?? minimumMinor, feeBearer, isPaypalConnected };
}

/**
 * Reads every affiliate that a payout would consider, page by page, so memory does not grow with their number.
 */
export async function eachPayeeInSection(
  shopId: ShopId,
  asked: PreviewSectionQuery & { readonly at: Date },
  take: Take<PayeeInSection>,
): Promise<null | Refusal> {
  const read = (tx: Db, after: AffiliateId | undefined) => listPayeesInSection(tx, shopId, asked, after);
  return await readWholeWithin(thisPreview, read, take);
}

/** Reads the next page of candidates after an affiliate, with the payment or the reason for each. */
export async function listPayeesInSection(
  tx: Db,
  shopId: ShopId,
  { at, blocked = {}, ...asked }: PreviewSectionQuery & { readonly at: Date },
  after: AffiliateId | undefined,
) {
  const rule = { ...(await payRuleOf(shopId, asked, tx)), blocked };
  const ids = await candidateIds(tx, shopId, asked, { after: after ?? "", limit: atOnce });
  const payees = await readPayees(tx, shopId, asked, { ids, at });
  const next = ids.length === atOnce ? (ids.at(-1) ?? null) : null;
  return { rows: payees.map((payee) => payeeInSection(payee, rule)), next };
}

function payeeInSection(payee: NamedPayee, rule: PayoutRule): PayeeInSection {
  return {
    payee,
    currency: rule.currency,
    method: methodOf(payee, rule),
    pay: payoutPayOf(payee, rule),
  };
}

/**
 * Previews a payout in one currency, with one page of its rows. Passes over all affiliates once and writes
 * nothing.
 */
export async function previewSection(
  shopId: ShopId,
  asked: PreviewSectionQuery,
  page: PreviewPage,
  at: Date,
): Promise<Preview | Refusal> {
  const sums = previewSums();
  const list = previewPage(page);
  const refused = await eachPayeeInSection(shopId, { ...asked, at }, (judged) => {
    for (const one of judged) sums.take(one);
    list.take(judged);
    return Promise.resolve();
  });
  if (refused) return refused;
  return { totals: sums.totals(), ...list.shown() };
}

type PayingShop = Pick<Shop, "shopId" | "domain" | "scopes" | "currency">;

/** Previews a payout in each currency, with one page of all its rows. It checks customer accounts first. */
export async function previewPayout(
  shop: PayingShop,
  choice: PayoutChoice,
  page: PreviewPage,
  at: Date,
): Promise<PayoutPreview | Refusal> {
  await checkSomeCustomers(shop, choice, at);
  const blocked = await methodBlocks(shop);
  const list = previewPage(page);
  const fixable: PayeeInSection[] = [];
  const sums = new Map([[choice.currency ?? shop.currency, previewSums()]]);
  const refused = await eachPayeeOfPayout(shop, choice, { at, blocked }, (judged) => {
    for (const one of judged) {
      const sum = sums.get(one.currency) ?? previewSums();
      sums.set(one.currency, sum);
      sum.take(one);
    }
    list.take(judged);
    fixable.push(...judged.filter(canBeFixed).slice(0, fixableShown - fixable.length));
    return Promise.resolve();
  });
  if (refused) return refused;
  const currencies = [...sums].map(([currency, sum]) => ({ currency, ...sum.totals() }));
  return { currencies, ...list.shown(), fixable, blocked };
}

const fixableShown = 25;
const canBeFixed = ({ pay }: PayeeInSection) =>
  typeof pay === "string" && !isMethodBlock(pay) && (isFixable(pay) || pay === "on_hold");

type PreviewPosition = {
  readonly currencies: readonly string[];
  readonly index: number;
  readonly after: AffiliateId | undefined;
};

/** Reads every affiliate that a payout would consider, currency by currency, in one snapshot. */
export async function eachPayeeOfPayout(
  shop: PayingShop,
  choice: PayoutChoice,
  { at, blocked: known }: { readonly at: Date; readonly blocked?: MethodBlocks },
  take: Take<PayeeInSection>,
): Promise<null | Refusal> {
  const blocked = known ?? (await methodBlocks(shop));
  const read = async (tx: Db, place: PreviewPosition | undefined) => {
    const currencies = place?.currencies ?? (await payoutCurrencies(tx, shop, choice));
    const index = place?.index ?? 0;
    const asked = { ...candidatesInCurrency(choice, currencies[index] ?? shop.currency), blocked, at };
    const { rows, next } = await listPayeesInSection(tx, shop.shopId, asked, place?.after);
    if (next !== null) return { rows, next: { currencies, index, after: next } };
    const hasMore = index + 1 < currencies.length;
    return { rows, next: hasMore ? { currencies, index: index + 1, after: undefined } : null };
  };
  return await readWholeWithin(thisPreview, read, take);
}

/** Currencies of a payout: the requested one, or all with a balance, the shop's own first. */
async function payoutCurrencies(
  tx: Db,
  { shopId, currency: own }: PayingShop,
  { currency }: PayoutChoice,
): Promise<string[]> {
  if (currency !== null) return [currency];
  const found = await payableCurrencies(tx, shopId);
  return [own, ...found.filter((one) => one !== own)];
}

/** The candidates of a payout in one currency. */
export function candidatesInCurrency(
  { method, cutoffAt, chosen, programId, minimum }: PayoutChoice,
  currency: string,
): Candidates {
  const minimumMinor = minimum?.currency === currency ? minimum.minor : null;
  return { method, currency, cutoffAt, chosen, programId, minimumMinor };
}

/** Affiliates whom a person chose, with their names. Unknown ids are skipped. */
export async function readChosenAffiliates(shopId: ShopId, ids: readonly AffiliateId[]) {
  const names = await affiliateNames(db(), shopId, ids);
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** True if the row matches the list's filter. */
export function matchesPreviewFilter(
  { payee, pay }: PayeeInSection,
  { show, search }: PreviewFilter,
): boolean {
  if (!isShown(pay, show)) return false;
  if (!search) return true;
  const text = search.toLowerCase();
  return payee.name.toLowerCase().includes(text) || payee.email.toLowerCase().includes(text);
}

function isShown(pay: Pay | NotPaidReason, show: PreviewFilter["show"]): boolean {
  const isPaid = typeof pay !== "string";
  if (show === undefined) return true;
  if (show === "paid") return isPaid;
  if (show === "payable") return isPaid || isMethodBlock(pay);
  return show === "not_paid" ? !isPaid : pay === show;
}

function previewPage({ page, limit, ...filter }: PreviewPage) {
  const rows: PayeeInSection[] = [];
  const first = (page - 1) * limit;
  let total = 0;
  return {
    take(judged: readonly PayeeInSection[]): void {
      for (const one of judged) {
        if (!matchesPreviewFilter(one, filter)) continue;
        if (total >= first && rows.length < limit) rows.push(one);
        total += 1;
      }
    },
    shown: () => ({ rows, total }),
  };
}

const nothing = { count: 0, amountMinor: 0n, withheldMinor: 0n, feeMinor: 0n };

function previewSums() {
  const paid = new Map<PayoutMethod, typeof nothing>();
  const not = new Map<NotPaidReason, { count: number; payableMinor: bigint }>();
  const notPaid = (reason: NotPaidReason, payableMinor: bigint) => {
    const sum = not.get(reason) ?? { count: 0, payableMinor: 0n };
    not.set(reason, { count: sum.count + 1, payableMinor: sum.payableMinor + payableMinor });
  };
  return {
    take({ payee, method, pay }: PayeeInSection): void {
      if (typeof pay === "string") return notPaid(pay, payee.payableMinor);
      if (method !== null) paid.set(method, addSums(paid.get(method) ?? nothing, { count: 1, ...pay }));
      return undefined;
    },
    totals(): PreviewTotals {
      const sections = payoutMethods.flatMap((method) => {
        const sum = paid.get(method);
        return sum ? [{ method, ...funded(sum) }] : [];
      });
      return {
        ...funded([...paid.values()].reduce(addSums, nothing)),
        sections,
        notPaid: notPaidReasons.flatMap((reason) => {
          const sum = not.get(reason);
          return sum ? [{ reason, ...sum }] : [];
        }),
      };
    },
  };
}

function addSums(a: typeof nothing, b: typeof nothing): typeof nothing {
  return {
    count: a.count + b.count,
    amountMinor: a.amountMinor + b.amountMinor,
    withheldMinor: a.withheldMinor + b.withheldMinor,
    feeMinor: a.feeMinor + b.feeMinor,
  };
}

const funded = (sum: typeof nothing) => ({ ...sum, fundingMinor: fundingMinor(sum) });
