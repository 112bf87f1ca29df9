import { describe, expect, it } from "vitest";
import { auditRows } from "#app/domain/audit/audit-rows.ts";
import { namesInOrder } from "#app/domain/audit/named-in-order.ts";
import { detectImport } from "#app/domain/imports/detect-import.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { tableOf } from "../../support/import-table.ts";
import { orderOf } from "../order-of.ts";

function detect(rows: readonly (readonly string[])[], choices: ImportChoices = {}) {
  const table = tableOf(rows);
  return detectImport(table, { ...choices, kind: "referrals" }, "audit");
}

describe("a file of referrals", () => {
  it("names affiliates by their coupon, and has programs", () => {
    const { reading, table, questions } = detect([
      [
        " order_name",
        "date",
        "affiliate_name",
        "affiliate_email",
        "commission",
        "status",
        "currency",
        "tracking_by",
        "affiliate_coupon",
        "program_name",
      ],
      [
        "#1001",
        "2026-05-01 09:30 AM",
        "Ada",
        "Ada@x.example",
        "10.00",
        "Pending",
        "USD",
        "link",
        "ADA10",
        "VIP",
      ],
    ]);
    // The release date matters to imports alone.
    expect([reading.system, questions]).toEqual(["uppromote", []]);
    expect(auditRows(table.sample, reading)).toMatchObject([
      {
        affiliateKey: "ada@x.example",
        name: "Ada",
        order: "1001",
        day: "2026-05-01",
        amountMinor: 1000n,
        state: "pending",
        program: "VIP",
        names: ["code:ada10"],
      },
    ]);
  });

  it("needs neither addresses nor states", () => {
    const { reading, table, questions } = detect(
      [
        ["First Name", "Last Name", "Conversion Date", "Order ID", "Revenue", "Commission"],
        ["Ada", "Lovelace", "2026-05-01", "1001", "100.00", "10.00"],
      ],
      { currency: "USD" },
    );
    expect(questions).toEqual([]);
    expect(auditRows(table.sample, reading)).toMatchObject([
      { fault: null, affiliateKey: "ada lovelace", state: "approved", amountMinor: 1000n },
    ]);
  });

  it("knows the links of AffiliateWP by name and id", () => {
    const { reading, table } = detect([
      ["Affiliate ID", "Email", "Name", "Username", "Amount", "Currency", "Reference", "Status", "Date"],
      ["7", "ada@x.example", "Ada", "ada", "10", "USD", "1001", "paid", "2026-05-01"],
    ]);
    expect(auditRows(table.sample, reading)[0]?.names).toEqual(["link:ref=ada", "link:ref=7"]);
  });

  it("needs an order, a date and an amount", () => {
    const { questions } = detect([
      ["first_name", "last_name", "email", "signup_source"],
      ["Ada", "Lovelace", "ada@x.example", "form"],
    ]);
    expect(questions.map(({ code, what }) => `${code} ${what}`)).toEqual(
      expect.arrayContaining(["column_missing order", "column_missing date", "column_missing amount"]),
    );
  });
});

const keysOf = (landingSite: string | null, discountCodes: readonly string[] = []) =>
  namesInOrder(orderOf({ landingSite, discountCodes })).map(({ key }) => key);

it("finds codes, landing pages and discount links of an order", () => {
  expect(keysOf("/?sca_ref=310.AbC&utm_source=x", ["Ada10"])).toEqual([
    "code:ada10",
    "link:sca_ref=310.abc",
    "link:utm_source=x",
  ]);
  expect(keysOf("/discount/ADA%2010?redirect=%2F%3Fref%3Dada")).toEqual([
    "link:redirect=/?ref=ada",
    "link:ref=ada",
    "code:ada 10",
  ]);
  expect(keysOf("/discount/%E0%A4%A")).toEqual(["code:%e0%a4%a"]);
  expect(keysOf(null)).toEqual([]);
});
