import { describe, expect, it } from "vitest";
import { detectImport } from "#app/domain/imports/detect-import.ts";
import { programGatherer } from "#app/domain/imports/file-programs.ts";
import { amountRows, personRows } from "#app/domain/imports/import-rows.ts";
import type { ImportChoices, ImportDetection } from "#app/domain/imports/import-reading.ts";
import { dateCell } from "#app/domain/tables/date-cell.ts";
import { tableOf, tableOfText } from "../../support/import-table.ts";
import { fc } from "../../support/properties.ts";

function detect(rows: readonly (readonly string[])[], choices: ImportChoices = {}): ImportDetection {
  const table = tableOf(rows);
  return detectImport(table, choices);
}

const referralHead = [
  " order_name",
  "date",
  "affiliate_name",
  "affiliate_email",
  "total_sales",
  "commission",
  "status",
  "currency",
  "tracking_by",
];

describe("known files", () => {
  it("knows UpPromote's referrals by their header, with its leading space", () => {
    const { reading, isKnownLayout, questions, table } = detect([
      referralHead,
      [
        "#1001",
        "2026-05-01 09:30 AM",
        "Ada",
        "ada@example.com",
        "100.00",
        "10.00",
        "Approved",
        "USD",
        "link",
      ],
      ["#1001", "2026-05-03 09:30 AM", "Ada", "ada@example.com", "-50.00", "-5.00", "Pending", "USD", "link"],
    ]);
    expect([reading.system, reading.kind, isKnownLayout]).toEqual(["uppromote", "referrals", true]);
    expect(questions).toEqual([{ setting: "releaseOn", code: "release_missing", what: "" }]);
    const rows = amountRows(table.sample, { ...reading, releaseOn: "2026-06-01" });
    expect(
      rows.map(({ amountMinor, state, order, releaseDay }) => [amountMinor, state, order, releaseDay]),
    ).toEqual([
      [1000n, "approved", "1001", null],
      [-500n, "pending", "1001", "2026-06-01"],
    ]);
  });

  it("reads GoAffPro's payout id as paid, and never takes order 0 for an order", () => {
    const head = ["Date", "Affiliate ID", "Affiliate Name", "Affiliate Email", "Entity Type", "Event Type"];
    const { reading, table, questions } = detect(
      [
        [...head, "Order Number", "Amount", "Is Paid ?"],
        ["2026-05-01", "7", "Ada", "ada@example.com", "SALES", "ADD", "0", "3.50", "0"],
        ["2026-05-02", "7", "Ada", "ada@example.com", "SALES", "UPDATE", "#22", "-1.25", "8812"],
      ],
      { currency: "EUR" },
    );
    expect(reading.system).toBe("goaffpro");
    expect(questions).toEqual([]);
    expect(
      amountRows(table.sample, reading).map(({ state, order, externalId }) => [state, order, externalId]),
    ).toEqual([
      ["approved", "", "7"],
      ["paid", "22", "7"],
    ]);
  });

  it("takes Post Affiliate Pro's commissions below the name of their section", () => {
    const head = "!TRANSID,!USERID,!RSTATUS,!DATEINSERTED,!PAYOUTSTATUS,!COMMISSION,!ORDERID".split(",");
    const { reading, table } = detect(
      [
        ["[[COMMISSIONS]]"],
        head,
        ["t1", "u1", "A", "2026-05-01 10:00:00", "U", "4.00", "900"],
        ["t2", "u1", "D", "2026-05-01 10:00:00", "U", "4.00", "901"],
        ["t3", "u1", "A", "2026-05-01 10:00:00", "P", "4.00", "902"],
        ["[[AFFILIATES]]"],
        ["!USERID", "!REFID"],
      ],
      { currency: "USD" },
    );
    expect(reading.system).toBe("post_affiliate_pro");
    expect(amountRows(table.sample, reading).map(({ state }) => state)).toEqual([
      "approved",
      "denied",
      "paid",
    ]);
  });

  it("asks for the partner's column that Dub leaves out by default", () => {
    const head = [
      "ID",
      "Type",
      "Amount",
      "Earnings",
      "Currency",
      "Status",
      "Invoice ID",
      "Quantity",
      "Created at",
    ];
    const row = ["cm_1", "sale", "$100.00", "$20.00", "USD", "processed", "", "1", "2026-05-01T00:00:00Z"];
    const { reading, questions } = detect([head, row]);
    expect(reading.system).toBe("dub");
    expect(questions).toEqual([{ setting: "columns", code: "column_missing", what: "email" }]);
  });
});

const read = (cell: string, choices: ImportChoices) => {
  const { table, reading } = detect(
    [
      ["Email", "Balance"],
      ["ada@example.com", cell],
    ],
    { kind: "balances", ...choices },
  );
  const [row] = amountRows(table.sample, reading);
  return row?.fault ?? [row?.amountMinor, row?.currency];
};

describe("a file of any system", () => {
  it.each([",", ";", "\t"])("finds the delimiter %j without known names", (delimiter) => {
    const rows = [
      ["Partner", "E-Adresse", "Saldo", "Notiz"],
      ["Maya", "maya@x.example", "1234.50", "VIP"],
      ["Zoe", "zoe@x.example", "2", "a; b"],
    ];
    const table = tableOfText(rows.map((cells) => cells.join(delimiter)).join("\n"));
    expect(table).toMatchObject({ head: rows[0] });
  });

  it("proposes columns, and asks for unknown words, the currency and the order of days", () => {
    const { reading, questions } = detect([
      ["Affiliate email", "Commission", "Status", "Order", "Date"],
      ["ada@example.com", "1,50", "bezahlt", "7", "01/02/2026"],
    ]);
    expect(reading).toMatchObject({ system: "other", kind: "referrals", amounts: "comma" });
    expect(questions.map(({ code, what }) => [code, what])).toEqual([
      ["date_order", ""],
      ["currency_missing", ""],
      ["word_unknown", "bezahlt"],
    ]);
  });

  it("refuses to choose between two columns with one use", () => {
    const columns = ["email", "amount", "amount"] as const;
    const { questions } = detect(
      [
        ["Email", "Balance", "Unpaid"],
        ["ada@example.com", "1.00", "2.00"],
      ],
      { kind: "balances", columns, currency: "USD" },
    );
    expect(questions).toEqual([{ setting: "columns", code: "column_twice", what: "amount" }]);
  });

  it("reads amounts in cents, with more decimals than the currency, and with the sign of a currency", () => {
    expect(read("1234", { amounts: "cents", currency: "USD" })).toEqual([1234n, "USD"]);
    expect(read("3.33333333333", { amounts: "point", currency: "USD" })).toEqual([333n, "USD"]);
    expect(read("-2.675", { amounts: "point", currency: "USD" })).toEqual([-268n, "USD"]);
    expect(read("(€ 1.234,50)", { amounts: "comma" })).toEqual([-123450n, "EUR"]);
    expect(read("¥500", { amounts: "point" })).toEqual([500n, "JPY"]);
    expect(read("$5.00", { amounts: "point", currency: "CAD" })).toEqual([500n, "CAD"]);
    expect(read("", { currency: "USD" })).toBe("amount_missing");
    expect(read("n/a", { currency: "USD" })).toBe("amount_unreadable");
  });
});

describe("people", () => {
  const head = ["ID", "Name", "Email Address", "Status", "Referral Code", "Referral Link", "Coupon Code"];

  it("keeps names of any script, formulas as text, and plus-addresses", () => {
    const name = fc.constantFrom(
      "Zoë Núñez",
      "李小龍",
      "Жанна",
      "محمد",
      "=HYPERLINK(1)",
      "O'Neil, Ann",
      '"Q"',
    );
    fc.assert(
      fc.property(
        name,
        fc.constantFrom("a+b@x.example", "ADA@Example.com", "ada@xn--bcher.example"),
        (one, email) => {
          const { table, reading } = detect([head, ["1", one, email, "approved", "ADA", "", "?"]]);
          const [row] = personRows(table.sample, reading);
          expect(row).toMatchObject({ fault: null, name: one, email, state: "active", discountCodes: [] });
        },
      ),
    );
  });

  it("takes only the system's own parameter of a link", () => {
    const link = "https://shop.example/?utm_source=x&ref=ada";
    const { table, reading } = detect([
      head,
      ["1", "Ada", "a@x.example", "blocked", "ADA", link, "ADA10, ADA20"],
    ]);
    expect(personRows(table.sample, reading)).toMatchObject([
      { state: "blocked", links: [{ parameter: "ref", value: "ada" }], discountCodes: ["ADA10", "ADA20"] },
    ]);
  });

  it("names the fault of an address", () => {
    const rows = ["", "ada", "a@b", "a b@x.example"].map((email) => [
      "1",
      "A",
      email,
      "approved",
      "",
      "",
      "",
    ]);
    const { table, reading } = detect([head, ...rows]);
    expect(personRows(table.sample, reading).map(({ fault }) => fault)).toEqual([
      "email_missing",
      "email_invalid",
      "email_invalid",
      "email_invalid",
    ]);
  });
});

it.each([
  ["2025-04-21 11:49 AM", "2025-04-21", "11:49:00"],
  ["2025-04-21 12:05 am", "2025-04-21", "00:05:00"],
  ["2025-04-21 12:05:09 PM", "2025-04-21", "12:05:09"],
  ["Apr 21, 2025 1:05 p.m.", "2025-04-21", "13:05:00"],
  ["2025-04-21T13:05:00Z", "2025-04-21", "13:05:00"],
])("reads the day and time of %s", (cell, day, time) => {
  expect(dateCell(cell)).toMatchObject({ days: { ymd: day }, time });
});

const percentage = (value: string) => ({ kind: "percentage", value, currency: null });

const ratesIn = (system: "affiliatewp" | "other", rows: readonly (readonly string[])[]) => {
  const found = detect([["Email", "Commission rate", "Rate Type", "Flat Rate Basis"], ...rows], { system });
  const columns = ["email", "rate", "rateKind", "rateKind"] as const;
  return personRows(found.table.sample, { ...found.reading, columns }).map(({ rate }) => rate);
};

describe("programs and rates", () => {
  it("reads AffiliateWP's fractions, and the basis of its flat rates", () => {
    const rows = [
      ["a@x.example", "0.2", "percentage", "per_product"],
      ["b@x.example", "0.125", "percentage", ""],
      ["c@x.example", "7.50", "flat", "per_order"],
      ["d@x.example", "7.5", "flat", "per_product"],
    ];
    expect(ratesIn("affiliatewp", rows)).toEqual([
      percentage("20"),
      percentage("12.5"),
      { kind: "fixed", value: "7.5", currency: null },
      { kind: "per-item", value: "7.5", currency: null },
    ]);
  });

  it("reads percentages and amounts of other files, and no rate that may be several", () => {
    const cells = ["12.50%", "12,5 %", "15", "€5", "$5.00", "1,250", "-3", "12.345%", "150%", "none", "0"];
    const found = ratesIn(
      "other",
      cells.map((cell, at) => [`p${at}@x.example`, cell, "", ""]),
    );
    expect(found).toEqual([
      percentage("12.5"),
      percentage("12.5"),
      percentage("15"),
      { kind: "fixed", value: "5", currency: "EUR" },
      { kind: "fixed", value: "5", currency: null },
      ...Array.from({ length: 6 }, () => null),
    ]);
  });

  it("lists the programs with a rate only if all their people agree, and people without one if they have rates", () => {
    const found = detect([
      ["Email", "Program", "Rate"],
      ["a@x.example", "VIP", "10%"],
      ["b@x.example", "vip", "10"],
      ["c@x.example", "Mixed", "5%"],
      ["d@x.example", "Mixed", "6%"],
      ["e@x.example", "Mixed", ""],
      ["f@x.example", "", "20%"],
    ]);
    const programs = programGatherer(found.reading);
    programs.add(found.table.sample);
    expect(programs.programs()).toEqual([
      { key: "mixed", name: "Mixed", people: 3, rate: null },
      { key: "vip", name: "VIP", people: 2, rate: percentage("10") },
      { key: "", name: "Affiliates", people: 1, rate: percentage("20") },
    ]);
  });
});
