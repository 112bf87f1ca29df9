import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type Identity, identity } from "#app/domain/ledger/balance.ts";
import { readLedgerEntry } from "#app/domain/ledger/read-entry.ts";
import type { Money } from "#app/domain/money.ts";
import { type Month, monthAfter } from "#app/domain/day-spans.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn, dayStart, monthStart } from "#app/platform/clock.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listAccountHolders, sumAccounts, sumLedgerEntries } from "#app/store/ledger-book.ts";
import { affiliateNames } from "#app/store/names.ts";
import { readWithin } from "#app/store/read-within.ts";

/** An affiliate's accounts: the stored balance, and the sum of its ledger entries. */
type HolderComparison = {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly shown: Money;
    readonly summed: Money;
    readonly agrees: boolean;
  }[];
};

const compared = { what: "balances" } as const;

/** One page of affiliates with their stored balances and the ledger's sums. */
export async function compareBalances(
  shopId: ShopId,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ holders: HolderComparison[]; total: number } | Refusal> {
  return await readWithin(compared, (tx) => compareWithin(tx, shopId, { limit, offset: (page - 1) * limit }));
}

async function compareWithin(tx: Db, shopId: ShopId, part: { limit: number; offset: number }) {
  const { affiliateIds, total } = await listAccountHolders(tx, shopId, part);
  const rows = await sumAccounts(tx, shopId, affiliateIds);
  const names = await affiliateNames(tx, shopId, affiliateIds);
  const byHolder = Map.groupBy(rows, (row) => row.affiliate);
  const holders = affiliateIds.map((id) => ({
    id,
    name: names.get(id) ?? id,
    accounts: (byHolder.get(id) ?? []).map(({ account, currency, kept, summed }) => ({
      account,
      shown: { minor: BigInt(kept), currency },
      summed: { minor: BigInt(summed), currency },
      agrees: BigInt(kept) === BigInt(summed),
    })),
  }));
  return { holders, total };
}

/** M15 for one affiliate, once per currency. */
export type AffiliateIdentities = {
  readonly affiliate: { readonly id: string; readonly name: string };
  readonly identities: readonly (Identity & { readonly currency: string })[];
};

/** The current month in the shop's time zone. */
export function currentMonth({ timeZone }: Pick<ShopWith<"timeZone">, "timeZone">, now: Date): Month {
  return dayIn(timeZone, now).slice(0, 7);
}

/** A span in the shop's calendar: a month, or the first and last day. */
export type IdentitySpan = { readonly month: Month } | { readonly first: string; readonly last: string };

/** The first instant of a span and the one after its last. */
export function instantsOf(
  { timeZone }: Pick<ShopWith<"timeZone">, "timeZone">,
  span: IdentitySpan,
): { since: Date; until: Date } {
  if ("month" in span) {
    const until = monthStart(timeZone, monthAfter(span.month, 1));
    return { since: monthStart(timeZone, span.month), until };
  }
  return { since: dayStart(timeZone, span.first), until: dayStart(timeZone, dayAfter(span.last, 1)) };
}

/** M15 for an affiliate and a span of the shop, by when ledger entries were recorded (M14). */
export async function readIdentity(
  shop: ShopWith<"timeZone">,
  asked: { readonly affiliateId: string } & IdentitySpan,
): Promise<AffiliateIdentities | Refusal> {
  const affiliateId = asked.affiliateId as AffiliateId;
  const names = await affiliateNames(db(), shop.shopId, [affiliateId]);
  const name = names.get(affiliateId);
  if (name === undefined) return refuse("not-found", { code: "not_found", what: "affiliate" }, "affiliate");
  const sums = await sumLedgerEntries(db(), shop.shopId, { affiliateId, ...instantsOf(shop, asked) });
  const identities = [...Map.groupBy(sums, (one) => one.currency)].map(([currency, own]) => {
    const before = own.filter((one) => !one.within).flatMap(readLedgerEntry);
    const within = own.filter((one) => one.within).flatMap(readLedgerEntry);
    return { currency, ...identity(before, within, affiliateId) };
  });
  return { affiliate: { id: affiliateId, name }, identities };
}
