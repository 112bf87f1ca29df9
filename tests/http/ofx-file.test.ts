import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { readStandardFile } from "#app/http/standard-file.ts";
import { whyOf } from "../support/why.ts";

const one = "pit_01k5zq3w8r4t6y7v9x2b1c0d3e";
const id = one.replace("_", "");

const head = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n";
const transaction = (fields: string) => `<STMTTRN>${fields}</STMTTRN>`;
const paid = `<TRNTYPE>DEBIT<DTPOSTED>20260316120000[-5:EST]<TRNAMT>-1234.50<FITID>F1<NAME>ANN MULLER<MEMO>${id}`;

const statement = (rows: string, { account = "123456789", currency = "USD" } = {}) =>
  `<STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING` +
  `</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331\r\n${rows}</BANKTRANLIST></STMTRS></STMTTRNRS>`;
const sgml = (...statements: string[]) =>
  `${head}<OFX><BANKMSGSRSV1>${statements.join("")}</BANKMSGSRSV1></OFX>\r\n`;

const readAs = (text: string) => readStandardFile(Buffer.from(text, "utf8"));

function rowsOf(rows: string) {
  const read = readAs(sgml(statement(rows)));
  if (read === null || isRefusal(read)) throw new Error(read?.reason.code ?? "It is no OFX.");
  return read.rows;
}

describe("an OFX statement", () => {
  it("in SGML is read with its account, day as written and signed amount", () => {
    expect(readAs(sgml(statement(transaction(paid))))).toEqual({
      format: "ofx",
      rows: [
        {
          number: 1,
          day: "2026-03-16",
          time: null,
          direction: "out",
          amountMinor: 123_450n,
          feeMinor: null,
          otherFee: "",
          currency: "USD",
          payments: [one],
          shopId: "",
          providerItemId: "",
          transactionId: "6789 F1",
          name: "ANN MULLER",
          type: "DEBIT",
          status: "",
          account: "123456789",
          outcome: "paid",
          reason: null,
        },
      ],
    });
  });

  it("in XML, and with line ends between all tags, is read the same", () => {
    const expected = readAs(sgml(statement(transaction(paid))));
    const closed = statement(transaction(paid)).replaceAll(
      /<([A-Z]+)>([^<\r\n]+)(?=[<\r\n])/g,
      "<$1>$2</$1>",
    );
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1>${closed}</BANKMSGSRSV1></OFX>`;
    expect(readAs(xml)).toEqual(expected);
    expect(readAs(sgml(statement(transaction(paid))).replaceAll("<", "\r\n<"))).toEqual(expected);
  });

  it("is read with bare signs, entities, empty tags and Latin letters", () => {
    const rows = transaction(
      `<TRNTYPE>DEBIT<DTPOSTED>20260316<TRNAMT>-5,00<FITID>F2<CHECKNUM><NAME>M&S <Caf\u00e9> &amp; Co&nbsp;Ltd<MEMO>`,
    );
    const bytes = Buffer.from(sgml(statement(rows)), "latin1");
    expect(readStandardFile(bytes)).toMatchObject({
      rows: [{ amountMinor: 500n, name: "M&S <Café> & Co Ltd", outcome: "other" }],
    });
  });

  it("of a credit card and of several accounts is told apart", () => {
    const card = statement(transaction(paid), { account: "4111", currency: "EUR" })
      .replaceAll("STMTRS", "CCSTMTRS")
      .replaceAll("BANKACCTFROM", "CCACCTFROM");
    expect(readAs(sgml(statement(transaction(paid)), card))).toMatchObject({
      rows: [
        { account: "123456789", currency: "USD" },
        { account: "4111", currency: "EUR", transactionId: "4111 F1", outcome: "paid" },
      ],
    });
  });

  it("finds a reference that goes on from the name into the memo", () => {
    const [row] = rowsOf(
      transaction(
        `<TRNTYPE>DEBIT<DTPOSTED>20260316<TRNAMT>-5.00<FITID>F3<NAME>COMMISSION ${id.slice(0, 21)}<MEMO>${id.slice(21)}`,
      ),
    );
    expect(row).toMatchObject({ payments: [one], outcome: "paid" });
  });
});

const change = (from: string, to: string) => transaction(paid.replace(from, to));

describe("a transaction of an OFX statement", () => {
  it.each([
    ["money in with a payment's reference", change("-1234.50", "1234.50"), "returned", "in"],
    ["a plus", change("-1234.50", "+1234.50"), "returned", "in"],
    ["a type that contradicts the sign", change("DEBIT", "CREDIT"), "paid", "out"],
    ["money in", change(id, "Sales").replace("-1234.50", "1234.50"), "incoming", "in"],
    ["money out", change(id, "Rent"), "other", "out"],
    ["a fee", change(id, "Fee").replace("DEBIT", "SRVCHG"), "fee", "out"],
    ["a hold", change("DEBIT", "HOLD"), "on_its_way", "out"],
    [
      "a correction",
      change("<FITID>F1", "<FITID>F1<CORRECTFITID>F0<CORRECTACTION>REPLACE"),
      "unclear",
      "out",
    ],
    [
      "another currency",
      change("<NAME>", "<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY><NAME>"),
      "unclear",
      "out",
    ],
    ["groups", change("-1234.50", "-1,234.50"), "unclear", "unclear"],
    ["nothing", change("-1234.50", "0.00"), "unclear", "unclear"],
    ["three decimals", change("-1234.50", "-1234.505"), "unclear", "unclear"],
    ["an impossible day", change("20260316", "20260231"), "unclear", "out"],
    [
      "two payments that came in",
      change(id, `${id} ${id.slice(0, -1)}f`).replace("-1234", "1234"),
      "unclear",
      "in",
    ],
  ])("with %s is read as such", (_, row, outcome, direction) => {
    expect(rowsOf(row)).toMatchObject([{ outcome, direction }]);
  });

  it("is unclear where an earlier one has its number", () => {
    expect(rowsOf(transaction(paid) + transaction(paid)).map(({ outcome }) => outcome)).toEqual([
      "paid",
      "unclear",
    ]);
  });

  it("is on its way in the list of pending ones", () => {
    const pending = `</BANKTRANLIST><BANKTRANLISTP><STMTTRNP>${paid.replace("DTPOSTED", "DTTRAN")}</STMTTRNP></BANKTRANLISTP><BANKTRANLIST>`;
    expect(rowsOf(pending)).toMatchObject([{ outcome: "on_its_way" }]);
  });
});

describe("an OFX file that is refused as a whole", () => {
  const good = sgml(statement(transaction(paid)));
  it.each<[string, string, string]>([
    [
      "has a document type",
      good.replace("<OFX>", '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>'),
      "file_not_statement.document_type",
    ],
    [
      "has an entity in its body",
      good.replace("ANN", "<!ENTITY a SYSTEM 'file:///etc/passwd'>"),
      "file_not_statement.document_type",
    ],
    [
      "is nested 50 levels deep",
      good.replace("<MEMO>", `${"<A>".repeat(50)}${"</A>".repeat(50)}<MEMO>`),
      "file_not_statement.nesting",
    ],
    ["has a text of 10 kB", good.replace("ANN", "A".repeat(10_001)), "file_not_statement.long_text"],
    ["is cut off", good.slice(0, good.length / 2), "file_damaged"],
    ["closes what it did not open", good.replace("</STMTTRN>", "</STMTTRN></STMTTRN>"), "file_damaged"],
    ["has no transaction", sgml(statement("")), "file_kind.statement_empty"],
    ["is larger than 5 MB", good + " ".repeat(5 * 1024 * 1024), "file_too_large"],
  ])("%s", (_, text, said) => {
    const read = readAs(text);
    expect(isRefusal(read) && [read.refused, whyOf(read)]).toEqual(["invalid", said]);
  });

  it("takes no longer for a long tag, for many tags or for many closing tags", () => {
    const started = performance.now();
    for (const hostile of ["<" + "A".repeat(1_000_000), "<A>".repeat(300_000), "</A>".repeat(300_000)]) {
      expect(readAs(good.replace("ANN", hostile))).not.toBeNull();
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
