import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { discardImport, uploadImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import { listImportRows } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { decideAhead, importedAnyway } from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { workbookOf } from "../../support/workbook.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const now = new Date("2026-04-01T09:00:00Z");
const ctxOf = ({ shop, actor }: Merchant) => ({ shop, actor, now });
const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
const good = "#1,2026-03-01,ada@x.example,10.00,Approved,USD,link";
const csv = (...rows: readonly string[]) => Buffer.from(`${rows.join("\n")}\n`);

const upload = async (merchant: Merchant, bytes: Buffer) =>
  await uploadImport(ctxOf(merchant), { bytes, fileName: "export.csv", system: null });

async function refusalOf(bytes: Buffer) {
  const merchant = await makeMerchant();
  const answer = await upload(merchant, bytes);
  const { rows } = await db().execute(sql`
    select 1 from file_chunks where shop_id = ${merchant.shopId}
    union all select 1 from file_imports where shop_id = ${merchant.shopId}`);
  expect(rows).toEqual([]);
  if (!isRefusal(answer)) throw new Error("The file was taken.");
  expect(answer.errors.map(({ field }) => field)).toEqual(["file"]);
  return answer.reason;
}

async function withAda() {
  const merchant = await makeMerchant();
  const { affiliateId } = await addAffiliate(merchant, { code: "ADA" });
  const email = { email: "ada@x.example", emailKey: "ada@x.example" };
  await db().update(affiliates).set(email).where(eq(affiliates.affiliateId, affiliateId));
  return merchant;
}

async function checkedRows(merchant: Merchant, bytes: Buffer, choices: ImportChoices = {}) {
  const file = await upload(merchant, bytes);
  if (isRefusal(file)) throw new Error(file.reason.code);
  await decideAhead(file.importId, importedAnyway);
  const checked = await checkImport(ctxOf(merchant), file.importId, choices);
  expect(checked).toEqual({ questions: null });
  const rows = await listImportRows(db(), merchant.shopId, {
    importId: file.importId,
    limit: 100,
    offset: 0,
  });
  return { importId: file.importId, rows };
}

async function imported(merchant: Merchant, bytes: Buffer, choices: ImportChoices = {}) {
  const { importId, rows } = await checkedRows(merchant, bytes, choices);
  await startImport(ctxOf(merchant), importId);
  await runImport({ shopId: merchant.shopId, importId }, () => now);
  return rows;
}

const workbook = workbookOf([head.split(","), good.split(",")]);
const cell = (text: string) => csv(head, good, `#2,2026-03-01,"${text}",1.00,Approved,USD,link`);

describe("files that are refused, with nothing left behind", () => {
  it.each([
    ["a CSV file cut within a quoted cell", csv(head, good, '#2,2026-03-01,"ada'), { row: 3, column: 3 }],
    ["a cell with a byte of zero", cell("a\u0000b"), { row: 3, column: 3 }],
    ["a very long cell", cell("x".repeat(10_001)), { row: 3, column: 3 }],
    ["201 columns", csv(head, good, Array.from({ length: 201 }, () => "1").join(",")), { row: 3 }],
  ])("%s, by row and column", async (_name, bytes, place) => {
    expect(await refusalOf(bytes)).toMatchObject(place);
  });

  it.each([
    ["a workbook whose end is missing", workbook.subarray(0, workbook.length - 40), "file_damaged"],
    ["half a workbook", workbook.subarray(0, workbook.length / 2), "file_damaged"],
    ["another ZIP file", Buffer.from("PK\u0003\u0004 something else"), "file_damaged"],
    ["a PDF", Buffer.from("%PDF-1.7 …"), "file_kind"],
    ["a web page", Buffer.from("<!doctype html><table><tr><td>Email"), "file_kind"],
    ["bytes that are no text", Buffer.from([1, 2, 0, 3, 200, 0, 0, 9]), "file_kind"],
    ["nothing", Buffer.alloc(0), "file_empty"],
    ["a header alone", csv(head), "file_empty"],
    [
      "a workbook of 11 MB",
      Buffer.concat([Buffer.from("PK"), Buffer.alloc(11_000_000, 1)]),
      "file_too_large",
    ],
  ])("%s", async (_name, bytes, code) => {
    expect(await refusalOf(bytes)).toMatchObject({ code });
  });
});

it("a file too many is refused at its field, until one is discarded", async () => {
  const merchant = await makeMerchant();
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, at) => upload(merchant, csv(head, good.replace("#1", `#${at}`)))),
  );
  const more = csv(head, good.replace("#1", "#more"));
  const refused = { reason: { code: "too_many_files", most: 20 }, errors: [{ field: "file" }] };
  expect(await upload(merchant, more)).toMatchObject(refused);
  expect(await uploadAudit(ctxOf(merchant), { bytes: more, fileName: "a.csv" })).toMatchObject(refused);
  expect(isRefusal(await upload(await makeMerchant(), more))).toBe(false);
  const [first] = files;
  if (!first || isRefusal(first)) throw new Error("The file was refused.");
  expect(await discardImport(merchant.shopId, first.importId)).toBe(true);
  expect(isRefusal(await upload(merchant, more))).toBe(false);
});

describe("rows that can't be imported", () => {
  it("are named by row and column, and the others are imported", async () => {
    const merchant = await withAda();
    const rows = await imported(
      merchant,
      csv(
        head,
        good,
        "#2,2026-03-01,ada@x.example,n/a,Approved,USD,link",
        "#3,2026-03-01,ada@x.example,,Approved,USD,link",
        "#4,2026-03-01,ada@x.example,1.00,Approved,Bitcoin,link",
        "#5,2026-03-01,,1.00,Approved,USD,link",
        "#6,2026-03-01,bob@x.example,1.00,Approved,USD,link",
        // The file ends here.
        "#7,2026-03-01,ada@x.example,1.0",
      ),
      { currency: "USD" },
    );
    expect(rows.map(({ number, code, details }) => [number, code, details["column"]])).toEqual([
      [2, "balance_approved", undefined],
      [3, "amount_unreadable", "commission"],
      [4, "amount_missing", "commission"],
      [5, "currency_unknown", "currency"],
      [6, "affiliate_missing", "affiliate_email"],
      [7, "affiliate_unknown", "affiliate_email"],
      [8, "status_unknown", "status"],
    ]);
  });

  it("do no harm, whatever their cells contain", async () => {
    const merchant = await withAda();
    const names = [
      '=HYPERLINK("https://evil.example")',
      "\u202eevil\u202c",
      "<script>alert(1)</script>",
      "a\u0007b\u001bc",
      "\ufeffZoë",
      "{{name}} ${x} %s",
      "'; drop table affiliates; --",
      "\ud83d",
    ];
    const lines = names.map((name, at) => `"${name.replaceAll('"', '""')}",p${at}@x.example`);
    const rows = await imported(merchant, csv("Name,Email", ...lines), { programId: "" });
    expect(rows.map(({ code }) => code)).toEqual(names.map(() => "affiliate_new"));
    const people = await db().select().from(affiliates).where(eq(affiliates.shopId, merchant.shopId));
    const named = new Map(people.map(({ email, name }) => [email, name]));
    expect(named.get("p0@x.example")).toBe(names[0]);
    expect(named.get("p2@x.example")).toBe(names[2]);
    expect(named.get("p3@x.example")).toBe("a b c");
    expect(people.every(({ name }) => name.trim() !== "" && !/\p{Cc}/u.test(name))).toBe(true);
  });
});

const paid = (who: string, order: string) => `${order},2026-03-01,${who},10.00,Paid,USD,link`;

it("rows with endless addresses, or a sign cut in two, stop no job", async () => {
  const merchant = await withAda();
  // No two parts are alike, so that the database can't compress it.
  const long = Array.from({ length: 1200 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36)).join(
    "",
  );
  const amounts = await imported(
    merchant,
    csv(head, paid(`${long}@x.example`, "#1"), paid("b@x.example", `#${long}`)),
  );
  expect(amounts.map(({ outcome, code }) => [outcome, code])).toEqual([
    ["history", "paid_before"],
    ["history", "paid_before"],
  ]);
  const people = await imported(
    merchant,
    csv("Email,Name,Note", `c@x.example,${"n".repeat(199)}😀,${"n".repeat(1999)}😀`),
  );
  expect(people.map(({ outcome, code }) => [outcome, code])).toEqual([["create", "affiliate_new"]]);
});

describe("columns and balances that contradict each other", () => {
  it("a doubled column is a question", async () => {
    const merchant = await makeMerchant();
    const file = await upload(
      merchant,
      csv(
        "order_name,date,affiliate_email,commission,commission,status,currency,tracking_by",
        "#1,2026-03-01,a@x.example,1.00,2.00,Approved,USD,l",
      ),
    );
    if (isRefusal(file)) throw new Error(file.reason.code);
    const checked = await checkImport(ctxOf(merchant), file.importId, {});
    expect(checked).toEqual({ questions: [{ setting: "columns", code: "column_twice", what: "amount" }] });
  });

  it("a balance that differs from its commissions is named, and one that equals them is not", async () => {
    const balances = (amount: string) =>
      csv(
        "full_name,email,referrals,total_sales,commission,tax,total_amount",
        `Ada,ada@x.example,2,200,${amount},0,${amount}`,
      );
    const merchant = await withAda();
    await imported(merchant, csv(head, good, good.replace("#1", "#2")));
    const differing = await checkedRows(merchant, balances("25.00"), { currency: "USD" });
    expect(differing.rows).toMatchObject([
      { outcome: "decide", code: "balance_differs", details: { column: "commission" } },
    ]);
    const equal = await checkedRows(merchant, balances("20.00"), { currency: "USD" });
    expect(equal.rows).toMatchObject([{ outcome: "decide", code: "other_file_imported" }]);
    const other = await withAda();
    await imported(other, balances("25.00"), { currency: "USD" });
    const commissions = await checkedRows(other, csv(head, good, good.replace("#1", "#2")));
    expect(commissions.rows.map(({ code }) => code)).toEqual(["balance_differs", "balance_differs"]);
  });
});
