import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { openQuestions } from "#app/domain/statements/detect-reading.ts";
import { detectBytes, readStatementText } from "../../support/read-statement-text.ts";
import { whyOf } from "../../support/why.ts";

const pit = (end: string) => `pit_01kng1dk00yx8csgw6cbxjsy${end}`;

const refusalOf = (bytes: Uint8Array) => {
  const found = detectBytes(bytes);
  return isRefusal(found) ? whyOf(found) : "no refusal";
};

describe("a file that is no CSV statement is refused", () => {
  it.each([
    ["an Excel file", Buffer.from("PK\u0003\u0004\u0000\u0000"), "file_kind.zip"],
    ["a PDF", Buffer.from("%PDF-1.7"), "file_kind.pdf"],
    ["a web page", Buffer.from("<html><table>"), "file_kind.web_page"],
    ["bytes that are no text", Buffer.from([1, 0, 0, 2, 0, 65, 0]), "file_kind.not_csv"],
    ["a header alone", Buffer.from("Date,Amount,Reference\n"), "file_empty"],
    ["blanks", Buffer.from(" \n \n"), "file_empty"],
    [
      "a cell of a million signs",
      Buffer.from(`Date,Amount\n2026-03-05,${"9".repeat(1_000_000)}`),
      "file_cell",
    ],
    ["300 columns", Buffer.from(`Date,Amount\n${"1,".repeat(300)}`), "file_columns"],
    ["50,001 rows", Buffer.from(`Date,Amount,Text\n${"2026-03-05,-1.00,x\n".repeat(50_001)}`), "file_rows"],
  ])("%s", (_what, bytes, message) => {
    expect(refusalOf(bytes)).toBe(message);
  });
});

it("reads a file whose first letters are those of a ZIP file", () => {
  const file = `PK;Datum;Betrag;Währung;Verwendungszweck\n1;05.03.2026;-10,00;EUR;${pit("01")}\n2;06.03.2026;5,00;EUR;x`;
  expect(readStatementText(file).rows.map(({ outcome }) => outcome)).toEqual(["paid", "incoming"]);
});

it("reads S and H behind amounts as their direction, also where the known layout has signs", () => {
  const file = [
    "Concepto|Divisa|Saldo|Importe|Beneficiario|Fecha valor|Fecha operación",
    `${pit("01")}|EUR|900,00|100,00 S|Ann|03-02-2026|03-02-2026`,
    `Sale|EUR|950,00|50,00 H|Shop|03-14-2026|03-14-2026`,
    `${pit("02")}|EUR|930,00|20,00 S|Ann|03-15-2026|03-15-2026`,
  ].join("\n");
  const { rows, detection } = readStatementText(file);
  expect(detection.layout).toBe("Santander");
  expect(rows.map(({ outcome }) => outcome)).toEqual(["paid", "incoming", "paid"]);
});

describe("a row that is not understood is unclear and never paid", () => {
  const rowsOf = (...rows: string[]) =>
    readStatementText(
      [
        "Date,Description,Amount,Currency,Status,Type",
        `2026-03-02,${pit("01")},-10.00,EUR,Completed,Transfer`,
        "2026-03-03,Order,20.00,EUR,Completed,Transfer",
        ...rows,
      ].join("\n"),
    ).rows.slice(2);

  it.each([
    [
      "an amount of another form",
      `2026-03-04,${pit("02")},"-1.000,5",EUR,Completed,Transfer`,
      { code: "row_amount", what: "amount", currency: "EUR" },
    ],
    ["no amount", `2026-03-04,${pit("02")},,EUR,Completed,Transfer`, { code: "row", what: "amount_missing" }],
    [
      "zero",
      `2026-03-04,${pit("02")},0.00,EUR,Completed,Transfer`,
      { code: "row", what: "amount_not_positive" },
    ],
    [
      "more decimals than the currency has",
      `2026-03-04,${pit("02")},-10.50,JPY,Completed,Transfer`,
      { code: "row_amount", what: "amount", currency: "JPY" },
    ],
    [
      "an unknown currency",
      `2026-03-04,${pit("02")},-10.00,XXQ,Completed,Transfer`,
      { code: "row", what: "currency" },
    ],
    [
      "a day that is none",
      `2026-02-30,${pit("02")},-10.00,EUR,Completed,Transfer`,
      { code: "row_day", text: "2026-02-30" },
    ],
    [
      "a day years ago",
      `2006-03-04,${pit("02")},-10.00,EUR,Completed,Transfer`,
      { code: "row_day_far", day: { day: "2006-03-04" } },
    ],
    [
      "a day to come",
      `2026-06-04,${pit("02")},-10.00,EUR,Completed,Transfer`,
      { code: "row_day_far", day: { day: "2026-06-04" } },
    ],
    [
      "cells in other columns",
      `2026-03-04,${pit("02")},-10,00,EUR,Completed,Transfer`,
      { code: "row", what: "width" },
    ],
    [
      "an unknown status",
      `2026-03-04,${pit("02")},-10.00,EUR,Zurechtgelegt,Transfer`,
      { code: "row_word", what: "status", word: "Zurechtgelegt" },
    ],
    [
      "no status beside others",
      `2026-03-04,${pit("02")},-10.00,EUR,,Transfer`,
      { code: "row", what: "status_missing" },
    ],
    [
      "money out that speaks of a return",
      `2026-03-04,RETURN ${pit("02")},-10.00,EUR,Completed,Transfer`,
      { code: "row", what: "back_and_out" },
    ],
    [
      "money in for several payments",
      `2026-03-04,${pit("02")} ${pit("03")},10.00,EUR,Completed,Transfer`,
      { code: "row", what: "names_several" },
    ],
    [
      "money back that names no payment",
      "2026-03-04,Return of transfer,10.00,EUR,Completed,Transfer",
      { code: "row", what: "came_back_unnamed" },
    ],
  ])("%s", (_what, row, reason) => {
    expect(rowsOf(row).map((one) => [one.outcome, one.reason])).toEqual([["unclear", reason]]);
  });

  it("says not paid for a refused payment, though its amount has a minus", () => {
    const [declined, pending] = rowsOf(
      `2026-03-04,${pit("02")},-10.00,EUR,Declined,Transfer`,
      `,${pit("03")},-10.00,EUR,Completed,Transfer`,
    );
    expect([declined?.outcome, pending?.outcome]).toEqual(["not_paid", "on_its_way"]);
  });
});

describe("currencies and accounts", () => {
  it("finds the currency of a file with one row above its total", () => {
    const { rows, asked } = readStatementText(
      `Moeda,Data,D/C,Montante,Descrição\nEUR,2026-03-04,D,10.00,${pit("01")}\nTotal,,,,\n`,
    );
    expect(asked).toEqual([]);
    expect(rows[0]).toMatchObject({ outcome: "paid", currency: "EUR" });
  });

  it("reads whole yen with and without groups, and refuses sen", () => {
    const { rows } = readStatementText(
      `Date,Description,Amount,Currency\n2026-03-02,${pit("01")},"-12,345",JPY\n2026-03-03,Order,980,JPY\n2026-03-04,${pit("02")},-980.5,JPY`,
    );
    expect(rows.map(({ outcome, amountMinor }) => [outcome, amountMinor])).toEqual([
      ["paid", 12_345n],
      ["incoming", 980n],
      ["unclear", null],
    ]);
  });

  it("asks for the account where a file holds two, and reads the rows of the chosen one", () => {
    const file = [
      "Auftragskonto;Buchungstag;Verwendungszweck;Betrag;Währung",
      `DE01;05.03.2026;${pit("01")};-10,00;EUR`,
      `DE02;05.03.2026;${pit("02")};-10,00;EUR`,
      "DE02;05.03.2026;Order;20,00;EUR",
    ].join("\n");
    const { asked, detection } = readStatementText(file);
    expect([asked, detection.questions[0]?.choices]).toEqual([["account"], ["DE01", "DE02"]]);
    expect(readStatementText(file, { account: "DE02" }).rows.map(({ number }) => number)).toEqual([3, 4]);
  });

  it("reads the currency above the header, and skips balances below the rows", () => {
    const { rows, asked } = readStatementText(
      [
        "Numéro de compte : 1;Nom du compte : X;Devise : EUR;",
        "",
        "Solde en fin de période;;;;1234,50",
        "Date;Numéro d'opération;Libellé;Débit;Crédit;Détail;",
        `16/03/26;1;VIR SEPA ANN;-1234,50;;${pit("01")};`,
        "17/03/26;2;VIR;;50,00;x;",
        "Solde en début de période;;;;2419,00",
      ].join("\n"),
    );
    expect([asked, rows.map(({ outcome, currency }) => [outcome, currency])]).toEqual([
      [],
      [
        ["paid", "EUR"],
        ["incoming", "EUR"],
      ],
    ]);
  });

  it("never takes the dollar sign for a currency", () => {
    const file = `Date,Description,Amount\n2026-03-02,${pit("01")},-$10.00\n2026-03-03,Order,$20.00`;
    expect(readStatementText(file).asked).toEqual(["currency"]);
  });
});

describe("references", () => {
  it.each([
    ["with a dash", pit("01").replace("_", "-")],
    ["in capitals without its underscore", pit("01").replace("_", "").toUpperCase()],
    ["glued to other words", `SVWZ+${pit("01").replace("_", "")}EREF+NOTPROVIDED`],
    ["on two lines", `"${pit("01").slice(0, 12)}\n${pit("01").slice(12)}"`],
    ["behind the shop's id", `shp_01kng1dk00yx8csgw6cbxjsy56:${pit("01")}`],
  ])("are found %s", (_form, text) => {
    const { rows } = readStatementText(`Date,Description,Amount,Currency\n2026-03-02,${text},-10.00,EUR`);
    expect(rows.map(({ payments }) => payments)).toEqual([[pit("01")]]);
  });

  it("are not found if they are cut off", () => {
    const cut = pit("01").slice(0, 29);
    const { rows } = readStatementText(
      `Date,Description,Amount,Currency\n2026-03-02,${cut},-10.00,EUR\n2026-03-03,Order,+5.00,EUR`,
    );
    expect(rows.map(({ outcome, payments }) => [outcome, payments])).toEqual([
      ["other", []],
      ["incoming", []],
    ]);
  });
});

it("asks for the meaning of an unknown status until it is given", () => {
  const file = `Date,Description,Amount,Currency,Status\n2026-03-02,${pit("01")},-10.00,EUR,Zurechtgelegt\n2026-03-03,Order,5.00,EUR,Completed`;
  const { detection, rows } = readStatementText(file);
  const lines = [{ number: 2, cells: ["2026-03-02", pit("01"), "-10.00", "EUR", "Zurechtgelegt"] }];
  const words = [{ column: "status", word: "zurechtgelegt", means: "done" }] as const;
  expect(detection.questions.map(({ word }) => word)).toEqual(["Zurechtgelegt"]);
  expect(openQuestions(lines, detection.reading)).toHaveLength(1);
  expect(openQuestions(lines, { ...detection.reading, words })).toEqual([]);
  expect(rows[0]?.outcome).toBe("unclear");
  expect(readStatementText(file, { words }).rows[0]?.outcome).toBe("paid");
});

describe("columns without known names", () => {
  it("are told apart by the balance that moves by the amount", () => {
    const { rows, detection, asked } = readStatementText(
      `2026-03-05;Commission ${pit("01")};-10,00;990,00\n2026-03-06;Order;20,00;1010,00\n2026-03-07;Order;30,00;1040,00`,
      { currency: "EUR" },
    );
    expect(detection.reading.columns).toEqual(["date", "reference", "amount", "balance"]);
    expect([asked, rows.map(({ outcome }) => outcome)]).toEqual([
      ["currency"],
      ["paid", "incoming", "incoming"],
    ]);
  });

  it("are found by their content", () => {
    const file = `When,Sum,Text,Kind\n2026-03-05,3.00,${pit("01")},Debit\n2026-03-06,5.00,Order,Credit`;
    const { rows, detection } = readStatementText(file, { currency: "USD" });
    expect(detection.reading.columns).toEqual(["date", "amount", "reference", "flag"]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["paid", "incoming"]);
  });

  it("are asked if two have the same claim to be the amount", () => {
    const file = `Date,Amount,Amount,Currency,Reference\n2026-03-05,-3.00,-4.00,USD,${pit("01")}\n2026-03-06,5.00,6.00,USD,Order`;
    expect(readStatementText(file).asked).toEqual(["columns"]);
  });

  it("give the other settings once a person has chosen them", () => {
    const file = `A,B,C,D\n13.03.2026,"-1.234,50","7,00",${pit("01")}\n14.03.2026,"5,00","8,00",Order`;
    const columns = ["date", "amount", "skip", "reference"] as const;
    const found = detectBytes(Buffer.from(file), { columns });
    expect(found).toMatchObject({
      reading: { columns, dates: "dmy", decimals: "comma", direction: "minus_is_out" },
      questions: [{ setting: "currency" }],
    });
  });
});
