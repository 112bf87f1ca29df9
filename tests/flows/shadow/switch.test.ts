import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { createPayout, newConfirmationKey } from "#app/flows/payouts/create-payout.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { goLive, stateNoBalances } from "#app/flows/shadow/go-live.ts";
import { startShadow } from "#app/flows/shadow/start-shadow.ts";
import { db } from "#app/platform/db.server.ts";
import { findFileImport, listImportRows } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { findShadow } from "#app/store/shadow.ts";
import { owedTo, replay, sell } from "../../support/decided.ts";
import { decideAhead, importedAnyway } from "../../support/import-file.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, refundBody } from "../../support/order-bodies.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const startedAt = new Date("2026-03-01T00:00:00Z");
const liveFrom = new Date("2026-03-05T12:00:00Z");
const early = new Date("2026-03-05T11:00:00Z");
const late = new Date("2026-03-06T09:00:00Z");
const ctxOf = ({ shop, actor }: Merchant, now: Date) => ({ shop, actor, now });
const code = (result: unknown) => (isRefusal(result) ? result.reason.code : result);

/** A store in shadow mode that goes live on March 5, with an order one second before and one at that moment. */
async function switching() {
  const merchant = await makeMerchant();
  await db()
    .update(affiliates)
    .set({ email: "ada@x.example", emailKey: "ada@x.example" })
    .where(eq(affiliates.affiliateId, merchant.affiliateId));
  expect(await startShadow(ctxOf(merchant, startedAt))).toBe(true);
  expect(await goLive(ctxOf(merchant, new Date("2026-03-04T00:00:00Z")), liveFrom)).toEqual(liveFrom);
  const before = await sell(merchant, { createdAt: "2026-03-05T11:59:59Z", quantity: 4, price: "25.00" });
  const at = await sell(merchant, { createdAt: "2026-03-05T12:00:00Z" });
  return { merchant, before, at };
}

const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
const row = (order: number | string, commission: string, change: { day?: string; state?: string } = {}) =>
  `#${order},${change.day ?? "2026-03-05"},ada@x.example,${commission},${change.state ?? "Approved"},USD,link`;

async function check(merchant: Merchant, rows: readonly string[], now = late) {
  const bytes = Buffer.from(`${[head, ...rows].join("\n")}\n`);
  const file = await uploadImport(ctxOf(merchant, now), { bytes, fileName: "export.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  await decideAhead(file.importId, importedAnyway);
  const checked = await checkImport(ctxOf(merchant, now), file.importId, { releaseOn: "2026-05-01" });
  expect(checked).toEqual({ questions: null });
  return file.importId;
}

async function importRows(merchant: Merchant, rows: readonly string[], now = late) {
  const importId = await check(merchant, rows, now);
  const started = await startImport(ctxOf(merchant, now), importId, { isExportedLate: true });
  if (isRefusal(started)) return started;
  await runImport({ shopId: merchant.shopId, importId }, () => now);
  return importId;
}

async function results({ shopId }: Merchant, importId: Awaited<ReturnType<typeof check>>) {
  const rows = await listImportRows(db(), shopId, { importId, limit: 100, offset: 0 });
  return rows.map(({ number, outcome, code: why }) => [number, outcome, why]);
}

async function faults(merchant: Merchant) {
  const differences = (await verifyShop(merchant.shopId)).differences.map(differenceText);
  return [...differences, ...(await replay(merchant)).differences.map(differenceText)];
}

async function pay(merchant: Merchant, now = late) {
  const choice = {
    method: null,
    currency: null,
    cutoffAt: null,
    chosen: null,
    programId: null,
    minimum: null,
  };
  const expected = [{ method: "paypal" as const, currency: "USD", count: 1, totalMinor: 1n }];
  return code(await createPayout(ctxOf(merchant, now), choice, { key: newConfirmationKey(), expected }));
}

describe("the previous app's export", () => {
  it("opens the balance of an order one second before the store went live, and not of one at that moment", async () => {
    const { merchant, before, at } = await switching();
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    const importId = await importRows(merchant, [row(before, "9.00"), row(at, "11.00")]);
    if (isRefusal(importId)) throw new Error(importId.reason.code);
    expect(await results(merchant, importId)).toEqual([
      [2, "create", "balance_approved"],
      [3, "skip", "order_of_this_app"],
    ]);
    expect(await owedTo(merchant)).toEqual([1000n, 900n]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("can be checked before the store is live, and is only imported with an export made afterwards", async () => {
    const { merchant, before, at } = await switching();
    const importId = await check(merchant, [row(before, "9.00")], early);
    const start = (now: Date, isExportedLate: boolean) =>
      startImport(ctxOf(merchant, now), importId, { isExportedLate });
    expect(code(await start(early, true))).toBe("before_live");
    expect(code(await start(late, false))).toBe("export_not_confirmed");
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
    expect(await pay(merchant)).toBe("payouts_await_balances");
    // The later export has both orders.
    const next = await importRows(merchant, [row(before, "9.00"), row(at, "11.00")]);
    if (isRefusal(next)) throw new Error(next.reason.code);
    expect(await owedTo(merchant)).toEqual([1000n, 900n]);
  });

  it("must be checked again if the moment to go live moves", async () => {
    const { merchant } = await switchingLater();
    const importId = await check(merchant, [row(nextId(), "9.00")], early);
    await goLive(ctxOf(merchant, early), new Date("2026-03-05T13:00:00Z"));
    expect(await findFileImport(db(), merchant.shopId, importId)).toMatchObject({ status: "draft" });
    expect(code(await startImport(ctxOf(merchant, late), importId, { isExportedLate: true }))).toBe(
      "import_not_checked",
    );
  });

  it("places orders that the store does not have by their date", async () => {
    const { merchant } = await switching();
    const rows = [
      row("A1", "1.00", { day: "2026-03-04" }),
      row("A2", "2.00", { day: "2026-03-05" }),
      row("A3", "3.00", { day: "2026-03-05T11:59:59" }),
      row("A4", "4.00", { day: "2026-03-05T12:00:00" }),
      row("A5", "5.00", { day: "2026-03-06", state: "Paid" }),
      row("A6", "6.00", { day: "2026-03-04", state: "Paid" }),
    ];
    const importId = await importRows(merchant, rows);
    if (isRefusal(importId)) throw new Error(importId.reason.code);
    expect(await results(merchant, importId)).toEqual([
      [2, "create", "balance_approved"],
      [3, "decide", "order_time_unclear"],
      [4, "create", "balance_approved"],
      [5, "skip", "order_of_this_app"],
      [6, "skip", "order_of_this_app"],
      [7, "history", "paid_before"],
    ]);
    expect(await owedTo(merchant)).toEqual([1000n, 400n]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("opens balances that follow their orders' refunds", async () => {
    const { merchant, before } = await switching();
    await importRows(merchant, [row(before, "8.00", { state: "Pending" })]);
    expect(await owedTo(merchant)).toEqual([1800n, 0n]);
    await deliver(
      merchant,
      "refunds/create",
      refundBody(before, { amount: "25.00", at: "2026-03-08T00:00:00Z" }),
    );
    await emptyInbox();
    expect(await owedTo(merchant)).toEqual([1600n, 0n]);
    expect(await faults(merchant)).toEqual([]);
  });
});

async function switchingLater() {
  const merchant = await makeMerchant();
  await startShadow(ctxOf(merchant, startedAt));
  await goLive(ctxOf(merchant, startedAt), liveFrom);
  return { merchant };
}

describe("payouts", () => {
  it("wait until the balances are imported, and again once that is undone", async () => {
    const { merchant, before } = await switching();
    expect(await pay(merchant)).toBe("payouts_await_balances");
    const importId = await importRows(merchant, [row(before, "9.00")]);
    if (isRefusal(importId)) throw new Error(importId.reason.code);
    expect(await findShadow(db(), merchant.shopId)).toMatchObject({ completedAt: late });
    expect(await pay(merchant)).toBe("amounts_changed");
    await startUndo(ctxOf(merchant, late), importId);
    await runImport({ shopId: merchant.shopId, importId }, () => late);
    expect(await pay(merchant)).toBe("payouts_await_balances");
    expect(await faults(merchant)).toEqual([]);
  });

  it("wait until a person states that there are no balances", async () => {
    const { merchant } = await switching();
    expect(code(await stateNoBalances(ctxOf(merchant, early)))).toBe("shadow_not_live");
    expect(await pay(merchant)).toBe("payouts_await_balances");
    expect(await stateNoBalances(ctxOf(merchant, late))).toBe(true);
    expect(await pay(merchant)).toBe("amounts_changed");
  });
});
