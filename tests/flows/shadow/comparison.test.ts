import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ComparisonFinding } from "#app/domain/shadow/comparison.ts";
import { discardAudit, readAuditHead, uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { runComparison } from "#app/flows/imports/run-comparison.ts";
import { startComparison } from "#app/flows/imports/start-comparison.ts";
import { startShadow } from "#app/flows/shadow/start-shadow.ts";
import { db } from "#app/platform/db.server.ts";
import {
  daysOfComparison,
  listAuditRows,
  type ReferralAuditRow,
  sumsOfAudit,
} from "#app/store/referral-audits.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { programMembers } from "#app/store/schema/affiliates.ts";
import { sell } from "../../support/decided.ts";
import { deliver, emptyInbox, postedEntries } from "../../support/inbox.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type AuditId = ReferralAuditRow["auditId"];

const startedAt = new Date("2026-03-02T00:00:00Z");
const comparedAt = new Date("2026-03-10T09:00:00Z");
const ctxOf = ({ shop, actor }: Merchant, now = comparedAt) => ({ shop, actor, now });

async function rename(affiliateId: Merchant["affiliateId"], email: string) {
  await db()
    .update(affiliates)
    .set({ email, emailKey: email })
    .where(eq(affiliates.affiliateId, affiliateId));
}

async function inShadow() {
  const merchant = await makeMerchant();
  await rename(merchant.affiliateId, "ada@x.example");
  expect(await startShadow(ctxOf(merchant, startedAt))).toBe(true);
  const bea = await addAffiliate(merchant);
  await rename(bea.affiliateId, "bea@x.example");
  return { merchant, bea };
}

const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
const row = (order: number | string, commission: string, email = "ada@x.example", day = "2026-03-03") =>
  `#${order},${day},${email},${commission},Approved,USD,link`;

async function compare(merchant: Merchant, rows: readonly string[]) {
  const bytes = Buffer.from(`${[head, ...rows].join("\n")}\n`);
  const auditId = await uploadAudit(ctxOf(merchant), { bytes, fileName: "day.csv", purpose: "comparison" });
  if (isRefusal(auditId)) throw new Error(auditId.reason.code);
  const started = await startComparison(ctxOf(merchant), auditId, {});
  expect(started).toEqual({ questions: null });
  await runComparison({ shopId: merchant.shopId, auditId }, () => comparedAt);
  return auditId;
}

async function results({ shopId }: Merchant, auditId: AuditId) {
  const rows = await listAuditRows(db(), shopId, { auditId, first: [], limit: 100, offset: 0 });
  return rows.map(({ number, finding, expectedMinor, differenceMinor, reason }) => [
    number,
    finding,
    expectedMinor,
    differenceMinor,
    reason,
  ]);
}

const day = "2026-03-03T10:00:00Z";

describe("a comparison with the previous app", () => {
  it("gives each order and affiliate a result, with the term or signal that makes the difference", async () => {
    const { merchant, bea } = await inShadow();
    const add = (change: Parameters<typeof sell>[1] = {}) => sell(merchant, { createdAt: day, ...change });
    const [same, cent, rate] = [await add(), await add(), await add()];
    const refunded = await add({ quantity: 4, price: "25.00" });
    await deliver(merchant, "refunds/create", refundBody(refunded, { amount: "25.00" }));
    const canceled = await add({ cancelledAt: "2026-03-04T00:00:00Z" });
    const unseen = await add({ ref: "" });
    const others = await add({ ref: bea.code });
    const fails = await add({ ref: bea.code });
    await add();
    await emptyInbox();
    const auditId = await compare(merchant, [
      row(same, "10.00"),
      row(cent, "10.01"),
      row(rate, "15.00"),
      row(refunded, "10.00"),
      row(canceled, "10.00"),
      row(unseen, "10.00"),
      row(others, "8.00"),
      row(fails, "10.00", "nobody@x.example"),
      row("9999", "4.00"),
      row("9998", "4.00", "ada@x.example", "2026-02-01"),
      row("", "4.00"),
      row(same, "ten"),
    ]);
    const click = { kind: "landing", name: merchant.code };
    const beas = { kind: "landing", name: bea.code };
    expect(await results(merchant, auditId)).toEqual([
      [2, "same", 1000n, 0n, { code: "as_there" }],
      [3, "same", 1000n, -1n, { code: "within_rounding", lines: 1 }],
      [4, "less", 1000n, -500n, { code: "rate", hereBps: 1000, thereBps: 1500, baseMinor: "10000" }],
      [5, "less", 750n, -250n, { code: "refunded_here", earnedMinor: "1000" }],
      [6, "less", 0n, -1000n, { code: "earns_nothing", reason: "cancelled", earnedMinor: "1000" }],
      [7, "missing_here", 0n, -1000n, { code: "no_signal" }],
      [
        8,
        "missing_here",
        0n,
        -800n,
        { code: "other_affiliate", affiliateId: bea.affiliateId, signal: beas, own: null },
      ],
      [9, "missing_here", 0n, -1000n, { code: "affiliate_unknown" }],
      [10, "missing_here", 0n, -400n, { code: "order_unknown" }],
      [11, "not_compared", null, null, { code: "before_start", day: "2026-03-02" }],
      [12, "not_compared", null, null, { code: "no_order" }],
      [13, "not_compared", null, null, { code: "cell", what: "amount_unreadable" }],
      [14, "missing_there", 1000n, 1000n, { code: "other_in_file", signal: beas }],
      [15, "missing_there", 1000n, 1000n, { code: "other_in_file", signal: beas }],
      [16, "missing_there", 1000n, 1000n, { code: "not_in_file", signal: click }],
    ]);
    const sums = await sumsOfAudit<ComparisonFinding>(db(), merchant.shopId, auditId);
    const less = sums.find(({ finding }) => finding === "less");
    expect(less).toMatchObject({ currency: "USD", count: 3, differenceMinor: -1750n });
    const days = await daysOfComparison(db(), merchant.shopId, auditId);
    expect(days.filter(({ finding }) => finding === "missing_there")).toEqual([
      { day: "2026-03-03", currency: "USD", finding: "missing_there", count: 3, differenceMinor: 3000n },
    ]);
    expect(await postedEntries(merchant)).toEqual([]);
  });

  it("says why a signal of the file's affiliate does not count, and counts an affiliate's rows together", async () => {
    const { merchant, bea } = await inShadow();
    await db().delete(programMembers).where(eq(programMembers.affiliateId, bea.affiliateId));
    const outside = await sell(merchant, { createdAt: day, ref: bea.code });
    const more = await sell(merchant, { createdAt: day });
    const auditId = await compare(merchant, [
      row(outside, "10.00", "bea@x.example"),
      row(more, "10.00"),
      row(more, "-5.00"),
    ]);
    expect(await results(merchant, auditId)).toEqual([
      [
        2,
        "missing_here",
        0n,
        -1000n,
        { code: "signal_fails", signal: { kind: "landing", name: bea.code }, reason: "no-program" },
      ],
      [3, "more", 1000n, 500n, { code: "rate", hereBps: 1000, thereBps: 500, baseMinor: "10000" }],
      [4, "not_compared", null, null, { code: "counted_with", row: 3 }],
    ]);
  });

  it("takes the file's days, and no order from before shadow mode or after the file", async () => {
    const { merchant } = await inShadow();
    const early = await sell(merchant, { createdAt: "2026-03-01T10:00:00Z" });
    const first = await sell(merchant, { createdAt: day });
    const missed = await sell(merchant, { createdAt: "2026-03-04T23:00:00Z" });
    await sell(merchant, { createdAt: "2026-03-06T10:00:00Z" });
    const last = await sell(merchant, { createdAt: "2026-03-05T10:00:00Z" });
    const auditId = await compare(merchant, [
      row(early, "10.00", "ada@x.example", "2026-03-01"),
      row(first, "10.00"),
      row(last, "10.00", "ada@x.example", "2026-03-05"),
    ]);
    const found = await results(merchant, auditId);
    expect(found.map(([number, finding]) => [number, finding])).toEqual([
      [2, "not_compared"],
      [3, "same"],
      [4, "same"],
      [5, "missing_there"],
    ]);
    const rows = await listAuditRows(db(), merchant.shopId, { auditId, first: [], limit: 9, offset: 3 });
    expect(rows).toMatchObject([{ orderId: String(missed), day: "2026-03-04" }]);
  });

  it("is a page and a file, in which no cell is run by a spreadsheet", async () => {
    const { merchant, bea } = await inShadow();
    await db().update(affiliates).set({ name: "=1+1" }).where(eq(affiliates.affiliateId, bea.affiliateId));
    const order = await sell(merchant, { createdAt: day, ref: bea.code });
    const auditId = await compare(merchant, [row(order, "8.00")]);
    const file = await requestRoute(
      pageRequest(merchant.token, `/dashboard/export/comparison.csv?id=${auditId}&finding=missing_there`),
    );
    expect(file.text.replaceAll(/[\uFEFF"]/g, "").split("\r\n")).toEqual([
      "Row,Order,Affiliate,Date,Currency,Current app,This app,Difference,Result,Why",
      `3,${order},'=1+1,2026-03-03,USD,0.00,10.00,10.00,Missing there,` +
        `The export gives this order to somebody else. Signal here: landing page ${bea.code}`,
      "",
    ]);
    const page = await requestRoute(
      pageRequest(merchant.token, `/dashboard/programs/shadow/${auditId}?finding=missing_here`),
    );
    expect(page.text).toContain("Goes to =1+1 here, by landing page");
    const other = await inShadow();
    const foreign = await requestRoute(
      pageRequest(other.merchant.token, `/dashboard/programs/shadow/${auditId}`),
    );
    expect(foreign.status).toBe(404);
  });

  it("is its store's alone, and no audit", async () => {
    const { merchant } = await inShadow();
    const auditId = await compare(merchant, [row("1", "1.00")]);
    const other = await inShadow();
    const find = (of: Merchant, purpose: "audit" | "comparison") =>
      readAuditHead(of.shopId, auditId, { purpose, now: comparedAt });
    expect(await find(merchant, "comparison")).toMatchObject({ status: "done", sealedSample: "" });
    expect(isRefusal(await find(merchant, "audit"))).toBe(true);
    expect(isRefusal(await find(other.merchant, "comparison"))).toBe(true);
    expect(isRefusal(await discardAudit(other.merchant.shopId, auditId))).toBe(true);
    expect(isRefusal(await startComparison(ctxOf(other.merchant), auditId, {}))).toBe(true);
  });
});
