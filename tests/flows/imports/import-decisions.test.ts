import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addLifetimeCustomer, readLifetimeCustomers } from "#app/flows/attribution/lifetime-customers.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import type { FileImportId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { assignCode, listCodes } from "#app/store/codes.ts";
import { findFileImport, listImportRows } from "#app/store/file-imports.ts";
import { sumsOfImport } from "#app/store/imported-balances.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { importedLinks } from "#app/store/schema/links.ts";
import { addTags, heldTags } from "#app/store/tags.ts";
import { owedTo } from "../../support/decided.ts";
import {
  affiliateAt,
  checkFile,
  csvFile,
  decide,
  faultsOf,
  importContext,
  importedAt,
  type Merchant,
  rowsOfFile,
  runFile,
  undoFile,
  undoneAt,
} from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";

const referralHead = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
const referrals = csvFile(
  referralHead,
  "#1,2026-03-01,ada@x.example,10.00,Approved,USD,link",
  "#2,2026-03-01,old@x.example,4.00,Approved,USD,link",
  "#3,2026-03-02,OLD@x.example,5.00,Approved,USD,link",
  "#4,2026-03-02,gone@x.example,7.00,Approved,USD,link",
  "#5,2026-03-02,ada@x.example,€3.00,Approved,USD,link",
  "#6,2026-03-02,ada@x.example,€2.00,Approved,USD,link",
);

const totalsOf = async ({ shopId }: Merchant, importId: string) =>
  (await findFileImport(db(), shopId, importId))?.totals;

async function availableOf({ shopId }: Merchant, importId: FileImportId) {
  const sums = await sumsOfImport(db(), shopId, importId);
  return sums.map(({ currency, payableMinor }) => [currency, payableMinor]);
}

describe("decisions about amounts", () => {
  it("are kept with the import, change its totals, and are followed by it", async () => {
    const merchant = await makeMerchant();
    const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
    const { importId, checked } = await checkFile(merchant, referrals);
    expect(checked).toEqual({ questions: null });
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "create", "balance_approved"],
      [3, "decide", "affiliate_unknown"],
      [4, "decide", "affiliate_unknown"],
      [5, "decide", "affiliate_unknown"],
      [6, "decide", "currency_differs"],
      [7, "decide", "currency_differs"],
    ]);
    expect(await totalsOf(merchant, importId)).toMatchObject([
      { currency: "USD", fileMinor: "2600", payableMinor: "1000", leftMinor: "1600" },
    ]);
    const assign = { action: "assign", affiliateId: ada } as const;
    const euros = { action: "import", currency: "EUR" } as const;
    const decided = await decide(
      merchant,
      importId,
      { key: "affiliate_unknown:old@x.example", decision: assign },
      { key: "affiliate_unknown:*", decision: { action: "skip" } },
      { key: "currency_differs:6", decision: euros },
    );
    expect(decided).toEqual({ questions: null });
    const after = [
      [2, "create", "balance_approved"],
      [3, "create", "balance_approved"],
      [4, "create", "balance_approved"],
      [5, "skip", "affiliate_unknown"],
      [6, "create", "balance_approved"],
      [7, "decide", "currency_differs"],
    ];
    expect(await rowsOfFile(merchant, importId)).toEqual(after);
    // Another check of the same file keeps them.
    await checkImport(importContext(merchant), importId, {});
    expect(await rowsOfFile(merchant, importId)).toEqual(after);
    expect(await totalsOf(merchant, importId)).toMatchObject([
      { currency: "EUR", fileMinor: "300", payableMinor: "300" },
      { currency: "USD", fileMinor: "2600", payableMinor: "1900", leftMinor: "700" },
    ]);
    await runFile(merchant, importId);
    expect(await availableOf(merchant, importId)).toEqual([
      ["EUR", 300n],
      ["USD", 1900n],
    ]);
    expect(await rowsOfFile(merchant, importId)).toEqual(after);
    expect((await findFileImport(db(), merchant.shopId, importId))?.decisions).toEqual({});
    expect(await faultsOf(merchant)).toEqual([]);
    await undoFile(merchant, importId);
    expect(await availableOf(merchant, importId)).toEqual([
      ["EUR", 0n],
      ["USD", 0n],
    ]);
    expect(await faultsOf(merchant)).toEqual([]);
  });

  it("are needed for orders that the store lacks and for other currencies", async () => {
    const merchant = await makeMerchant();
    await affiliateAt(merchant, "ADA", "ada@x.example");
    const bytes = csvFile(
      referralHead,
      "#A1,2026-03-01,ada@x.example,10.00,Pending,USD,link",
      "#a1,2026-03-02,ada@x.example,-4.00,Pending,USD,link",
      "#B2,2026-03-01,ada@x.example,7.00,Approved,EUR,link",
      ",2026-03-01,ada@x.example,2.00,Approved,EUR,link",
      ",2026-03-01,ada@x.example,1.00,Approved,JPY,link",
      "#C3,2026-03-01,ada@x.example,9.00,Paid,EUR,link",
    );
    const { importId } = await checkFile(merchant, bytes, { releaseOn: "2026-05-01" }, {});
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "decide", "order_unknown"],
      [3, "decide", "order_unknown"],
      [4, "decide", "order_unknown"],
      [5, "decide", "currency_foreign"],
      [6, "decide", "currency_foreign"],
      [7, "history", "paid_before"],
    ]);
    const anyway = { action: "import" } as const;
    await decide(
      merchant,
      importId,
      { key: "order_unknown:a1", decision: anyway },
      { key: "order_unknown:b2", decision: anyway },
      { key: "currency_foreign:EUR", decision: anyway },
      { key: "currency_foreign:*", decision: { action: "skip" } },
    );
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "create", "balance_pending"],
      [3, "create", "merged"],
      [4, "create", "balance_approved"],
      [5, "create", "balance_approved"],
      [6, "skip", "currency_foreign"],
      [7, "history", "paid_before"],
    ]);
    await runFile(merchant, importId);
    expect(await totalsOf(merchant, importId)).toMatchObject([
      { currency: "EUR", fileMinor: "1800", historyMinor: "900", payableMinor: "900", leftMinor: "0" },
      { currency: "JPY", fileMinor: "1", payableMinor: "0", leftMinor: "1" },
      { currency: "USD", fileMinor: "600", pendingMinor: "600", leftMinor: "0" },
    ]);
    expect(await faultsOf(merchant)).toEqual([]);
  });

  it("may come after the import: the file is uploaded again, and the rest is imported once", async () => {
    const merchant = await makeMerchant();
    const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
    const first = await checkFile(merchant, referrals);
    await runFile(merchant, first.importId);
    expect(await owedTo(merchant, ada)).toEqual([0n, 1000n]);
    const again = await checkFile(merchant, referrals);
    expect(again.importId).not.toBe(first.importId);
    const assign = { action: "assign", affiliateId: ada } as const;
    await decide(
      merchant,
      again.importId,
      { key: "affiliate_unknown:old@x.example", decision: assign },
      { key: "affiliate_unknown:*", decision: { action: "skip" } },
      { key: "currency_differs:*", decision: { action: "skip" } },
    );
    expect(await rowsOfFile(merchant, again.importId)).toEqual([
      [2, "skip", "imported_before"],
      [3, "create", "balance_approved"],
      [4, "create", "balance_approved"],
      [5, "skip", "affiliate_unknown"],
      [6, "skip", "currency_differs"],
      [7, "skip", "currency_differs"],
    ]);
    await runFile(merchant, again.importId);
    expect(await owedTo(merchant, ada)).toEqual([0n, 1900n]);
    // Nothing is left to decide, so the file is this import.
    const third = await uploadImport(importContext(merchant), {
      bytes: referrals,
      fileName: "export.csv",
      system: null,
    });
    expect(third).toMatchObject({ importId: again.importId, status: "done" });
    expect(await faultsOf(merchant)).toEqual([]);
  });

  it("may import the system's other file, and be withdrawn", async () => {
    const merchant = await makeMerchant();
    const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
    const first = await checkFile(
      merchant,
      csvFile(referralHead, "#1,2026-03-01,ada@x.example,10.00,Approved,USD,l"),
    );
    await runFile(merchant, first.importId);
    const balances = csvFile(
      "full_name,email,referrals,total_sales,commission,tax,total_amount",
      "Ada,ada@x.example,2,200,20.00,0,20.00",
    );
    const { importId } = await checkFile(merchant, balances, { currency: "USD" });
    const key = "other_file_imported:*";
    await decide(merchant, importId, { key, decision: { action: "import" } });
    expect(await rowsOfFile(merchant, importId)).toEqual([[2, "create", "balance_approved"]]);
    await decide(merchant, importId, { key, decision: null });
    expect(await rowsOfFile(merchant, importId)).toEqual([[2, "decide", "balance_differs"]]);
    await decide(merchant, importId, { key, decision: { action: "import" } });
    await runFile(merchant, importId);
    expect(await owedTo(merchant, ada)).toEqual([0n, 3000n]);
  });

  it("are needed for an order's commission that a file read in another way had", async () => {
    const merchant = await makeMerchant();
    const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
    const first = await checkFile(
      merchant,
      csvFile(
        referralHead,
        "#1,2026-03-01,ada@x.example,10.00,Approved,USD,l",
        "#2,2026-03-01,ada@x.example,10.00,Pending,USD,l",
      ),
      { releaseOn: "2026-05-01" },
    );
    await runFile(merchant, first.importId);
    expect(await owedTo(merchant, ada)).toEqual([1000n, 1000n]);
    const edited = csvFile(
      "Order,Email,Commission,Status,Currency",
      "#1,ada@x.example,10.00,Approved,USD",
      "#2,ada@x.example,10.00,Pending,USD",
      "#2,ada@x.example,-4.00,Pending,USD",
      "#3,ada@x.example,10.00,Approved,USD",
    );
    const { importId, checked } = await checkFile(merchant, edited, {
      system: "other",
      kind: "referrals",
      columns: ["order", "email", "amount", "status", "currency"],
      words: { approved: "approved", pending: "pending" },
      releaseOn: "2026-05-01",
    });
    expect(checked).toEqual({ questions: null });
    const twoAsked = [
      [2, "decide", "order_imported"],
      [3, "decide", "order_imported"],
      [4, "create", "pending_is_below_zero"],
      [5, "create", "balance_approved"],
    ];
    expect(await rowsOfFile(merchant, importId)).toEqual(twoAsked);
    expect(await totalsOf(merchant, importId)).toMatchObject([
      { fileMinor: "2600", payableMinor: "600", leftMinor: "2000" },
    ]);
    const all = { key: "order_imported:*", decision: { action: "import" } } as const;
    await decide(merchant, importId, all, { key: "order_imported:2", decision: { action: "skip" } });
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "skip", "order_imported"],
      [3, "create", "balance_pending"],
      [4, "create", "merged"],
      [5, "create", "balance_approved"],
    ]);
    await decide(merchant, importId, { ...all, decision: null }, { key: "order_imported:2", decision: null });
    expect(await rowsOfFile(merchant, importId)).toEqual(twoAsked);
    await runFile(merchant, importId);
    expect(await owedTo(merchant, ada)).toEqual([1000n, 1600n]);
    expect(await faultsOf(merchant)).toEqual([]);
  });

  it("are refused if they name nobody of the store, or don't fit", async () => {
    const merchant = await makeMerchant();
    const stranger = await affiliateAt(await makeMerchant(), "X", "x@x.example");
    const { importId } = await checkFile(merchant, referrals);
    const skip = { action: "skip" } as const;
    for (const change of [
      { key: "affiliate_unknown:old@x.example", decision: { action: "assign", affiliateId: stranger } },
      { key: "affiliate_unknown:*", decision: { action: "assign", affiliateId: stranger } },
      { key: "affiliate_unknown:old@x.example", decision: { action: "merge" } },
      { key: "currency_differs:6", decision: { action: "import" } },
      { key: "imported_before:6", decision: skip },
      { key: "", decision: skip },
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(isRefusal(await decide(merchant, importId, change))).toBe(true);
    }
    await runFile(merchant, importId);
    expect(isRefusal(await decide(merchant, importId, { key: "affiliate_unknown:*", decision: skip }))).toBe(
      true,
    );
  });
});

const peopleHead = "ID,Name,Email Address,Status,Referral Code,Referral Link,Coupon Code,Tags";

async function partsOf(
  { shopId }: Merchant,
  affiliateId: Awaited<ReturnType<typeof affiliateAt>>,
  now = importedAt,
) {
  const links = await db().select().from(importedLinks).where(eq(importedLinks.affiliateId, affiliateId));
  return {
    tags: (await heldTags(db(), shopId, { affiliateId, now })).map(({ tag }) => tag),
    links: links.map(({ valueKey }) => valueKey),
    codes: (await listCodes(db(), shopId, [affiliateId])).map(({ code }) => code),
  };
}

describe("decisions about people", () => {
  it("merge a repeated person, and somebody of the store under another address", async () => {
    const merchant = await makeMerchant();
    const bea = await affiliateAt(merchant, "BEA", "bea@x.example");
    await inTransaction((tx) =>
      addTags(tx, { shopId: merchant.shopId, affiliateId: bea, tags: ["Old"], now: importedAt }),
    );
    const file = csvFile(
      peopleHead,
      "1,Zoe,zoe@x.example,approved,ZOE,/?ref=z1,,A",
      "2,Zoe,ZOE@x.example,approved,ZOE2,/?ref=z2,,B",
      "3,Bea,bea@old.example,approved,BEA,/?ref=b1,,New",
      "4,Cy,cy@x.example,approved,BEA,/?ref=c1,,",
      "5,Zoe,zoe@x.example,approved,,/?ref=z3,,",
    );
    const { importId } = await checkFile(merchant, file);
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "create", "affiliate_new"],
      [3, "decide", "email_repeated"],
      [4, "decide", "affiliate_similar"],
      [5, "decide", "affiliate_similar"],
      [6, "decide", "email_repeated"],
    ]);
    const merge = { action: "merge" } as const;
    await decide(
      merchant,
      importId,
      { key: "email_repeated:3", decision: merge },
      { key: "affiliate_similar:4", decision: merge },
      { key: "affiliate_similar:5", decision: { action: "create" } },
    );
    expect(await rowsOfFile(merchant, importId)).toEqual([
      [2, "create", "affiliate_new"],
      [3, "change", "affiliate_merged"],
      [4, "change", "affiliate_merged"],
      [5, "create", "affiliate_new"],
      [6, "decide", "email_repeated"],
    ]);
    const [zoeRow, , beaRow] = await listImportRows(db(), merchant.shopId, { importId, limit: 9, offset: 0 });
    expect(zoeRow?.details["changes"]).toEqual([
      { field: "status", from: "", to: "active" },
      { field: "referralCode", from: "", to: "ZOE" },
      { field: "links", from: "", to: "ref=z1" },
      { field: "tags", from: "", to: "A" },
    ]);
    expect(beaRow?.details["changes"]).toEqual([
      { field: "links", from: "", to: "ref=b1" },
      { field: "tags", from: "Old", to: "Old, New" },
    ]);
    await runFile(merchant, importId);
    const all = await db().select().from(affiliates).where(eq(affiliates.shopId, merchant.shopId));
    const [zoe, cy] = ["zoe@x.example", "cy@x.example"].map((email) =>
      all.find((one) => one.emailKey === email),
    );
    if (!zoe || !cy) throw new Error("Somebody was not imported.");
    expect(all.map(({ emailKey }) => emailKey)).not.toContain("bea@old.example");
    expect(await partsOf(merchant, zoe.affiliateId)).toMatchObject({ tags: ["A", "B"], links: ["z1", "z2"] });
    expect(await partsOf(merchant, bea)).toEqual({ tags: ["New", "Old"], links: ["b1"], codes: [] });
    expect(cy.referralCode).not.toBe("BEA");

    // The undo takes away what was added to Bea, and leaves what she had.
    await undoFile(merchant, importId);
    expect(await partsOf(merchant, bea, undoneAt)).toEqual({ tags: ["Old"], links: [], codes: [] });
    expect(await faultsOf(merchant)).toEqual([]);
  });

  it("take codes away with the undo, unless the affiliate has earned since", async () => {
    const merchant = await makeMerchant();
    const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
    const file = csvFile(peopleHead, '1,Ada,ada@x.example,approved,,,"ADA5,ADA9",');
    const { importId } = await checkFile(merchant, file);
    await runFile(merchant, importId);
    const owned = { shopId: merchant.shopId, affiliateId: ada, discountId: null, at: importedAt };
    for (const code of ["ADA5", "OWN"]) {
      // oxlint-disable-next-line no-await-in-loop
      await inTransaction((tx) => assignCode(tx, { ...owned, code }));
    }
    await undoFile(merchant, importId);
    expect((await partsOf(merchant, ada, undoneAt)).codes).toEqual(["OWN"]);
  });
});

it("moves a lifetime customer, and the undo moves them back", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  const [ada, bea] = [
    await affiliateAt(merchant, "ADA", "ada@x.example"),
    await affiliateAt(merchant, "BEA", "bea@x.example"),
  ];
  const before = importContext(merchant, new Date("2026-03-01T09:00:00Z"));
  await addLifetimeCustomer(before, { email: "one@c.example", affiliate: bea });
  const file = csvFile(
    "id,Date,Affiliate ID,Affiliate Email,Referral code,Customer Email,Customer Name,Source",
    "1,2025-01-02,7,ada@x.example,ADA,one@c.example,One,order",
    "2,2025-01-02,8,who@x.example,WHO,two@c.example,Two,order",
  );
  const { importId } = await checkFile(merchant, file);
  await decide(
    merchant,
    importId,
    { key: "customer_taken:*", decision: { action: "move" } },
    { key: "affiliate_unknown:who@x.example", decision: { action: "assign", affiliateId: bea } },
  );
  expect(await rowsOfFile(merchant, importId)).toEqual([
    [2, "create", "customer_moved"],
    [3, "create", "customer_new"],
  ]);
  await runFile(merchant, importId);
  const ownerOf = async (email: string) => {
    const found = await readLifetimeCustomers(shopId, { email, status: "active", page: 1, limit: 10 });
    return isRefusal(found) ? found : found.bindings.map(({ affiliate }) => affiliate.id);
  };
  expect([await ownerOf("one@c.example"), await ownerOf("two@c.example")]).toEqual([[ada], [bea]]);
  await undoFile(merchant, importId);
  expect([await ownerOf("one@c.example"), await ownerOf("two@c.example")]).toEqual([[bea], []]);
});
