import { expect, it } from "vitest";
import { sectionBooksWire } from "#app/contracts/payout-section.ts";
import { ledgerEntryListQuery } from "#app/contracts/ledger.ts";
import { owedQuery, owedWire } from "#app/contracts/balances.ts";
import { encode } from "#app/contracts/wire.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { readAllLedgerEntries, type LedgerEntryView } from "#app/flows/ledger/read-ledger.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { type BalanceView, readAllBalances, readBalances } from "#app/flows/payouts/read-balances.ts";
import { booksViewOf } from "#app/flows/payouts/payout-views.ts";
import { ledgerEntryFilterOf, owedAskedOf } from "#app/http/list-filters.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { bookTerms, feeTerms, linesOfBooks } from "#app/ui/admin/payouts/payout-books.tsx";
import { balanceFigureUrl, totalUrl, figures } from "#app/ui/admin/payouts/balances-page.tsx";
import { accepted } from "../../support/accepted.ts";
import { type BookStep, postSteps } from "../../support/booked.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { makePayees, planned } from "../../support/planned-payouts.ts";
import { addAffiliate, makeSellingShop } from "../../support/selling-shop.ts";
import { wholeOf } from "../../support/whole-of.ts";

const now = new Date("2026-04-20T12:00:00Z");

type Shop = { shopId: Awaited<ReturnType<typeof makeSellingShop>>["shopId"]; timeZone: string };

/** Sum of the ledger entries at an address: the gain of an account, or all of them without one. */
async function sumBehind(shop: Shop, address: string): Promise<bigint> {
  const query = ledgerEntryListQuery.parse(queryOf(address));
  let sum = 0n;
  const asked = ledgerEntryFilterOf(query);
  for (const row of await wholeOf<LedgerEntryView>((take) => readAllLedgerEntries(shop, asked, take))) {
    const gains = query.account === undefined || row.credit === query.account;
    sum += gains ? row.amount.minor : -row.amount.minor;
  }
  return sum;
}

const queryOf = (address: string) => Object.fromEntries(new URL(address, "https://x.example").searchParams);

/** Sum of the balances at an address. */
async function sumOfOwed(shop: Shop, address: string, name: "available" | "negative"): Promise<bigint> {
  let sum = 0n;
  const asked = { ...owedAskedOf(owedQuery.parse(queryOf(address))), now };
  for (const one of await wholeOf<BalanceView>((take) => readAllBalances(shop, asked, take))) {
    sum += one[name].minor;
  }
  return sum;
}

const minorOf = ({ amount, currencyCode }: { amount: string; currencyCode: string }) =>
  parseDecimal(amount, currencyCode).minor;

const given = (amount: bigint): BookStep => [
  "2026-03-01T00:00:00Z",
  "adjusted",
  "expense",
  "payable",
  amount,
];
const taken = (amount: bigint): BookStep => [
  "2026-03-01T00:00:00Z",
  "adjusted",
  "payable",
  "expense",
  amount,
];

it("every balance figure is the sum of its list, now and on any day", async () => {
  const selling = await makeSellingShop();
  const shop = { shopId: selling.shopId, timeZone: "UTC" };
  const [one, two] = [await addAffiliate(selling), await addAffiliate(selling)];
  await postSteps({ ...selling, ...one }, [
    given(9000n),
    ["2026-03-01T00:00:00Z", "earned", "expense", "pending", 120n],
    ["2026-03-05T00:00:00Z", "payout_started", "payable", "in_transit", 1000n],
    ["2026-03-08T00:00:00Z", "payout_settled", "in_transit", "paid", 600n],
    ["2026-04-02T00:00:00Z", "adjusted", "payable", "expense", 8500n],
  ]);
  await postSteps({ ...selling, ...two }, [taken(70n)]);
  await postSteps({ ...selling, ...two }, [given(7n)], "EUR");
  await postSteps(selling, [given(500n)]);
  for (const asOf of [null, "2026-03-31", "2026-03-05"]) {
    const asked = { asOf: asOf ?? undefined };
    const { owed, totals } = accepted(await readBalances(shop, asked, { page: 1, limit: 50, now }));
    for (const total of totals) {
      for (const figure of figures) {
        const address = totalUrl(figure, { currency: total.pending.currency, asOf });
        const sum =
          "status" in figure ? await sumOfOwed(shop, address, figure.status) : await sumBehind(shop, address);
        expect([asOf, address, sum]).toEqual([asOf, address, total[figure.name].minor]);
      }
    }
    for (const row of owed) {
      for (const figure of figures) {
        const address = balanceFigureUrl(figure, encode(owedWire, row), asOf);
        const sum = address === null ? 0n : await sumBehind(shop, address);
        expect([asOf, address, sum]).toEqual([asOf, address, row[figure.name].minor]);
      }
    }
  }
});

/** Final states of the section's payments. The first has a fee, the second comes back after it was paid. */
const ends = ["paid", "paid", "returned", "failed", "canceled", "sent", null] as const;

it("every figure of a payout's books is the sum of the ledger entries that it opens", async () => {
  const selling = await makePayees(ends.length, (at) => ({ kind: "paypal", email: `p${at}@pay.example` }));
  const shop = { shopId: selling.shopId, timeZone: "UTC" };
  const amounts = selling.payees.map((payee) => ({ payee, amountMinor: 1000n, withheldMinor: 5n }));
  const { sectionId, payments } = await planned(selling, amounts, { now });
  await createPaidSection(selling, ["canceled", "paid"]);
  const move = (...moves: Parameters<typeof movePayments>[2]) =>
    inTransaction(async (tx) => await movePayments(tx, shop.shopId, moves, { now }));
  for (const [at, { paymentId }] of payments.entries()) {
    const to = ends[at];
    if (to === "canceled") await move({ paymentId, move: { said: "app", to } });
    if (!to || to === "canceled") continue;
    await move({ paymentId, move: { said: "app", to: "sending" } });
    await move({ paymentId, move: { said: "provider", to }, ...(at === 0 && { feeMinor: 25n }) });
    if (at === 1) await move({ paymentId, move: { said: "provider", to: "returned" } });
  }
  const found = accepted(await readSectionBooks(shop.shopId, sectionId));
  expect(found.identity).toEqual({
    startedMinor: 7000n,
    settledMinor: 1000n,
    returnedMinor: 3000n,
    cancelledMinor: 1000n,
    inTransitMinor: 2000n,
    differenceMinor: 0n,
    feeMinor: 25n,
    withheldMinor: 10n,
  });
  const books = encode(sectionBooksWire, booksViewOf(found));
  for (const { label, money, url } of linesOfBooks([...bookTerms, ...feeTerms], sectionId, books)) {
    expect([label, await sumBehind(shop, url)]).toEqual([label, minorOf(money)]);
  }
});
