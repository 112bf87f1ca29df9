import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { runAudit, resumeAudits } from "#app/flows/imports/run-audit.ts";
import { prepareAudit, startAudit } from "#app/flows/imports/start-audit.ts";
import { uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { importOrders } from "#app/flows/intake/import-orders.ts";
import { startImport } from "#app/flows/intake/start-import.ts";
import { db } from "#app/platform/db.server.ts";
import { findAudit, listAuditRows, type ReferralAuditRow, sumsOfAudit } from "#app/store/referral-audits.ts";
import { importedLinks } from "#app/store/schema/links.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { cancelOrder, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { grantAllOrders } from "../../support/all-orders.ts";
import { postedEntries } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { refuseRows } from "../../support/refused-rows.ts";
import { upPromoteExport } from "../../support/uppromote-export.ts";
import { usePlatform } from "../../support/use-platform.ts";

const dayMs = 86_400_000;
const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const now = () => new Date();
const clock = { now, pause: () => new Promise<void>((resolve) => setTimeout(resolve, 20)) };

/** How many days the platform's clock is behind. */
let daysAgo = 0;
const platform = usePlatform(() => new Date(Date.now() - daysAgo * dayMs));
beforeEach(() => {
  daysAgo = 0;
});

type Store = Awaited<ReturnType<typeof openStore>>;

const shopOf = ({ shopId }: Store, scopes = "read_orders") => ({
  shopId,
  timeZone: "UTC",
  currency: "USD",
  scopes,
  defaultWindowDays: 30,
  defaultApprovalDays: 30,
});

const tenPercent = { rates: [{ program: "", kind: "percentage", value: "10" }], base: {} } as const;

/** Uploads, starts and runs an audit, as the page and the jobs do. */
async function audit(store: Store, bytes: Buffer, options: Partial<AuditOptions> = {}) {
  const { auditId, importId } = await begin(store, bytes, options);
  await importOrders({ shopId: store.shopId, importId }, clock);
  await runAudit({ shopId: store.shopId, auditId }, now);
  return await resultOf(store, auditId);
}

type AuditOptions = { readonly rates: Parameters<typeof prepareAudit>[2]["rates"]; readonly scopes: string };

async function begin(
  store: Store,
  bytes: Buffer,
  { rates = tenPercent, scopes }: Partial<AuditOptions> = {},
) {
  const ctx = { shop: shopOf(store, scopes), actor, now: now() };
  const auditId = await uploadAudit(ctx, { bytes, fileName: "referrals.csv" });
  if (isRefusal(auditId)) throw new Error(auditId.reason.code);
  const prepared = await prepareAudit(ctx, auditId, { choices: {}, rates });
  if (isRefusal(prepared) || prepared.questions !== null) throw new Error(JSON.stringify(prepared));
  const importId = await startImport(ctx, { firstDay: prepared.firstDay });
  if (isRefusal(importId)) throw new Error(importId.reason.code);
  expect(await startAudit(ctx, auditId, importId)).toBe(true);
  return { auditId, importId };
}

async function resultOf({ shopId }: Store, auditId: ReferralAuditRow["auditId"]) {
  const row = await findAudit(db(), shopId, auditId);
  const rows = await listAuditRows(db(), shopId, { auditId, first: [], limit: 200, offset: 0 });
  return { row, rows, findings: rows.map(findingOf), sums: await sumsOfAudit(db(), shopId, auditId) };
}

const findingOf = ({ number, finding, differenceMinor }: ReferralAuditRow) => [
  number,
  finding,
  differenceMinor,
];

/** An order from elsewhere, so that the store's own program gives nothing for it. */
const sell = (store: Store, variantId: number, landingSite = "/") =>
  store.order([{ variantId, quantity: 1 }], { landingSite });

const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

const nameOf = ({ name }: { readonly name: string }) => name;
const by = (order: { readonly name: string }, commission: string, email = "ada@x.example") => ({
  order: nameOf(order),
  at: new Date(Date.now() - daysAgo * dayMs),
  email,
  commission,
});

describe("an audit of another app's referrals", () => {
  it("gives each one finding by the store's orders, and posts nothing", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    const [right, much, little, cent, twice, returned, canceled] = Array.from({ length: 7 }, () =>
      sell(store, variantId),
    );
    if (!right || !much || !little || !cent || !twice || !returned || !canceled) {
      throw new Error("No orders.");
    }
    refundOrder(platform.ctx, store.domain, returned.id, {
      lines: [{ lineItemId: returned.line_items[0]?.id ?? 0, quantity: 1 }],
    });
    cancelOrder(platform.ctx, store.domain, canceled.id);
    const { row, findings, sums } = await audit(
      store,
      upPromoteExport([
        by(right, "10.00"),
        by(much, "12.00"),
        by(little, "8.00"),
        by(cent, "10.01"),
        by(twice, "10.00"),
        by(twice, "10.00"),
        by(returned, "10.00"),
        by(canceled, "10.00"),
        by({ name: "#99999" }, "5.00"),
        { ...by(right, "3.00"), order: "" },
        { ...by(right, "1.00"), currency: "EUR" },
        by(right, "ten"),
      ]),
    );
    expect(findings).toEqual([
      [2, "correct", 0n],
      [3, "overpaid", 200n],
      [4, "underpaid", -200n],
      [5, "rounding", 1n],
      [6, "correct", 0n],
      [7, "paid_twice", 1000n],
      [8, "refund_not_reversed", 1000n],
      [9, "canceled_or_test", 1000n],
      [10, "order_not_found", null],
      [11, "not_checked", null],
      [12, "needs_mapping", null],
      [13, "needs_mapping", null],
    ]);
    expect(row).toMatchObject({ status: "done", sealedSample: "", error: "" });
    expect(sums).toContainEqual({
      finding: "overpaid",
      currency: "USD",
      count: 1,
      expectedMinor: 1000n,
      differenceMinor: 200n,
      overMinor: 200n,
      underMinor: 0n,
    });
    expect(await postedEntries(store)).toEqual([]);
  });

  it("reports orders without a referral that name an affiliate of the file", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    daysAgo = 3;
    const first = sell(store, variantId);
    daysAgo = 2;
    const missed = sell(store, variantId, "/?sca_ref=310.AbC");
    sell(store, variantId, "/?sca_ref=999.other");
    daysAgo = 1;
    const last = sell(store, variantId);
    daysAgo = 0;
    // After the last referral, the export may have ended.
    sell(store, variantId, "/?sca_ref=310.AbC");
    await db()
      .update(affiliates)
      .set({ email: "ada@x.example", emailKey: "ada@x.example" })
      .where(eq(affiliates.affiliateId, store.affiliateId));
    await db().insert(importedLinks).values({
      shopId: store.shopId,
      parameter: "sca_ref",
      valueKey: "310.abc",
      value: "310.AbC",
      affiliateId: store.affiliateId,
      createdAt: now(),
    });
    const { rows } = await audit(store, upPromoteExport([by(first, "10.00"), by(last, "10.00")]));
    const unpaid = rows.filter(({ finding }) => finding === "no_commission");
    expect(unpaid).toMatchObject([
      {
        number: 4,
        orderText: missed.name.replace("#", ""),
        label: "ada",
        expectedMinor: 1000n,
        differenceMinor: -1000n,
        reason: { code: "landing_page", name: "sca_ref=310.AbC" },
      },
    ]);
  });

  it("judges each program by its own rate", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    const [one, other] = [sell(store, variantId), sell(store, variantId)];
    const rates = {
      rates: [
        { program: "", kind: "percentage", value: "10" },
        { program: "VIP", kind: "fixed", value: "25,00" },
      ],
      base: {},
    } as const;
    const file = upPromoteExport([by(one, "10.00"), { ...by(other, "25.00"), program: "vip" }]);
    expect((await audit(store, file, { rates })).findings).toEqual([
      [2, "correct", 0n],
      [3, "correct", 0n],
    ]);
  });

  it("doesn't check referrals older than the platform shows, and says which days it covers", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    daysAgo = 90;
    const old = sell(store, variantId);
    const oldRow = by(old, "99.00");
    daysAgo = 0;
    const { row, findings } = await audit(
      store,
      upPromoteExport([oldRow, by(sell(store, variantId), "10.00")]),
    );
    expect(findings).toEqual([
      [2, "not_checked", null],
      [3, "correct", 0n],
    ]);
    expect(row).toMatchObject({ coveredFrom: dayAgo(60), coveredUntil: dayAgo(0) });
  });

  it("checks older referrals with access to all orders", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    daysAgo = 90;
    const oldRow = by(sell(store, variantId), "12.00");
    daysAgo = 0;
    grantAllOrders(platform, store.domain);
    const file = upPromoteExport([oldRow]);
    const { row, findings } = await audit(store, file, { scopes: "read_orders,read_all_orders" });
    expect(findings).toEqual([[2, "overpaid", 200n]]);
    expect(row?.coveredFrom).toBe(dayAgo(120));
  });

  it("waits for the orders, and goes on after its process died", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("100.00");
    const file = upPromoteExport([by(sell(store, variantId), "10.00"), by(sell(store, variantId), "11.00")]);
    const { auditId, importId } = await begin(store, file);
    const payload = { shopId: store.shopId, auditId };
    await runAudit(payload, now);
    expect((await resultOf(store, auditId)).row?.status).toBe("waiting");
    await importOrders({ shopId: store.shopId, importId }, clock);
    await resumeAudits({ shopId: store.shopId, importId });
    const allow = await refuseRows("referral_audit_rows", `new.shop_id = '${store.shopId}'`);
    await expect(runAudit(payload, now)).rejects.toThrow("Failed query");
    await allow();
    expect((await resultOf(store, auditId)).row?.status).toBe("running");
    await runAudit(payload, now);
    await runAudit(payload, now);
    const { row, findings } = await resultOf(store, auditId);
    expect(row?.status).toBe("done");
    expect(findings).toEqual([
      [2, "correct", 0n],
      [3, "overpaid", 100n],
    ]);
  });

  it("refuses wrong rates at their fields, and files that are no table", async () => {
    const store = await openStore(platform);
    const ctx = { shop: shopOf(store), actor, now: now() };
    const pdf = await uploadAudit(ctx, { bytes: Buffer.from("%PDF-1.7\n"), fileName: "x.pdf" });
    expect(pdf).toMatchObject({ errors: [{ field: "file" }] });
    expect(await uploadAudit(ctx, { bytes: Buffer.alloc(0), fileName: "x.csv" })).toMatchObject({
      reason: { code: "file_empty" },
    });
    const auditId = await uploadAudit(ctx, {
      bytes: upPromoteExport([by({ name: "#1" }, "1.00")]),
      fileName: "referrals.csv",
    });
    if (isRefusal(auditId)) throw new Error(auditId.reason.code);
    const rates = {
      rates: [
        { program: "", kind: "percentage", value: "101" },
        { program: "VIP", kind: "fixed", value: "much" },
      ],
      base: {},
    } as const;
    expect(await prepareAudit(ctx, auditId, { choices: {}, rates })).toMatchObject({
      errors: [{ field: "rates.0.value" }, { field: "rates.1.value" }],
    });
  });

  it("is unknown in another store", async () => {
    const [store, other] = [await openStore(platform), await openStore(platform)];
    const [variantId = 0] = store.sell("100.00");
    const { row } = await audit(store, upPromoteExport([by(sell(store, variantId), "10.00")]));
    expect(row && (await findAudit(db(), other.shopId, row.auditId))).toBeNull();
  });
});
