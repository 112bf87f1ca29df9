import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { releaseImportedBalances } from "#app/flows/imports/release-balances.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { assignCode, listCodes } from "#app/store/codes.ts";
import { heldTags } from "#app/store/tags.ts";
import { findFileImport, listImportRows } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { importedLinks } from "#app/store/schema/links.ts";
import { owedTo, replay } from "../../support/decided.ts";
import { decideAhead, importedAnyway } from "../../support/import-file.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody, refundBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const importedAt = new Date("2026-04-01T09:00:00Z");
const undoneAt = new Date("2026-04-02T09:00:00Z");
const ctxOf = ({ shop }: Merchant, now = importedAt) => ({
  shop,
  actor: { ...systemActor, name: "Ann" },
  now,
});

const csv = (...rows: readonly string[]) => Buffer.from(`${rows.join("\n")}\n`);

async function upload(merchant: Merchant, bytes: Buffer, choices: ImportChoices = {}) {
  const file = await uploadImport(ctxOf(merchant), { bytes, fileName: "export.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  await decideAhead(file.importId, importedAnyway);
  const checked = await checkImport(ctxOf(merchant), file.importId, choices);
  return { importId: file.importId, checked };
}

async function importFile(merchant: Merchant, bytes: Buffer, choices: ImportChoices = {}) {
  const { importId, checked } = await upload(merchant, bytes, choices);
  expect(checked).toEqual({ questions: null });
  await startImport(ctxOf(merchant), importId);
  await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
  return importId;
}

async function rowsOf({ shopId }: Merchant, importId: Parameters<typeof listImportRows>[2]["importId"]) {
  const rows = await listImportRows(db(), shopId, { importId, limit: 100, offset: 0 });
  return rows.map(({ number, outcome, code }) => [number, outcome, code]);
}

async function faults({ shopId }: Merchant) {
  return (await verifyShop(shopId)).differences.map(differenceText);
}

const peopleHead = "ID,Name,Email Address,Status,Referral Code,Referral Link,Coupon Code";
const referralHead = "order_name,date,affiliate_email,commission,status,currency,tracking_by";

async function withAda() {
  const merchant = await makeMerchant();
  const ada = await addAffiliate(merchant, { code: "ADA" });
  await db()
    .update(affiliates)
    .set({ email: "Ada@x.example", emailKey: "ada@x.example" })
    .where(eq(affiliates.affiliateId, ada.affiliateId));
  return { merchant, ada: ada.affiliateId };
}

describe("people", () => {
  it("imports people with their links, states and programs, and emails nobody", async () => {
    const merchant = await makeMerchant();
    const link = "https://shop.example/?ref=old-ada";
    const file = csv(
      peopleHead,
      `1,Zoë Núñez,zoe@x.example,approved,ZOE,${link},`,
      "2,李小龍,LEE+a@x.example,blocked,ZOE,,",
      "3,Again,ZOE@X.example,approved,,,",
      "4,Nobody,,approved,,,",
    );
    const importId = await importFile(merchant, file, { programId: merchant.programId });
    expect(await rowsOf(merchant, importId)).toEqual([
      [2, "create", "affiliate_new"],
      [3, "create", "affiliate_new"],
      [4, "decide", "email_repeated"],
      [5, "skip", "email_missing"],
    ]);
    const people = await db().select().from(affiliates).where(eq(affiliates.shopId, merchant.shopId));
    const zoe = people.find(({ email }) => email === "zoe@x.example");
    expect(zoe).toMatchObject({ name: "Zoë Núñez", status: "active", referralCode: "ZOE" });
    const lee = people.find(({ email }) => email === "LEE+a@x.example");
    expect(lee).toMatchObject({ status: "suspended" });
    expect(lee?.referralCode).not.toBe("ZOE");
    const links = await db().select().from(importedLinks).where(eq(importedLinks.shopId, merchant.shopId));
    expect(links).toMatchObject([{ parameter: "ref", valueKey: "old-ada", affiliateId: zoe?.affiliateId }]);
    const { rows } = await db().execute(
      sql`select 1 from event_emails where shop_id = ${merchant.shopId} union all
        select 1 from outbox_events where shop_id = ${merchant.shopId}`,
    );
    expect(rows).toEqual([]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("suggests no code that another row has", async () => {
    const merchant = await makeMerchant();
    const file = csv(
      peopleHead,
      "1,Ada,a@x.example,,,,",
      "2,Ada,b@x.example,,ADA,,",
      "3,Ada,c@x.example,,,,",
    );
    await importFile(merchant, file);
    const people = await db().select().from(affiliates).where(eq(affiliates.shopId, merchant.shopId));
    const codes = new Map(people.map(({ email, referralCode }) => [email, referralCode]));
    expect(codes.get("b@x.example")).toBe("ADA");
    expect([codes.get("a@x.example"), codes.get("c@x.example")]).toEqual(["ADA2", "ADA3"]);
  });

  it("suspends them when the import is undone, and restores them with the corrected file", async () => {
    const merchant = await makeMerchant();
    const tagged = csv(`${peopleHead},Tags`, "1,Zoe,zoe@x.example,approved,ZOE,/?ref=z,,VIP");
    const importId = await importFile(merchant, tagged);
    const { shopId } = merchant;
    const zoe = async () =>
      (await db().select().from(affiliates).where(eq(affiliates.shopId, merchant.shopId))).find(
        ({ email }) => email === "zoe@x.example",
      );
    const held = async () => {
      const affiliateId = (await zoe())?.affiliateId;
      if (!affiliateId) throw new Error("There is no Zoe.");
      const codes = await listCodes(db(), shopId, [affiliateId]);
      const tags = await heldTags(db(), shopId, { affiliateId, now: undoneAt });
      return { affiliateId, codes: codes.map(({ code }) => code), tags: tags.map(({ tag }) => tag) };
    };
    const { affiliateId } = await held();
    const owned = { shopId, affiliateId, code: "ZOE10", discountId: null };
    await inTransaction((tx) => assignCode(tx, { ...owned, at: importedAt }));
    expect(await held()).toMatchObject({ codes: ["ZOE10"], tags: ["VIP"] });
    await startUndo(ctxOf(merchant, undoneAt), importId);
    await runImport({ shopId: merchant.shopId, importId }, () => undoneAt);
    expect(await held()).toMatchObject({ codes: [], tags: [] });
    expect(await zoe()).toMatchObject({ status: "suspended" });
    expect(await db().select().from(importedLinks).where(eq(importedLinks.shopId, merchant.shopId))).toEqual(
      [],
    );
    await importFile(merchant, csv(peopleHead, "1,Zoe,zoe@x.example,approved,ZOE,/?ref=z,"));
    expect(await zoe()).toMatchObject({ status: "active" });
    expect(await faults(merchant)).toEqual([]);
  });
});

const pendingRow = (order: string, amount: string) =>
  `${order},2026-03-01,ada@x.example,${amount},Pending,USD,l`;

describe("opening balances", () => {
  it("opens approved and pending amounts, and the sum of the file is what was opened, kept and left", async () => {
    const { merchant, ada } = await withAda();
    const file = csv(
      referralHead,
      "#1,2026-03-01,ada@x.example,10.00,Approved,USD,link",
      "#2,2026-03-02,ADA@x.example,20.00,Pending,USD,link",
      "#2,2026-03-03,ada@x.example,-5.00,Pending,USD,link",
      "#3,2026-03-03,ada@x.example,7.00,Paid,USD,link",
      "#4,2026-03-03,other@x.example,2.00,Approved,USD,link",
      "#5,2026-03-03,ada@x.example,-4.00,Approved,ZAR,link",
    );
    const importId = await importFile(merchant, file, { releaseOn: "2026-05-01" });
    expect(await owedTo(merchant, ada)).toEqual([1500n, 1000n]);
    const done = await findFileImport(db(), merchant.shopId, importId);
    expect(done).toMatchObject({
      status: "done",
      sealedSample: "",
      totals: [
        {
          currency: "USD",
          fileMinor: "3400",
          payableMinor: "1000",
          pendingMinor: "1500",
          leftMinor: "200",
          historyMinor: "700",
        },
        { currency: "ZAR", fileMinor: "-400", payableMinor: "-400", pendingMinor: "0", leftMinor: "0" },
      ],
    });
    expect(await faults(merchant)).toEqual([]);
    await releaseImportedBalances(new Date("2026-04-30T23:59:00Z"));
    expect(await owedTo(merchant, ada)).toEqual([1500n, 1000n]);
    await releaseImportedBalances(new Date("2026-05-01T00:00:00Z"));
    await releaseImportedBalances(new Date("2026-05-01T00:01:00Z"));
    expect(await owedTo(merchant, ada)).toEqual([0n, 2500n]);
    expect(await faults(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
  });

  it("joins a pending refund to its order's commission, and deducts one whose commission was paid", async () => {
    const { merchant, ada } = await withAda();
    const file = csv(
      referralHead,
      pendingRow("#1", "10.00"),
      pendingRow("#2", "-0.50"),
      pendingRow("#1", "-4.00"),
      pendingRow("#3", "2.00"),
      pendingRow("#3", "-2.00"),
      pendingRow("", "1.00"),
      pendingRow("", "1.00"),
    );
    const importId = await importFile(merchant, file, { releaseOn: "2026-05-01" });
    expect(await rowsOf(merchant, importId)).toEqual([
      [2, "create", "balance_pending"],
      [3, "create", "pending_is_below_zero"],
      [4, "create", "merged"],
      [5, "create", "balance_pending"],
      [6, "create", "merged"],
      [7, "create", "balance_pending"],
      [8, "create", "balance_pending"],
    ]);
    const [, , merged] = await listImportRows(db(), merchant.shopId, { importId, limit: 3, offset: 0 });
    expect(merged?.details).toMatchObject({ row: 2 });
    expect(await owedTo(merchant, ada)).toEqual([800n, -50n]);
    expect(await faults(merchant)).toEqual([]);
    // Equal rows are told apart by their count, so a longer export adds only what is new.
    const longer = await importFile(merchant, Buffer.concat([file, csv(pendingRow("", "1.00"))]), {
      releaseOn: "2026-05-01",
    });
    const outcomes = (await rowsOf(merchant, longer)).map(([, , code]) => code);
    expect(outcomes.slice(-3)).toEqual(["imported_before", "imported_before", "balance_pending"]);
    expect(await owedTo(merchant, ada)).toEqual([900n, -50n]);
  });

  it("never opens a commission twice, however many exports contain it", async () => {
    const { merchant, ada } = await withAda();
    const row = "#1,2026-03-01,ada@x.example,10.00,Approved,USD,link";
    await importFile(merchant, csv(referralHead, row));
    const next = await importFile(
      merchant,
      csv(referralHead, row.replace("Approved", "Pending"), row.replace("#1", "#2")),
      { releaseOn: "2026-05-01" },
    );
    expect(await rowsOf(merchant, next)).toEqual([
      [2, "skip", "imported_before"],
      [3, "create", "balance_approved"],
    ]);
    expect(await owedTo(merchant, ada)).toEqual([0n, 2000n]);
    // The system's other file has the same money.
    const balances = csv(
      "full_name,email,referrals,total_sales,commission,tax,total_amount",
      "Ada,ada@x.example,2,200,20.00,0,20.00",
    );
    const other = await importFile(merchant, balances, { currency: "USD" });
    expect(await rowsOf(merchant, other)).toEqual([[2, "decide", "other_file_imported"]]);
    expect(await owedTo(merchant, ada)).toEqual([0n, 2000n]);
  });

  it("is undone by postings, and then the file may be imported again", async () => {
    const { merchant, ada } = await withAda();
    const file = csv(
      referralHead,
      "#1,2026-03-01,ada@x.example,10.00,Approved,USD,l",
      "#2,2026-03-01,ada@x.example,4.00,Pending,USD,l",
      "#3,2026-03-01,ada@x.example,-3.00,Approved,USD,l",
    );
    const importId = await importFile(merchant, file, { releaseOn: "2026-05-01" });
    expect(await owedTo(merchant, ada)).toEqual([400n, 700n]);
    await startUndo(ctxOf(merchant), importId);
    await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
    expect(await owedTo(merchant, ada)).toEqual([0n, 0n]);
    expect(await faults(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
    await importFile(merchant, file, { releaseOn: "2026-05-01" });
    expect(await owedTo(merchant, ada)).toEqual([400n, 700n]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("stops at a killed job, and continues with the next row", async () => {
    const { merchant, ada } = await withAda();
    const rows = Array.from(
      { length: 450 },
      (_, at) => `#${at + 1},2026-03-01,ada@x.example,1.00,Approved,USD,l`,
    );
    const { importId } = await upload(merchant, csv(referralHead, ...rows));
    await startImport(ctxOf(merchant), importId);
    let calls = 0;
    const dying = () => {
      calls += 1;
      if (calls > 1) throw new Error("killed");
      return importedAt;
    };
    await expect(runImport({ shopId: merchant.shopId, importId }, dying)).rejects.toThrow("killed");
    expect(await owedTo(merchant, ada)).toEqual([0n, 20_000n]);
    await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
    await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
    expect(await owedTo(merchant, ada)).toEqual([0n, 45_000n]);
    expect(await faults(merchant)).toEqual([]);
  });
});

const order = (id: number, change: Parameters<typeof orderBody>[0] = {}) =>
  orderBody({ id, createdAt: "2026-03-02T10:00:00Z", ...change });
const row = (id: number, state: string) => `#${id},2026-03-02,ada@x.example,10.00,${state},USD,link`;

describe("orders of the previous app", () => {
  it("never earn here, whether they come before or after the import", async () => {
    const { merchant, ada } = await withAda();
    const [before, later, another] = [nextId(), nextId(), nextId()];
    await deliver(merchant, "orders/create", order(before));
    await emptyInbox();
    await importFile(merchant, csv(referralHead, row(before, "Paid"), row(later, "Approved")));
    expect(await orderRow(merchant, before)).toMatchObject({ credited: false, reason: "previous-app" });
    await deliver(merchant, "orders/create", order(later, { ref: merchant.code }));
    await deliver(merchant, "orders/create", order(another, { ref: merchant.code }));
    await emptyInbox();
    expect(await orderRow(merchant, later)).toMatchObject({ credited: false, reason: "previous-app" });
    expect(await orderRow(merchant, another)).toMatchObject({ credited: true });
    expect(await owedTo(merchant, ada)).toEqual([0n, 1000n]);
    expect(await faults(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
  });

  it("keep what they earned here, and then their rows are skipped", async () => {
    const { merchant, ada } = await withAda();
    const id = nextId();
    await deliver(merchant, "orders/create", order(id, { ref: merchant.code }));
    await emptyInbox();
    const importId = await importFile(merchant, csv(referralHead, row(id, "Approved")));
    expect(await rowsOf(merchant, importId)).toEqual([[2, "skip", "order_credited_here"]]);
    expect(await owedTo(merchant, ada)).toEqual([0n, 0n]);
    expect(await owedTo(merchant)).toEqual([1000n, 0n]);
  });

  it("lower the pending balance of an order that arrives after the import", async () => {
    const { merchant, ada } = await withAda();
    const [id, refunded] = [nextId(), nextId()];
    const file = csv(referralHead, row(id, "Pending"), row(refunded, "Pending"));
    await importFile(merchant, file, { releaseOn: "2026-05-01" });
    await deliver(merchant, "orders/create", order(id, { quantity: 4, price: "25.00" }));
    const refund = refundBody(refunded, { quantity: 1, amount: "25.00" });
    await deliver(
      merchant,
      "orders/create",
      order(refunded, { quantity: 4, price: "25.00", refunds: [refund] }),
    );
    await emptyInbox();
    expect(await owedTo(merchant, ada)).toEqual([2000n, 0n]);
    await deliver(merchant, "refunds/create", refundBody(id, { quantity: 2, amount: "50.00" }));
    await emptyInbox();
    expect(await owedTo(merchant, ada)).toEqual([1500n, 0n]);
    const { rows } = await db().execute(
      sql`select number, todo from imported_balances where shop_id = ${merchant.shopId} order by number`,
    );
    expect(rows).toEqual([
      { number: 2, todo: "" },
      { number: 3, todo: "order_changed" },
    ]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("lower a pending balance with their refunds until its release, and are a to-do afterwards", async () => {
    const { merchant, ada } = await withAda();
    const id = nextId();
    await deliver(merchant, "orders/create", order(id, { quantity: 4, price: "25.00" }));
    await emptyInbox();
    await importFile(merchant, csv(referralHead, row(id, "Pending")), { releaseOn: "2026-05-01" });
    expect(await owedTo(merchant, ada)).toEqual([1000n, 0n]);
    const refund = refundBody(id, { quantity: 1, amount: "25.00" });
    await deliver(merchant, "refunds/create", refund);
    await emptyInbox();
    expect(await owedTo(merchant, ada)).toEqual([750n, 0n]);
    expect(await faults(merchant)).toEqual([]);
    await releaseImportedBalances(new Date("2026-05-01T00:00:00Z"));
    const cancelled = order(id, {
      quantity: 4,
      price: "25.00",
      cancelledAt: "2026-05-02T00:00:00Z",
      updatedAt: "2026-05-02T00:00:00Z",
    });
    await deliver(merchant, "orders/cancelled", cancelled);
    await emptyInbox();
    expect(await owedTo(merchant, ada)).toEqual([0n, 750n]);
    const { rows } = await db().execute(
      sql`select todo from imported_balances where shop_id = ${merchant.shopId}`,
    );
    expect(rows).toEqual([{ todo: "order_changed" }]);
    expect(await faults(merchant)).toEqual([]);
    expect((await replay(merchant)).differences).toEqual([]);
  });
});
