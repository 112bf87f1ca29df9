import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { StatementRow } from "#app/domain/statements/row.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { findPaypalAccount } from "#app/gateways/paypal/account.server.ts";
import { type PaypalTransaction, readTransactions } from "#app/gateways/paypal/transactions.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { takeStatement } from "./take-statement.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };

/** True where PayPal can be asked for its report. */
export function isReportOffered(): boolean {
  return findPaypalAccount() !== null;
}

const mostDays = 92;
const daysAtOnce = 31;

/**
 * Takes in what PayPal's own report says of some days, the last one included. The account may pay for several stores:
 * only what this one sent is read.
 */
export async function takeReport(
  shop: Shop,
  { first, last }: { readonly first: string; readonly last: string },
  by: { readonly actor: Actor; readonly now: Date },
): Promise<ProviderStatement | Refusal> {
  if (last > dayIn(shop.timeZone, by.now)) return refuse("invalid", "Must not lie ahead", "last");
  if (dayAfter(first, mostDays) < last) return refuse("invalid", `Must be at most ${mostDays} days`, "last");
  const found = await readDays(shop, { first, last }, by.now);
  if (!Array.isArray(found)) return found;
  const rows = found
    .filter((one) => one.senderItemId.startsWith(`${shop.shopId}:`))
    .map((one, index) => rowOf(shop, one, index + 1));
  if (rows.length === 0) {
    return refuse("not-possible", "PayPal tells of no payout of this store on these days");
  }
  const contentHash = hashToken(JSON.stringify([first, last, rows.map(contentOf)]));
  async function* all() {
    yield* rows;
    await Promise.resolve();
  }
  const of = { provider: "paypal", source: "api", fileName: "" } as const;
  return takeStatement(shop, { ...of, contentHash, first, last, rows: all }, by);
}

async function readDays(
  { timeZone }: Shop,
  { first, last }: { readonly first: string; readonly last: string },
  now: Date,
): Promise<PaypalTransaction[] | Refusal> {
  const found: PaypalTransaction[] = [];
  for (let from = first; from <= last; from = dayAfter(from, daysAtOnce)) {
    const until = dayStart(
      timeZone,
      dayAfter(from, daysAtOnce) <= last ? dayAfter(from, daysAtOnce) : dayAfter(last, 1),
    );
    // The report counts its end in; the instant after the last day is the next one's.
    const end = new Date(Math.min(until.getTime() - 1, now.getTime()));
    const some = await readTransactions(dayStart(timeZone, from), end);
    if (!Array.isArray(some)) return refuse("unavailable", some.message);
    found.push(...some);
  }
  return found;
}

function rowOf({ timeZone }: Shop, one: PaypalTransaction, number: number): StatementRow {
  return {
    number,
    senderItemId: one.senderItemId,
    providerItemId: "",
    providerTransactionId: one.transactionId,
    amountMinor: one.amountMinor,
    feeMinor: one.feeMinor,
    currency: one.currency,
    day: dayIn(timeZone, one.at),
    at: one.at,
    providerStatus: one.code,
    outcome: one.outcome,
    receiver: one.receiver,
  };
}

function contentOf(row: StatementRow): string {
  const { providerTransactionId, outcome, amountMinor, feeMinor } = row;
  return [providerTransactionId, outcome, amountMinor, feeMinor ?? ""].join(" ");
}
