import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { parseDecimal } from "#app/domain/money.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db } from "#app/platform/db.server.ts";
import { keepDataRequest } from "#app/store/data-requests.ts";
import { toDoRows } from "#app/ui/admin/dashboard/to-do-card.tsx";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { addPayees, givePayable, runPlan } from "../../support/paying-shop.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";
import { makeClaimRow, makeDiscountRow, makeFlagRow } from "../bad-input/form-rows.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const money = z.object({ amount: z.string(), currencyCode: z.string() });
const minorOf = ({ amount, currencyCode }: z.output<typeof money>) =>
  parseDecimal(amount, currencyCode).minor;
const total = z.object({ pagination: z.object({ total: z.int() }) });
const sum = z.object({ count: z.int(), total: money });
const notPaid = z.object({ reason: z.string(), count: z.int(), available: money });

let merchant: Merchant;
beforeAll(async () => {
  merchant = await makeMerchant();
});

/** Loader data of a screen. */
async function shown<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
  const { status, text } = await requestRoute(pageRequest(merchant.token, path));
  expect([path, status]).toEqual([path, 200]);
  return shape.parse(JSON.parse(text));
}

async function asked<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
  const { status, data } = withData(await requestRoute(apiRequest(merchant.token, `/api/v1${path}`)));
  expect([path, status]).toEqual([path, 200]);
  return shape.parse(data);
}

async function sent(path: string, method: string, body: unknown) {
  const request = apiRequest(merchant.token, `/api/v1${path}`, { method, body });
  if (method === "POST") request.headers.set("Idempotency-Key", `${path} ${Math.random()}`);
  const { status, text } = await requestRoute(request);
  expect([path, status < 300]).toEqual([path, true]);
  return z.object({ id: z.string() }).parse(JSON.parse(text));
}

/** How many rows the list has that an address opens. */
const rowsAt = async (url: string): Promise<number> => (await shown(url, total)).pagination.total;

describe("what waits, on the dashboard", () => {
  it("counts what the list has that it opens", async () => {
    await makeClaimRow(merchant);
    await makeFlagRow(merchant);
    await db().execute(sql`
      update flags set status = 'dismissed', decided_at = now() where shop_id = ${merchant.shopId}`);
    await makeFlagRow({ ...merchant, affiliateId: (await addAffiliate(merchant)).affiliateId });
    const invited = { name: "Bea", email: `bea-${merchant.shopId}@example.com` };
    const { id } = await sent("/affiliates/invite", "POST", invited);
    await sent(`/affiliates/${id}/status`, "PUT", { status: "pending" });
    await addPayees(merchant, [600n, 700n]);
    const toDo = z.looseObject({
      applicants: z.int(),
      claims: z.int(),
      applications: z.int(),
      flags: z.int(),
      toApprove: z.int(),
      unclearRows: z.int(),
      deliveries: z.int(),
      emails: z.int(),
      payable: z.array(z.object({ amount: z.string(), currencyCode: z.string() })),
      payouts: z.int(),
      files: z.int(),
      toMark: z.int(),
    });
    const { toDo: counts } = await shown("/dashboard", z.object({ toDo }));
    const { applicants, claims, flags, payable } = counts;
    expect({ applicants, claims, flags, payable }).toEqual({
      applicants: 1,
      claims: 1,
      flags: 1,
      payable: [{ amount: "13.00", currencyCode: "USD" }],
    });
    for (const { count, url } of toDoRows({ ...counts, skipped: null }).filter((one) => one.count > 0)) {
      expect([url, await rowsAt(url)]).toEqual([url, count]);
    }
  });

  it("warns of as many as the list has: payouts and requests", async () => {
    await createPaidSection(merchant, ["paid"]);
    await createPaidSection(merchant, ["needs_attention", "paid"]);
    const { sectionId } = await createPaidSection(merchant, ["paid"]);
    await db().execute(sql`
      update payout_sections set error = 'PayPal refused it'
      where shop_id = ${merchant.shopId} and section_id = ${sectionId}`);
    const soon = { receivedAt: longAgo, dueAt: longAgo };
    const later = { receivedAt: new Date(), dueAt: new Date(Date.now() + 20 * 86_400_000) };
    for (const [requestId, times] of Object.entries({ soon, later })) {
      const row = { shopId: merchant.shopId, requestId, customerHash: null, sealedAnswer: null, orders: 0 };
      await keepDataRequest(db(), { ...row, ...times });
    }
    const problems = z.object({ dataRequests: z.int() });
    const toDo = z.looseObject({ payouts: z.int(), deliveries: z.int() });
    const { problems: told, toDo: waiting } = await shown("/dashboard", z.object({ problems, toDo }));
    expect(told).toMatchObject({ dataRequests: 1 });
    expect(waiting.payouts).toBe(2);
    expect(await rowsAt("/dashboard/affiliates/payouts?view=needs-attention")).toBe(waiting.payouts);
    expect(await rowsAt("/dashboard/affiliates/payouts")).toBeGreaterThan(waiting.payouts);
    expect(await rowsAt("/dashboard/settings/privacy?status=due-soon")).toBe(told.dataRequests);
    expect(await rowsAt("/dashboard/settings/privacy")).toBe(2);
    expect(await rowsAt("/dashboard/settings/health/deliveries")).toBe(waiting.deliveries);
  });
});

describe("how many are in it", () => {
  it("of a program, counts the affiliates that it opens", async () => {
    const programs = z.object({ programs: z.array(z.object({ id: z.string(), affiliates: z.int() })) });
    const found = (await asked("/programs", programs)).programs;
    expect(found.some((one) => one.affiliates > 0)).toBe(true);
    for (const { id, affiliates } of found) {
      expect(await rowsAt(`/dashboard/affiliates?program=${id}`)).toBe(affiliates);
    }
  });

  it("of a discount, counts the codes that it opens", async () => {
    await makeDiscountRow(merchant);
    // Another shop's discount may have an equal number.
    await makeDiscountRow(await makeMerchant());
    const discounts = z.object({ discounts: z.array(z.object({ id: z.string(), codes: z.int() })) });
    for (const { id, codes } of (await asked("/discounts", discounts)).discounts) {
      expect([codes, await rowsAt(`/dashboard/affiliates/codes?discount=${id}`)]).toEqual([1, 1]);
    }
  });
});

describe("a payout", () => {
  const itemList = z.object({ payments: z.array(z.object({ amount: money })) });
  const skippedList = z.object({ skipped: z.array(z.object({ available: money })) });
  const detail = z.object({ planned: sum, states: z.array(sum.extend({ status: z.string() })) });
  const whole = z.object({ sections: z.array(z.object({ id: z.string() })), skipped: z.array(notPaid) });
  const added = (amounts: readonly z.output<typeof money>[]) =>
    amounts.reduce((all, one) => all + minorOf(one), 0n);

  it("of each state and in all comes to the payments that it opens, and of each reason to the skipped affiliates", async () => {
    const owing = await addAffiliate(merchant);
    await givePayable(merchant.shopId, owing.affiliateId, -50n);
    await givePayable(merchant.shopId, (await addAffiliate(merchant)).affiliateId, 900n);
    const totals = z.object({ count: z.int(), total: money, notPaid: z.array(notPaid) });
    const previewed = z.object({ currencies: z.array(totals) });
    const [preview] = (await asked("/payouts/preview?method=paypal", previewed)).currencies;
    if (!preview) throw new Error("Nothing was previewed.");
    const { count: many, total: all } = preview;
    const body = { method: "paypal", expected: [{ method: "paypal", count: many, total: all }] };
    const { id } = await sent("/payouts", "POST", body);
    const { sections } = await asked(`/payouts/${id}`, whole);
    const section = sections[0]?.id ?? "";
    await runPlan(merchant.shopId, section);
    const { planned, states } = await asked(`/payout-sections/${section}`, detail);
    const { skipped } = await asked(`/payouts/${id}`, whole);
    expect([planned.count, minorOf(planned.total)]).toEqual([preview.count, minorOf(preview.total)]);
    expect(states).not.toEqual([]);
    const ofStates = states.map((one) => [`?status=${one.status}`, one] as const);
    for (const [query, one] of [["?limit=250", planned] as const, ...ofStates]) {
      const { payments } = await asked(`/payout-sections/${section}/payments${query}`, itemList);
      expect([query, payments.length]).toEqual([query, one.count]);
      expect([query, added(payments.map(({ amount }) => amount))]).toEqual([query, minorOf(one.total)]);
    }
    expect(skipped.length).toBeGreaterThan(1);
    for (const { reason, count, available } of skipped) {
      const { skipped: rows } = await asked(`/payouts/${id}/skipped?status=${reason}`, skippedList);
      expect([reason, rows.length, added(rows.map((one) => one.available))]).toEqual([
        reason,
        count,
        minorOf(available),
      ]);
    }
  });

  it("of a preview, pays and skips what its lists have", async () => {
    const row = z.object({ available: money, amount: money.nullable() });
    const totals = z.object({ count: z.int(), total: money, notPaid: z.array(notPaid) });
    const previewed = z.object({ currencies: z.array(totals), affiliates: z.array(row) });
    await addPayees(merchant, [1200n, 1n]);
    const of = (status: string) =>
      asked(`/payouts/preview?method=paypal&limit=250&status=${status}`, previewed);
    const { currencies, affiliates: paid } = await of("paid");
    const [all] = currencies;
    if (!all) throw new Error("Nothing was previewed.");
    expect(paid.length).toBe(all.count);
    expect(added(paid.flatMap((one) => one.amount ?? []))).toBe(minorOf(all.total));
    expect(all.notPaid).not.toEqual([]);
    for (const { reason, count, available } of all.notPaid) {
      const { affiliates: rows } = await of(reason);
      expect([reason, rows.length, added(rows.map((one) => one.available))]).toEqual([
        reason,
        count,
        minorOf(available),
      ]);
    }
  });
});

it("the counts of a bank statement's lines by state are those of their lists", async () => {
  const { payments } = await createPaidSection(merchant, ["paid", "sent", "returned"]);
  const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number,To Email Address";
  const lines = payments.slice(0, 2).map(({ paymentId }, at) => {
    const gross = at === 0 ? "-10.00" : "-9.00";
    return `2026-03-05,Mass Payment,Completed,USD,${gross},0.00,T${at},${merchant.shopId}:${paymentId},a@b.example`;
  });
  const bytes = Buffer.from([head, ...lines].join("\r\n"));
  const said = { provider: "paypal", fileName: "march.csv" };
  const taken = z
    .object({ statementId: z.string() })
    .parse(await importStatement(merchant, { bytes, said }, new Date()));
  await matchStatement({ shopId: merchant.shopId, statementId: taken.statementId }, () => new Date());
  const page = `/dashboard/affiliates/payouts/reconcile/${taken.statementId}`;
  const counts = z.array(z.object({ match: z.string(), count: z.int(), open: z.int() }));
  const { statement } = await shown(page, z.object({ statement: z.object({ counts }) }));
  expect(statement.counts.length).toBeGreaterThan(1);
  for (const { match, count, open } of statement.counts) {
    expect([match, await rowsAt(`${page}?match=${match}`)]).toEqual([match, count]);
    expect([match, match === "matched" ? 0 : await rowsAt(`${page}?match=${match}&open=true`)]).toEqual([
      match,
      open,
    ]);
  }
});
