import type { ShopWith } from "#app/domain/context.ts";
import { isAccountName, isOwedAccount, entryCodes } from "#app/domain/ledger/entries.ts";
import { type Identity, identityOf, type Movement } from "#app/domain/ledger/balance.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { readWithin } from "#app/store/read-within.ts";
import { type ShopSum, sumKeptOwed, sumShopEntries } from "#app/store/ledger-book.ts";
import { instantsOf, type IdentitySpan } from "./read-balances.ts";

const takes = { what: "shop_identity" } as const;

/**
 * The identity (M15) of a whole shop over a span, per currency, by the time that ledger entries were recorded
 * (M14). The closing balance comes from the stored balances less later entries; the movements come from the
 * codes. So neither a wrong posting nor a wrong balance can hide. Refuses when it takes too long: an old span
 * subtracts everything since.
 */
export async function readShopIdentity(
  shop: ShopWith<"timeZone">,
  span: IdentitySpan,
  limitMs?: number,
): Promise<(Identity & { readonly currency: string })[] | Refusal> {
  return await readWithin({ ...takes, limitMs }, async (tx) => {
    const kept = await sumKeptOwed(tx, shop.shopId);
    const sums = await sumShopEntries(tx, shop.shopId, instantsOf(shop, span));
    const byCurrency = Map.groupBy(sums, (one) => one.currency);
    const currencies = [...new Set([...kept.keys(), ...byCurrency.keys()])].toSorted();
    return currencies
      .map((currency) => ({
        currency,
        ...identityIn(kept.get(currency) ?? 0n, byCurrency.get(currency) ?? []),
      }))
      .filter(hasMovement);
  });
}

function identityIn(keptMinor: bigint, sums: readonly ShopSum[]): Identity {
  const [within, after] = [sums.filter((one) => one.within), sums.filter((one) => !one.within)];
  const closingMinor = keptMinor - movedOn(after);
  const openingMinor = closingMinor - movedOn(within);
  return identityOf({ openingMinor, closingMinor }, within.flatMap(movementsOfSum));
}

/** The net change of accounts owed to affiliates, independent of the entries' codes. Minor units. */
function movedOn(sums: readonly ShopSum[]): bigint {
  return sums.reduce((total, { debit, credit, amountMinor }) => {
    const sides = (isOwedAccount(credit) ? 1n : 0n) - (isOwedAccount(debit) ? 1n : 0n);
    return total + sides * amountMinor;
  }, 0n);
}

/** Empty for an entry that no rule can read. It then shows as a difference. */
function movementsOfSum({ code, debit, credit, amountMinor }: ShopSum): Movement[] {
  const known = entryCodes.find((one) => one === code);
  if (known === undefined || !isAccountName(debit) || !isAccountName(credit)) return [];
  return [{ code: known, debit: { name: debit }, credit: { name: credit }, amountMinor }];
}

/** False for a currency with no balance before and no movement. Such a currency is not shown. */
function hasMovement({ openingMinor, closingMinor, movements }: Identity): boolean {
  return openingMinor !== 0n || closingMinor !== 0n || Object.keys(movements).length > 0;
}
