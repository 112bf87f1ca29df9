import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import {
  fundingMinor,
  type NotPaidReason,
  notPaidReasons,
  type Pay,
  payOf,
  type PayRule,
} from "#app/domain/payouts/eligible.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { db, type Db } from "#app/platform/db.server.ts";
import { affiliateNames } from "#app/store/names.ts";
import { paypalFor } from "#app/store/paypal-accounts.ts";
import { candidateIds, type Candidates, type NamedPayee, readPayees } from "#app/store/payout-plan.ts";
import { payoutLimitOf, payoutSettingsOf } from "#app/store/payout-settings.ts";
import { readWholeWithin, type Take } from "#app/store/read-within.ts";

/** What a batch would do with one affiliate. */
export type Judged = { readonly payee: NamedPayee; readonly pay: Pay | NotPaidReason };

/** All of a batch in numbers. Minor units. */
export type PreviewTotals = {
  readonly count: number;
  readonly amountMinor: bigint;
  readonly withheldMinor: bigint;
  /** What the provider takes, as an estimate. */
  readonly feeMinor: bigint;
  /** What has to be at hand before it is sent. */
  readonly fundingMinor: bigint;
  /** Who is not paid, and what they have payable; the reasons that somebody has. */
  readonly notPaid: readonly {
    readonly reason: NotPaidReason;
    readonly count: number;
    readonly payableMinor: bigint;
  }[];
};

export type PreviewFilter = {
  /** `paid`, a reason, or all of them. */
  readonly show?: "paid" | "not_paid" | NotPaidReason | undefined;
  /** Part of a name or an e-mail address. */
  readonly search?: string | undefined;
};

export type Preview = {
  readonly totals: PreviewTotals;
  readonly rows: readonly Judged[];
  /** How many rows the filter leaves. */
  readonly total: number;
};

const atOnce = 1000;

const thisPreview = { what: "This preview takes", hint: "Try again, or choose the affiliates." };

/** The rule that the shop's settings make for a batch of this method and currency, as they are now. */
export async function payRuleOf(
  shopId: ShopId,
  { method, currency }: Pick<Candidates, "method" | "currency">,
  tx: Db = db(),
): Promise<PayRule> {
  const { feeBearer } = await payoutSettingsOf(tx, shopId);
  const { minimumMinor } = await payoutLimitOf(tx, shopId, currency);
  const isPaypalConnected = method === "paypal" && (await paypalFor(tx, shopId)) !== null;
  return { method, currency, minimumMinor, feeBearer, isPaypalConnected };
}

/** Everybody whom a batch would look at, some at a time, so that it costs no memory however many there are. */
export async function eachJudged(
  shopId: ShopId,
  { at, ...asked }: Candidates & { readonly at: Date },
  take: Take<Judged>,
): Promise<null | Refusal> {
  const read = async (tx: Db, after: AffiliateId | undefined) => {
    const rule = await payRuleOf(shopId, asked, tx);
    const ids = await candidateIds(tx, shopId, asked, { after: after ?? "", limit: atOnce });
    const payees = await readPayees(tx, shopId, asked, { ids, at });
    const next = ids.length === atOnce ? (ids.at(-1) ?? null) : null;
    return { rows: payees.map((payee) => ({ payee, pay: payOf(payee, rule) })), next };
  };
  return await readWholeWithin(thisPreview, read, take);
}

/** What a batch would come to, and one page of its rows: one pass over all, of one moment, which writes nothing. */
export async function previewBatch(
  shopId: ShopId,
  asked: Candidates,
  { page, limit, ...filter }: PreviewFilter & { readonly page: number; readonly limit: number },
  at: Date,
): Promise<Preview | Refusal> {
  const sums = openSums();
  const rows: Judged[] = [];
  const first = (page - 1) * limit;
  let total = 0;
  const take = (judged: readonly Judged[]): Promise<void> => {
    for (const one of judged) {
      sums.take(one);
      if (!isShown(one, filter)) continue;
      if (total >= first && rows.length < limit) rows.push(one);
      total += 1;
    }
    return Promise.resolve();
  };
  const refused = await eachJudged(shopId, { ...asked, at }, take);
  if (refused) return refused;
  return { totals: sums.totals(), rows, total };
}

/** Affiliates whom a person chose, with their names; an id that is nobody's is left out. */
export async function readChosen(shopId: ShopId, ids: readonly AffiliateId[]) {
  const names = await affiliateNames(db(), shopId, ids);
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** True where the filter of a list leaves the row. */
export function isShown({ payee, pay }: Judged, { show, search }: PreviewFilter): boolean {
  const isPaid = typeof pay !== "string";
  if (show === "paid" && !isPaid) return false;
  if (show === "not_paid" && isPaid) return false;
  if (show !== undefined && show !== "paid" && show !== "not_paid" && pay !== show) return false;
  if (!search) return true;
  const text = search.toLowerCase();
  return payee.name.toLowerCase().includes(text) || payee.email.toLowerCase().includes(text);
}

function openSums() {
  const paid = { count: 0, amountMinor: 0n, withheldMinor: 0n, feeMinor: 0n };
  const not = new Map<NotPaidReason, { count: number; payableMinor: bigint }>();
  return {
    take({ payee, pay }: Judged): void {
      if (typeof pay === "string") {
        const sum = not.get(pay) ?? { count: 0, payableMinor: 0n };
        not.set(pay, { count: sum.count + 1, payableMinor: sum.payableMinor + payee.payableMinor });
        return;
      }
      paid.count += 1;
      paid.amountMinor += pay.amountMinor;
      paid.withheldMinor += pay.withheldMinor;
      paid.feeMinor += pay.feeMinor;
    },
    totals(): PreviewTotals {
      const notPaid = notPaidReasons.flatMap((reason) => {
        const sum = not.get(reason);
        return sum ? [{ reason, ...sum }] : [];
      });
      return { ...paid, fundingMinor: fundingMinor(paid), notPaid };
    },
  };
}
