import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type OtherCommissionsWire, dashboardWire } from "#app/contracts/dashboard.ts";
import { commissionListWire } from "#app/contracts/commission.ts";
import { ledgerEntryListWire } from "#app/contracts/ledger.ts";
import { reportWire } from "#app/contracts/report.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { parseDecimal } from "#app/domain/money.ts";
import { otherCommissionUrl } from "#app/ui/admin/reports/other-commissions.tsx";
import { askApi } from "../../support/ask-api.ts";
import { postedEntries } from "../../support/inbox.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { makeRandomShop, minorOf, type RandomShop, randomYear } from "../../support/random-shop.ts";
import { exportLoader } from "../../support/exported-file.ts";
import { wireOf } from "../../support/wire-of.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Shop = RandomShop;

const year = randomYear;
const kinds = ["bonuses", "manual", "adjustments"] as const;

const commissionsAt = async ({ token }: Merchant, path: string) =>
  commissionListWire.parse(await askApi(token, path)).commissions;

const reportOf = async ({ token }: Merchant, days: DaySpan, query = "") =>
  wireOf(
    reportWire,
    await askApi(token, `/api/v1/reports/affiliates?from=${days.from}&to=${days.to}${query}`),
  );

/** The ledger's earnings less reversals, and adjustments, by currency. */
async function inBooks(shop: Merchant, affiliateId?: string) {
  const sums: Record<string, { earned: bigint; adjusted: bigint }> = {};
  for (const one of await postedEntries(shop)) {
    if (affiliateId !== undefined && one.affiliateId !== affiliateId) continue;
    const sum = (sums[one.currency] ??= { earned: 0n, adjusted: 0n });
    if (one.code === "earned") sum.earned += one.amountMinor;
    if (one.code === "reversed") sum.earned -= one.amountMinor;
    if (one.code === "adjusted") {
      sum.adjusted += one.creditAccount === "expense" ? -one.amountMinor : one.amountMinor;
    }
  }
  return sums;
}

/** The report's commission of orders, and its bonuses and adjustments. */
async function inReport(shop: Merchant, query = "", days: DaySpan = year) {
  const { totals, otherCommissions } = await reportOf(shop, days, query);
  const sums: Record<string, { earned: bigint; adjusted: bigint }> = {};
  for (const { currencyCode, figures } of totals) {
    sums[currencyCode] = { earned: figures.commission ? minorOf(figures.commission) : 0n, adjusted: 0n };
  }
  for (const one of otherCommissions ?? []) {
    const sum = (sums[one.currencyCode] ??= { earned: 0n, adjusted: 0n });
    sum.earned += minorOf(one.bonuses) + minorOf(one.manual);
    if (one.adjustments) sum.adjusted += minorOf(one.adjustments);
  }
  return sums;
}

/** Sum of a column of a report's file, by currency, over all rows or those with a matching name. */
async function inFile(shop: Merchant, days: DaySpan, column: string, rows = /(?:)/) {
  const query = `report=affiliates&from=${days.from}&to=${days.to}&compare=previous&limit=1`;
  const request = pageRequest(shop.token, `/dashboard/export/reports.csv?${query}`);
  const text = await (await exportLoader({ request, params: {}, context: {} })).text();
  const lines: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const sums: Record<string, bigint> = {};
  for (const { [column]: amount = "", Currency: currency = "", Affiliate: name = "" } of lines) {
    if (!rows.test(name)) continue;
    sums[currency] = (sums[currency] ?? 0n) + parseDecimal(amount, currency).minor;
  }
  return sums;
}

const withoutZeros = (sums: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));

/** Without the currencies in which nothing stands: what was deleted again is in no report, and in the books as nothing. */
const somethingOf = (sums: Awaited<ReturnType<typeof inBooks>>) =>
  Object.fromEntries(
    Object.entries(sums).filter(([, { earned, adjusted }]) => earned !== 0n || adjusted !== 0n),
  );

/** Earned and adjusted together. */
function together(sums: Awaited<ReturnType<typeof inReport>>) {
  const all = Object.entries(sums).map(([currency, one]) => [currency, one.earned + one.adjusted] as const);
  return withoutZeros(Object.fromEntries(all));
}

/** Sum of the list that a figure opens. */
async function listed(shop: Merchant, screen: string): Promise<bigint> {
  const [path = "", query = ""] = screen.split("?");
  if (path === "/dashboard/settings/ledger/transfers") {
    const answer = await askApi(shop.token, `/api/v1/ledger/entries?${query}&limit=250`);
    return ledgerEntryListWire.parse(answer).entries.reduce((sum, { amount, credit }) => {
      return sum + (credit.startsWith("payable") ? amount.minor : -amount.minor);
    }, 0n);
  }
  const all = await commissionsAt(shop, `/api/v1/commissions?${query}&limit=250`);
  return all.reduce((sum, { amount }) => sum + amount.minor, 0n);
}

/** Every sum beside a report and beside the dashboard's figures against its list; answers how many were not zero. */
async function compare(shop: Shop, days: DaySpan, query: { affiliate?: string; program?: string }) {
  const filters = Object.entries(query).map(([name, value]) => `&${name}=${value}`);
  const { otherCommissions } = await reportOf(shop, days, filters.join(""));
  const stats = `/api/v1/dashboard/stats?from=${days.from}&to=${days.to}&by=month${filters.join("")}`;
  const { performance } = wireOf(dashboardWire, await askApi(shop.token, stats));
  expect(performance.otherCommissions).toEqual(otherCommissions);
  let found = 0;
  const isOfProgram = query.program !== undefined;
  expect((otherCommissions ?? []).every(({ adjustments }) => (adjustments === null) === isOfProgram)).toBe(
    true,
  );
  for (const currency of ["USD", "JPY"]) {
    const sums = otherCommissions?.find(({ currencyCode }) => currencyCode === currency);
    for (const kind of kinds.filter((one) => !isOfProgram || one !== "adjustments")) {
      const sum = sumOf(sums, kind);
      const url = otherCommissionUrl(kind, currency, { days, ...query });
      expect([url, await listed(shop, url)]).toEqual([url, sum]);
      if (sum !== 0n) found += 1;
    }
  }
  return found;
}

const sumOf = (sums: NonNullable<OtherCommissionsWire>[number] | undefined, kind: (typeof kinds)[number]) => {
  const money = sums?.[kind];
  return money ? minorOf(money) : 0n;
};

describe.each([1, 2, 3])("a random shop (seed %i)", (seed) => {
  it("has the ledger's amounts in its reports to the cent, in total and for each affiliate", async () => {
    const shop = await makeRandomShop(seed);
    const books = await inBooks(shop);
    expect(somethingOf(await inReport(shop))).toEqual(somethingOf(books));
    expect(Object.keys(books).length).toBe(2);
    for (const { affiliateId } of shop.people) {
      const own = await inReport(shop, `&affiliate=${affiliateId}`);
      expect(somethingOf(own)).toEqual(somethingOf(await inBooks(shop, affiliateId)));
    }
  }, 120_000);

  it("has the ledger's amounts in its file, for its days and the compared ones", async () => {
    const shop = await makeRandomShop(seed + 200);
    const [days, before] = [
      { from: "2026-03-08", to: "2026-03-21" },
      { from: "2026-02-22", to: "2026-03-07" },
    ];
    expect(withoutZeros(await inFile(shop, year, "Commission"))).toEqual(together(await inBooks(shop)));
    expect(withoutZeros(await inFile(shop, days, "Commission"))).toEqual(
      together(await inReport(shop, "", days)),
    );
    const sums: Record<string, bigint> = {};
    for (const one of (await reportOf(shop, before)).otherCommissions ?? []) {
      sums[one.currencyCode] = kinds.reduce((sum, kind) => sum + sumOf(one, kind), 0n);
    }
    expect(Object.keys(sums)).not.toEqual([]);
    expect(withoutZeros(await inFile(shop, days, "Commission (previous period)", /^Without orders/))).toEqual(
      withoutZeros(sums),
    );
  }, 120_000);

  it("has figures equal to the sums of the lists that they open, of any days and anybody", async () => {
    const shop = await makeRandomShop(seed + 100);
    const { chance } = shop;
    expect(await compare(shop, year, {})).toBeGreaterThan(2);
    for (let turn = 0; turn < 6; turn += 1) {
      const first = chance.int(1, 28);
      const days = { from: dayOf(first), to: dayOf(chance.int(first, 28)) };
      const affiliate = chance.pick(shop.people).affiliateId;
      const program = chance.pick([shop.programId, shop.withBonuses]);
      await compare(shop, days, chance.pick([{}, { affiliate }, { program }]));
    }
  }, 120_000);
});

const dayOf = (day: number): string => `2026-03-${String(day).padStart(2, "0")}`;

it("figures filtered by something that only orders have come without bonuses and adjustments", async () => {
  const merchant = await makeMerchant();
  expect((await reportOf(merchant, year, "&country=US")).otherCommissions).toBe(null);
  expect((await reportOf(merchant, year)).otherCommissions).toEqual([]);
});
