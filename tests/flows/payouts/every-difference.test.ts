import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentState } from "#app/domain/payouts/payment.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Match, matches, type Step } from "#app/domain/statements/match.ts";
import { type FileProvider, methodOf, statementProviders } from "#app/domain/statements/reading.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { takeReport } from "#app/flows/payouts/read-report.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { importStatement } from "../../support/import-statement.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db } from "#app/platform/db.server.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { findShop } from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection, type PaidPayment } from "../../support/paid-shop.ts";
import { tester } from "../../support/planned-payouts.ts";
import { bookCredits } from "./book-credits.ts";
import { type CreditWorld, startCreditWorld } from "./credit-world.ts";
import { offerThere } from "./offered-there.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

/** Where a statement comes from: each provider as it is read, and PayPal's own report. */
type Source = (typeof statementProviders)[number] | "report";
const sources: readonly Source[] = [...statementProviders, "report"];

/** PayPal's line about a payment of 10.00. Null: no line. */
type Told = {
  readonly of: "paid" | "back" | "unclaimed" | "pending" | "gone";
  readonly amount?: string;
  readonly fee?: string;
} | null;
type Case = {
  /** How the payout stands here; null for one that this store never made. */
  readonly state: Exclude<PaymentState, "planned" | "sending"> | null;
  readonly told: Told;
  /** The first of what can be done, and so what is meant; null where nothing differs. */
  readonly step: Step | null;
};
/** A case, or why this source never tells of it. */
type Row = Readonly<Record<Source, Case | string>>;

const inAll = (one: Case): Row => ({ paypal: one, wise: one, bank: one, report: one, store_credit: one });
const noStatus = "A bank books what was paid and what came back; it has no word for a payment that waits.";
const hasAccounts = "Only store credit is told by accounts of customers, who can be gone.";
const tellsItself = "Only a bank works off what it was handed without a word of it.";
const hasFields = "A report has fields with a meaning of their own; only a file has to be understood.";
const atOnce = "The platform gives store credit at once, or not at all.";

/** A kind of difference or a source that has no place here is an error of the compiler. */
const table: Readonly<Record<Match, Row>> = {
  matched: {
    ...inAll({ state: "paid", told: { of: "paid" }, step: null }),
    // PayPal's report tells of a fee for each payment that stays.
    report: { state: "returned", told: { of: "back" }, step: null },
  },
  paid: inAll({ state: "checking", told: { of: "paid" }, step: "settle" }),
  returned: inAll({ state: "paid", told: { of: "back" }, step: "return" }),
  unclaimed: {
    ...inAll({ state: "unclaimed", told: { of: "unclaimed" }, step: "take-back" }),
    wise: "Wise pays into accounts: nobody has to claim anything.",
    bank: noStatus,
    store_credit: atOnce,
  },
  pending: {
    // It is no difference yet: a later statement tells.
    ...inAll({ state: "checking", told: { of: "pending" }, step: "noted" }),
    bank: noStatus,
    report: "The report has what was booked: payments that PayPal still works on are in none of it.",
    store_credit: atOnce,
  },
  amount: inAll({ state: "paid", told: { of: "paid", amount: "9.40" }, step: "adjust" }),
  fee: {
    ...inAll({ state: "paid", told: { of: "paid", fee: "0.30" }, step: "fee" }),
    bank: "A bank's list of bookings tells no fee of a single payment.",
    store_credit: "Store credit has no fee.",
  },
  missing: inAll({ state: "paid", told: null, step: "return" }),
  awaited: {
    ...inAll({ state: "sent", told: null, step: "noted" }),
    paypal: tellsItself,
    report: tellsItself,
    store_credit: tellsItself,
  },
  unreadable: {
    paypal: hasAccounts,
    wise: hasAccounts,
    bank: hasAccounts,
    report: hasAccounts,
    store_credit: { state: "checking", told: { of: "gone" }, step: "settle" },
  },
  unexpected: inAll({ state: null, told: { of: "paid" }, step: "record" }),
  unclear: {
    ...inAll({ state: "checking", told: { of: "paid", amount: "n/a" }, step: "choose" }),
    report: hasFields,
    store_credit: hasFields,
  },
};

type Given = { readonly senderId: string; readonly told: NonNullable<Told> };

const heads = {
  paypal: "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number",
  wise: "ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note",
  bank: "Booking date,Type,Currency,Amount,Bank reference,Reference",
};
const words = {
  paypal: { paid: "Completed", back: "Completed", unclaimed: "Unclaimed", pending: "Pending", gone: "" },
  wise: { paid: "COMPLETED", back: "REFUNDED", unclaimed: "", pending: "PROCESSING", gone: "" },
};

function lineOf(provider: keyof typeof heads, { senderId, told }: Given, at: number): string {
  const { of, amount = "10.00", fee = "0.00" } = told;
  const [day, id] = ["2026-03-05", `TXN${at}`];
  if (provider === "bank") {
    const [type, sign] = of === "back" ? ["Credit", ""] : ["Debit", "-"];
    return [day, type, "USD", `${sign}${amount}`, id, `Commission ${senderId}`].join(",");
  }
  if (provider === "wise") {
    const done = of === "pending" ? "" : `${day} 14:23:11`;
    const paid = ["Shop", amount, "USD", "Ann", amount, "USD", "1"];
    const when = ["OUT", `${day} 14:20:05`, done, fee, "USD", "", ""];
    return [id, words.wise[of], ...when, ...paid, senderId, "Batch", "Ada", "General", ""].join(",");
  }
  const [type, gross] = of === "back" ? ["Mass Pay Reversal", amount] : ["Mass Payment", `-${amount}`];
  const shownFee = fee === "0.00" ? fee : `-${fee}`;
  return [day, type, words[provider][of], "USD", gross, shownFee, id, senderId].join(",");
}

let world: PaypalWorld;
let credits: CreditWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
  credits = await startCreditWorld(matches.length);
});
afterAll(() => Promise.all([world.close(), credits.close()]));

type Merchant = Omit<Awaited<ReturnType<typeof makeMerchant>>, "token">;
const now = new Date("2026-03-20T10:00:00Z");

async function takeFileOf(merchant: Merchant, provider: FileProvider, given: readonly Given[]) {
  const text = [heads[provider], ...given.map((one, at) => lineOf(provider, one, at))].join("\r\n");
  return await importStatement(
    merchant,
    { bytes: Buffer.from(text), said: { provider, fileName: "march.csv" } },
    now,
  );
}

/** Has PayPal's stand-in pay, and asks it for its report. */
async function takeReportOf(
  merchant: Merchant,
  given: readonly Given[],
): Promise<ProviderStatement | Refusal> {
  const tags = { paid: "", back: "+returned", unclaimed: "+unclaimed", pending: "", gone: "" };
  const first = world.paypal.ctx.now();
  const payments = given.map(({ senderId, told }, at) => ({
    recipient_type: "EMAIL",
    amount: { value: told.amount ?? "10.00", currency: "USD" },
    receiver: `r${at}${tags[told.of]}@example.com`,
    sender_item_id: senderId,
  }));
  const header = { sender_batch_id: merchant.shopId, email_subject: "Paid" };
  expect(
    await createPayout(world.account, JSON.stringify({ sender_batch_header: header, items: payments })),
  ).toMatchObject({
    kind: "accepted",
  });
  world.paypal.advance(2 * 86_400_000);
  const at = world.paypal.ctx.now();
  // Moves the payments into the days of the report.
  await db().execute(sql`update payout_payments set settled_at = ${first.toISOString()}::timestamptz
    where shop_id = ${merchant.shopId} and settled_at is not null`);
  const [from, to] = [first, at].map((one) => one.toISOString().slice(0, 10));
  const days = { provider: "paypal", first: from ?? "", last: to ?? "" } as const;
  return await takeReport({ shop: merchant.shop, actor: merchant.actor, now: at }, days);
}

/** A store on the local platform that lets the app look at store credit. */
async function creditMerchant(): Promise<Merchant> {
  const { shop: seller } = credits;
  const shop = await findShop(db(), seller.shopId);
  if (!shop) throw new Error("The shop is gone.");
  return { ...seller, shop, actor: tester };
}

async function take(
  merchant: Merchant,
  source: Source,
  { given, payments }: { readonly given: readonly Given[]; readonly payments: readonly PaidPayment[] },
): Promise<ProviderStatement | Refusal> {
  if (source === "report") return await takeReportOf(merchant, given);
  if (source !== "store_credit") return await takeFileOf(merchant, source, given);
  await bookCredits(credits, payments, given);
  const days = { provider: "store_credit", first: "2026-03-01", last: "2026-03-10" } as const;
  return await takeReport({ shop: merchant.shop, actor: merchant.actor, now }, days);
}

const transfers = async (shopId: string): Promise<number> => {
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::int as count from ledger_entries where shop_id = ${shopId}`,
  );
  return rows[0]?.count ?? 0;
};

/** Long before the statement, so that a bank has to have paid it. */
const handOverEarlier = (shopId: string, payment: PaidPayment | undefined) =>
  db().execute(sql`update payout_payments set sent_at = '2026-02-20T00:00:00Z'
    where shop_id = ${shopId} and payment_id = ${payment?.paymentId}`);

type Found = { readonly match: Match; readonly one: Case };
const casesOf = (source: Source): Found[] =>
  matches.flatMap((match) => {
    const one = table[match][source];
    return typeof one === "string" ? [] : [{ match, one }];
  });

async function linesOf(shopId: Merchant["shopId"], statementId: string) {
  const { statement } = accepted(await readProviderStatement(shopId, statementId));
  return accepted(await readLines(statement, {}, { page: 1, limit: 250 })).lines;
}

type Checked = { statementId: string; paymentId: string; found: Found; affiliate: string | undefined };

/** The line of one case is what it is to be; its step is done, posts something, and leaves nothing to do. */
async function check(
  { shopId, actor }: Merchant,
  { statementId, paymentId, found: { match, one }, affiliate }: Checked,
): Promise<void> {
  // An account's booking that is no payout names none.
  const own = (await linesOf(shopId, statementId)).filter(
    ({ line }) => line.senderItemId.endsWith(paymentId) || (one.state === null && line.senderItemId === ""),
  );
  const line = own.find(({ line: each }) => each.match === match);
  expect([match, own.map((each) => each.line.match)]).toEqual([match, expect.arrayContaining([match])]);
  expect([match, line?.steps[0] ?? null]).toEqual([match, one.step]);
  if (one.step === null) return;
  const before = await transfers(shopId);
  const of = one.step === "record" ? affiliate : undefined;
  const payment = line?.payment?.paymentId;
  const asked = { numbers: [line?.line.number ?? 0], step: one.step, note: "Seen", affiliate: of, payment };
  expect([match, await resolveLines({ shop: { shopId }, actor, now }, statementId, asked)]).toEqual([
    match,
    1,
  ]);
  const movesMoney = one.step !== "noted" && one.step !== "choose";
  expect([match, (await transfers(shopId)) > before]).toEqual([match, movesMoney]);
  const again = (await linesOf(shopId, statementId)).find((each) => each.line.number === line?.line.number);
  expect([match, again?.steps]).toEqual([match, []]);
}

describe.each(sources)("a statement of %s", (source) => {
  it("shows each kind of difference that it can have, and its step ends in a posting", async () => {
    const merchant = source === "store_credit" ? await creditMerchant() : await makeMerchant();
    const { shopId } = merchant;
    const cases = casesOf(source);
    const states = cases.map(({ one }) => one.state ?? "canceled");
    const method = source === "report" ? "paypal" : methodOf(source);
    const { sectionId, payments } = await createPaidSection(merchant, states, { method });
    const paymentIdOf = ({ one }: Found, at: number) =>
      one.state === null ? `pit_${"0".repeat(26)}` : (payments[at]?.paymentId ?? "");
    const missing = cases.findIndex(({ match }) => match === "missing");
    if (method === "bank") await handOverEarlier(shopId, payments[missing]);
    const given = cases.flatMap((found, at) =>
      found.one.told ? [{ senderId: `${shopId}:${paymentIdOf(found, at)}`, told: found.one.told }] : [],
    );
    const taken = await take(merchant, source, { given, payments });
    const { statementId } = accepted(taken);
    await matchStatement(accepted(taken), () => new Date());

    for (const [at, found] of cases.entries()) {
      const paymentId = paymentIdOf(found, at);
      if (found.one.step === "take-back") await offerThere(world, { shopId, sectionId, paymentId });
      await check(merchant, { statementId, paymentId, found, affiliate: payments[0]?.affiliateId });
    }
    const left = (await linesOf(shopId, statementId)).filter(({ steps }) => steps.length > 0);
    expect(left.map(({ line }) => line.match)).toEqual([]);
  });
});
