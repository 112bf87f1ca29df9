import { describe, expect, it } from "vitest";
import { inShort, readStatementText } from "../../support/read-statement-text.ts";

const pit = "pit_01kng1dk00yx8csgw6cbxjsy56";

describe("shapes of real files that were misread", () => {
  it("reads separate debit and credit columns with empty cells", () => {
    const { rows, detection, asked } = readStatementText(
      [
        "Transaction Date,Transaction Type,Transaction Description,Debit Amount,Credit Amount,Balance",
        `16/03/2026,FPO,${pit},1234.50,,100`,
        "17/03/2026,FPI,ORDER,,50.00,150",
      ].join("\n"),
      { currency: "USD" },
    );
    expect([detection.layout, asked]).toEqual(["Lloyds, Halifax, TSB", []]);
    expect(rows.map(inShort)).toEqual([
      [2, "2026-03-16", "paid", 123_450n, null, "USD"],
      [3, "2026-03-17", "incoming", 5000n, null, "USD"],
    ]);
    expect(rows[0]?.payments).toEqual([pit]);
  });

  it.each([
    ["an explicit plus", "+", []],
    ["the running balance", "", []],
  ])("reads money that came back by %s", (_witness, plus, asked) => {
    const found = readStatementText(
      [
        "Date,Description,Amount,Balance",
        `2026-04-05,BOUNCED ${pit},${plus}1234.50,9000.00`,
        `2026-04-06,ORDER,${plus}50.00,9050.00`,
      ].join("\n"),
      { currency: "USD" },
    );
    expect(found.asked).toEqual(["currency", ...asked]);
    expect(found.rows.map(inShort)).toEqual([
      [2, "2026-04-05", "returned", 123_450n, null, "USD"],
      [3, "2026-04-06", "incoming", 5000n, null, "USD"],
    ]);
  });

  it("asks how money that left is written if neither a sign nor a balance tells", () => {
    const file = `Date,Description,Amount\n2026-04-05,${pit},1234.50\n2026-04-06,ORDER,50.00`;
    expect(readStatementText(file, { currency: "USD" }).asked).toEqual(["currency", "direction"]);
    const outcomesWith = (direction: "minus_is_out" | "plus_is_out") =>
      readStatementText(file, { currency: "USD", direction }).rows.map(({ outcome }) => outcome);
    expect(outcomesWith("minus_is_out")).toEqual(["returned", "incoming"]);
    expect(outcomesWith("plus_is_out")).toEqual(["paid", "other"]);
  });

  it("finds the header below lines about the account", () => {
    const { rows, detection, asked } = readStatementText(
      [
        "Umsatzanzeige;Datei erstellt am: 09.03.2026 15:23",
        "",
        "IBAN;DE00",
        "Kontoname;Girokonto",
        "Zeitraum;17.02.2026 - 09.03.2026",
        "",
        "Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung",
        `06.03.2026;06.03.2026;Ann;Überweisung;${pit};-1.234,50;EUR`,
      ].join("\n"),
    );
    expect([detection.reading.headerLine, asked]).toEqual([7, []]);
    expect(rows.map(inShort)).toEqual([[8, "2026-03-06", "paid", 123_450n, null, "EUR"]]);
  });

  it("reads years of two digits", () => {
    const { rows, asked } = readStatementText(
      [
        '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"',
        `"DE00";"06.03.26";"06.03.26";"ONLINE-UEBERWEISUNG";"${pit}";"Ann";"-1234,50";"EUR";"Umsatz gebucht"`,
      ].join("\n"),
    );
    expect(asked).toEqual([]);
    expect(rows.map(inShort)).toEqual([[2, "2026-03-06", "paid", 123_450n, null, "EUR"]]);
  });

  it("lets the sign decide where types are unknown", () => {
    const { rows, asked } = readStatementText(
      [
        "Details,Posting Date,Description,Amount,Type,Balance",
        `DEBIT,03/16/2026,TO ANN ${pit},-1234.50,ACH_DEBIT,9000.00`,
        `CREDIT,03/18/2026,RETURN ${pit},1234.50,ACH_CREDIT,10234.50`,
      ].join("\n"),
    );
    expect(asked).toEqual([]);
    expect(rows.map(inShort)).toEqual([
      [2, "2026-03-16", "paid", 123_450n, null, "USD"],
      [3, "2026-03-18", "returned", 123_450n, null, "USD"],
    ]);
  });

  it("reads PayPal's activity of a German account", () => {
    const { rows, asked } = readStatementText(
      [
        '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Empfänger E-Mail-Adresse","Transaktionscode","Zollnummer"',
        `"06.03.2026","07:47:30","CET","Ann","Massenzahlung","Abgeschlossen","EUR","-1.000,00","-2,00","-1.002,00","ann@example.com","8L0000000S000000N","${pit}"`,
      ].join("\n"),
    );
    expect(asked).toEqual([]);
    expect(rows.map(inShort)).toEqual([[2, "2026-03-06", "paid", 100_000n, 200n, "EUR"]]);
  });

  it("finds a reference that the bank broke in two", () => {
    const broken = `${pit.slice(0, 27)} ${pit.slice(27)}`;
    const { rows } = readStatementText(
      [
        "Buchungstag;Verwendungszweck;Betrag;Währung",
        `06.03.2026;SVWZ+${broken} EREF+NOTPROVIDED;-1234,50;EUR`,
      ].join("\n"),
    );
    expect(rows.map(({ payments }) => payments)).toEqual([[pit]]);
    expect(rows.map(inShort)).toEqual([[2, "2026-03-06", "paid", 123_450n, null, "EUR"]]);
  });

  it("takes the fee that an amount holds for a fee", () => {
    const { rows, asked } = readStatementText(
      [
        '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Payee Name","Total fees","Transaction Type"',
        `TRANSFER-1,06-03-2026,-1234.89,EUR,"Sent money to Ann",${pit},500.00,Ann,0.39,DEBIT`,
      ].join("\n"),
    );
    expect(asked).toEqual([]);
    expect(rows.map(inShort)).toEqual([[2, "2026-03-06", "paid", 123_450n, 39n, "EUR"]]);
  });
});
