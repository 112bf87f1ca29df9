import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ReportProvider } from "#app/domain/statements/reading.ts";
import type { StatementRow } from "#app/domain/statements/statement-row.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { type PaypalTransaction, readTransactions } from "#app/gateways/paypal/transactions.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { creditPayouts } from "#app/store/credit-payouts.ts";
import { accountsToReport, type ReportedAccount } from "#app/store/payout-details.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { importStatement } from "./import-statement.ts";

/** Providers that can report their payments to the shop's affiliates. */
export async function reportsOffered({
  shopId,
  scopes,
}: Omit<ShopWith<"timeZone" | "scopes">, "timeZone">): Promise<ReportProvider[]> {
  const paypal = (await accountsToReport(db(), shopId)).length > 0 ? (["paypal"] as const) : [];
  return [...paypal, ...(mayGiveStoreCredit(scopes) ? (["store_credit"] as const) : [])];
}

const mostDays = 92;
/** PayPal reports at most 31 times 24 hours. When clocks go back, 31 calendar days are longer than that. */
const daysAtOnce = 30;

type ImportReportInput = { readonly provider: ReportProvider; readonly first: string; readonly last: string };

/** Imports a provider's own report for some days, the last one included. */
export async function importReport(
  ctx: Ctx<ShopWith<"timeZone" | "scopes">>,
  asked: ImportReportInput,
): Promise<ProviderStatement | Refusal> {
  const { shop } = ctx;
  const { provider, first, last } = asked;
  if (last > dayIn(shop.timeZone, ctx.now)) return refuse("invalid", { code: "in_future" }, "last");
  if (dayAfter(first, mostDays) < last) {
    return refuse("invalid", { code: "too_many_days", most: mostDays }, "last");
  }
  return provider === "paypal" ? await importPaypal(ctx, asked) : await importCredits(ctx, asked);
}

/**
 * Imports Shopify's bookings on customer accounts. There may be thousands, so a job reads each. Nothing is
 * recognized as a duplicate, because a person who asks again wants the current state.
 */
async function importCredits(
  ctx: Ctx<ShopWith<"timeZone" | "scopes">>,
  { first, last }: ImportReportInput,
): Promise<ProviderStatement | Refusal> {
  const { shop } = ctx;
  if (!mayGiveStoreCredit(shop.scopes)) {
    return refuse("not-possible", { code: "store_credit_scope" });
  }
  const [since, until] = [dayStart(shop.timeZone, first), dayStart(shop.timeZone, dayAfter(last, 1))];
  const some = await creditPayouts(db(), shop.shopId, { since, until, after: "", limit: 1 });
  if (some.length === 0) {
    return refuse("not-possible", { code: "no_store_credit_paid" });
  }
  const contentHash = hashToken(["store_credit", first, last, ctx.now.toISOString()].join(" "));
  const of = { provider: "store_credit", source: "api", fileName: "" } as const;
  return importStatement(ctx, { ...of, contentHash, first, last, rows: null });
}

/** A PayPal account may pay for several stores, so only this store's payments are read. */
async function importPaypal(
  ctx: Ctx<ShopWith<"timeZone" | "scopes">>,
  { first, last }: ImportReportInput,
): Promise<ProviderStatement | Refusal> {
  const { shop } = ctx;
  const found = await readAccounts(shop, { first, last }, ctx.now);
  if ("refused" in found) return found;
  const { transactions, knownUntil } = found;
  if (knownUntil <= dayStart(shop.timeZone, first)) {
    return refuse("not-possible", { code: "paypal_known_until", until: { at: knownUntil.toISOString() } });
  }
  const rows = transactions
    .filter((one) => one.senderItemId.startsWith(`${shop.shopId}:`))
    .map((one, index) => paypalRow(shop, one, index + 1));
  if (rows.length === 0) {
    return refuse("not-possible", { code: "no_paypal_paid" });
  }
  // The hash includes the known hour: an hour later, the same payments prove that others are missing by then.
  const isWhole = knownUntil >= dayStart(shop.timeZone, dayAfter(last, 1));
  const upTo = isWhole ? last : knownUntil.toISOString().slice(0, 13);
  const contentHash = hashToken(JSON.stringify([first, upTo, rows.map(rowContent)]));
  async function* all() {
    yield* rows;
    await Promise.resolve();
  }
  const of = { provider: "paypal", source: "api", fileName: "" } as const;
  return importStatement(ctx, { ...of, contentHash, first, last, knownUntil, rows: all });
}

type KnownTransactions = { readonly transactions: PaypalTransaction[]; readonly knownUntil: Date };

type ReportDays = { readonly first: string; readonly last: string };

/**
 * Reads the reports of all accounts that paid for the shop. Skips a replaced account whose access was revoked
 * at PayPal.
 */
async function readAccounts(
  shop: ShopWith<"timeZone" | "scopes">,
  days: ReportDays,
  now: Date,
): Promise<KnownTransactions | Refusal> {
  const accounts = await accountsToReport(db(), shop.shopId);
  if (accounts.length === 0) return refuse("not-possible", { code: "paypal_not_connected" });
  const transactions: PaypalTransaction[] = [];
  let knownUntil = now;
  for (const one of accounts) {
    const known = await readDays(shop, one, { ...days, now });
    if (known === "revoked") continue;
    if ("refused" in known) return known;
    transactions.push(...known.transactions);
    if (known.knownUntil < knownUntil) ({ knownUntil } = known);
  }
  return { transactions, knownUntil };
}

/**
 * PayPal's transactions of some days, and the instant up to which it knows them: now at most, mostly some hours
 * earlier.
 */
async function readDays(
  { timeZone }: ShopWith<"timeZone" | "scopes">,
  { account, isCurrent }: ReportedAccount,
  { first, last, now }: ReportDays & { readonly now: Date },
): Promise<KnownTransactions | Refusal | "revoked"> {
  const transactions: PaypalTransaction[] = [];
  let knownUntil = now;
  for (let from = first; from <= last; from = dayAfter(from, daysAtOnce)) {
    const since = dayStart(timeZone, from);
    // PayPal refuses days that it knows nothing about yet.
    if (from > first && since >= knownUntil) break;
    const next = dayAfter(from, daysAtOnce);
    const until = dayStart(timeZone, next <= last ? next : dayAfter(last, 1));
    // The report includes its end, so it must end just before the next day begins.
    const end = new Date(Math.min(until.getTime() - 1, now.getTime()));
    const some = await readTransactions(account, { since, until: end });
    if ("kind" in some) {
      const isRevoked =
        !isCurrent && some.kind === "refused" && some.code === "no-token" && some.mends === "by-person";
      return isRevoked ? "revoked" : refuse("unavailable", { code: "paypal_says", message: some.message });
    }
    transactions.push(...some.transactions);
    if (some.knownUntil !== null && some.knownUntil < knownUntil) knownUntil = some.knownUntil;
  }
  return { transactions, knownUntil };
}

function paypalRow(
  { timeZone }: ShopWith<"timeZone" | "scopes">,
  one: PaypalTransaction,
  number: number,
): StatementRow {
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
    providerStatus: one.otherFee === "" ? one.code : `${one.code}, fee ${one.otherFee}`,
    outcome: one.outcome,
    receiver: one.receiver,
  };
}

function rowContent(row: StatementRow): string {
  const { providerTransactionId, outcome, amountMinor, feeMinor } = row;
  return [providerTransactionId, outcome, amountMinor, feeMinor ?? ""].join(" ");
}
