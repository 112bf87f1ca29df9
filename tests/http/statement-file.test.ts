import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { type FileSaid, readStatementFile } from "#app/http/statement-file.ts";

const shop = "shp_01kng1dk00yx8csgw6cbxjsy56";
const pit = (end: string) => `pit_01kng1dk00yx8csgw6cbxjsy${end}`;

const said: FileSaid = { provider: "paypal", timeZone: "UTC" };
const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number,To Email Address";
const row = (
  end: string,
  gross = "-12.50",
  more: Partial<Record<"date" | "status" | "type" | "txn", string>> = {},
) =>
  [
    more.date ?? "2026-03-05",
    more.type ?? "Mass Payment",
    more.status ?? "Completed",
    "USD",
    gross,
    "-0.25",
    more.txn ?? `TXN${end}`,
    `${shop}:${pit(end)}`,
    "ada@example.com",
  ].join(",");

/** A row of a bank's file. */
const booked = (amount: string, text: string) => `2026-03-05,${text},${amount},USD`;

const bytes = (...lines: string[]) => Buffer.from(lines.join("\r\n"), "utf8");

async function rowsOf(file: Buffer, more: Partial<FileSaid> = {}) {
  const found = await readStatementFile(file, { ...said, ...more });
  if (isRefusal(found)) throw new Error(JSON.stringify(found));
  const rows = [];
  for await (const one of found.rows()) rows.push(one);
  return { ...found, rows };
}

const faultsOf = async (file: Buffer, more: Partial<FileSaid> = {}) => {
  const found = await readStatementFile(file, { ...said, ...more });
  return isRefusal(found) ? found.errors.map((one) => one.message) : "no fault";
};

describe("a provider's statement as a file", () => {
  it("is read as PayPal writes its activity, what is no payout left out", async () => {
    const file = bytes(
      head,
      row("01"),
      row("02", '"-1,250.00"'),
      row("03", "12.50", { type: "Mass Pay Reversal" }),
      '2026-03-05,"Hold on Available Balance",Completed,USD,-99.00,0.00,HOLD,,',
    );
    const { rows, first, last, rowCount } = await rowsOf(file);
    expect({ first, last, rowCount }).toEqual({ first: "2026-03-05", last: "2026-03-05", rowCount: 3 });
    expect(rows[0]).toMatchObject({
      number: 2,
      senderItemId: `${shop}:${pit("01")}`,
      amountMinor: 1250n,
      feeMinor: 25n,
      currency: "USD",
      outcome: "settled",
      receiver: "a…@example.com",
      providerTransactionId: "TXN01",
    });
    expect(rows.map((one) => [one.amountMinor, one.outcome])).toEqual([
      [1250n, "settled"],
      [125_000n, "settled"],
      [1250n, "returned"],
    ]);
  });

  it.each([
    ["semicolons and decimal commas", ";", "-1.250,50"],
    ["tabs", "\t", "-1250.50"],
  ])("is read with %s", async (_what, delimiter, amount) => {
    const line = ["05.03.2026", amount, "EUR", `Payout ${pit("07")}`].join(delimiter);
    const file = bytes(["Date", "Amount", "Currency", "Reference"].join(delimiter), line);
    const { rows } = await rowsOf(file, { provider: "bank" });
    expect(rows).toMatchObject([
      { amountMinor: 125_050n, currency: "EUR", senderItemId: pit("07"), day: "2026-03-05" },
    ]);
  });

  it.each([
    ["UTF-8 with its mark", (text: string) => Buffer.from(`\uFEFF${text}`, "utf8")],
    ["UTF-16, little end first", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16, big end first", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["Windows-1252", (text: string) => Buffer.from(text, "latin1")],
  ])("is read in %s", async (_what, encode) => {
    const text = [
      "Buchungstag;Betrag;Währung;Verwendungszweck;Name",
      `2026-03-05;-12,50;EUR;${pit("08")};Jürgen`,
    ];
    const { rows } = await rowsOf(encode(text.join("\n")), { provider: "bank" });
    expect(rows).toMatchObject([{ amountMinor: 1250n, currency: "EUR", receiver: "J…" }]);
  });

  it("is read as Wise exports its transactions, unfinished ones too, and what is no payment left out", async () => {
    const wise =
      "ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note";
    const [begun, done] = ["2026-03-05 14:20:05", "2026-03-06 09:23:11"];
    const file = bytes(
      wise,
      `TRANSFER-1,COMPLETED,OUT,${begun},${done},0.45,USD,,,Shop,10.00,USD,Ann,10.00,USD,1,${pit("01")},B1,Me,General,`,
      `TRANSFER-2,COMPLETED,OUT,${begun},${done},0.52,EUR,,,Shop,9.20,EUR,Ben,10.00,USD,1.087,${pit("02")},B1,Me,General,`,
      `TRANSFER-3,PENDING,OUT,${begun},,0.45,USD,,,Shop,10.00,USD,Cleo,10.00,USD,1,${pit("03")},B1,Me,General,`,
      `TRANSFER-4,SOMETHING_NEW,OUT,${begun},,0.45,USD,,,Shop,10.00,USD,Dan,10.00,USD,1,${pit("04")},B1,Me,General,`,
      `TRANSFER-5,CANCELLED,OUT,${begun},,0.45,USD,,,Shop,10.00,USD,Eve,10.00,USD,1,${pit("05")},B1,Me,General,`,
      `TRANSFER-6,COMPLETED,IN,${begun},${done},,,,,Ann,10.00,USD,Shop,10.00,USD,1,${pit("06")},,,,`,
      `TRANSFER-7,COMPLETED,IN,${begun},${done},0.00,USD,,,Shop,5000.00,USD,Shop,5000.00,USD,1,TOPUP,,Me,Money added,`,
      `BALANCE-8,COMPLETED,NEUTRAL,${begun},${done},1.20,EUR,,,Shop,498.80,EUR,Shop,430.00,GBP,0.862,,,Me,,`,
      `TRANSFER-9,CANCELLED,OUT,${begun},,0.45,EUR,,,Shop,50.00,EUR,Somebody,50.00,EUR,1,,,Me,,`,
      `CARD-10,COMPLETED,OUT,${begun},${done},,,,,Shop,0.00,EUR,Café,0.00,EUR,1,,,Me,,`,
      `CARD-11,COMPLETED,OUT,${begun},${done},,,,,Shop,15.32,CAD,Paper,11.18,USD,0.73,,,Me,,`,
      `CARD-11,COMPLETED,OUT,${begun},${done},,,,,Shop,23.32,USD,Paper,23.32,USD,1,,,Me,,`,
    );
    const { rows } = await rowsOf(file, { provider: "wise" });
    expect(
      rows.map((one) => [
        one.number,
        one.day,
        one.outcome,
        one.amountMinor,
        one.currency,
        one.feeMinor,
        one.providerStatus,
      ]),
    ).toEqual([
      [2, "2026-03-06", "settled", 1000n, "USD", 45n, "COMPLETED"],
      // The receiver got the payout's currency; the fee is in another one.
      [3, "2026-03-06", "settled", 1000n, "USD", null, "COMPLETED, fee 0.52 EUR"],
      [4, "2026-03-05", "sent", 1000n, "USD", 45n, "PENDING"],
      [5, "2026-03-05", "sent", 1000n, "USD", 45n, "SOMETHING_NEW"],
      [6, "2026-03-05", "returned", 1000n, "USD", 45n, "CANCELLED"],
      [7, "2026-03-06", "returned", 1000n, "USD", null, "COMPLETED"],
      [12, "2026-03-06", "settled", 1118n, "USD", null, "COMPLETED"],
      [13, "2026-03-06", "settled", 2332n, "USD", null, "COMPLETED"],
    ]);
    expect(rows.slice(0, 6).map((one) => one.senderItemId)).toEqual(
      ["01", "02", "03", "04", "05", "06"].map(pit),
    );
  });

  it("is refused as a whole, with every fault by its row", async () => {
    const file = bytes(
      head,
      row("01"),
      row("02", "-12.345"),
      row("03", "-12.50", { status: "Odd" }),
      row("01"),
      row("05", "0.00"),
    );
    expect(await faultsOf(file)).toEqual([
      'Row 3: "-12.345" is not an amount in USD',
      'Row 4: "Odd" is not a status that is known',
      "Row 5: repeats row 2",
      'Row 6: "0.00" is not an amount in USD',
    ]);
  });

  it("may have rows that are alike where they name no payout and have no number: a bank's fees of one day", async () => {
    const fee = "2026-03-05,Account fee,-0.50,USD";
    const { rows } = await rowsOf(bytes("Date,Reference,Amount,Currency", fee, fee), { provider: "bank" });
    expect(rows.map((one) => [one.number, one.amountMinor])).toEqual([
      [2, 50n],
      [3, 50n],
    ]);
  });

  it("tells by the sign alone what came back, what came in, and what cannot be told apart", async () => {
    const title = "Date,Reference,Amount,Currency";
    const back = booked("12.50", `Return ${pit("01")}`);
    const own = bytes(title, booked("-12.50", pit("01")), back, booked("99.00", "A customer"));
    const { rows } = await rowsOf(own, { provider: "bank" });
    expect(rows.map((one) => [one.number, one.outcome])).toEqual([
      [2, "settled"],
      [3, "returned"],
    ]);
    const odd = bytes(title, booked("-3.00", "Account fee"), back);
    expect(await faultsOf(odd, { provider: "bank" })).toEqual([
      'Row 3: "12.50" may be a payment or one that came back: add a column Type with Debit or Credit',
    ]);
    const typed = bytes(`${title},Type`, `${booked("-3.00", "Account fee")},Debit`, `${back},Credit`);
    expect((await rowsOf(typed, { provider: "bank" })).rows.map((one) => one.outcome)).toEqual([
      "settled",
      "returned",
    ]);
  });

  it.each([
    ["missing columns", bytes("Name,Date", "Ada,2026-03-05"), /no column for the amount/],
    [
      "an amount that may be read in two ways",
      bytes(head, row("01", "-1.234")),
      /Row 2: "-1.234" may be read in two ways/,
    ],
    [
      "two writings in one column",
      bytes(head, row("01", "1.50"), row("02", '"1,50"')),
      /Row 3: "1,50" is written otherwise/,
    ],
    [
      "a day that may be read in two ways",
      bytes(head, row("01", "-1.50", { date: "03/04/2026" })),
      /two ways/,
    ],
    ["a currency that is none", bytes(head, row("01").replace("USD", "XXQ")), /"XXQ" is not a currency/],
    [
      "a currency that takes fewer decimals",
      bytes(head, row("01").replace("USD", "JPY")),
      /not an amount in JPY/,
    ],
    [
      "a row whose cells stand in other columns",
      bytes(head, row("01", "-1,250.00")),
      /Row 2: has 10 cells, and the first line has 9/,
    ],
    ["no rows", bytes(head), /has no rows/],
    ["nothing at all", Buffer.from(" "), /has no rows/],
    [
      "no payout among its rows",
      bytes(head, row("01", "-1.50", { type: "Sale" }).replace(shop, "x").replace(pit("01"), "y")),
      /No row of it is a payout/,
    ],
    [
      "bytes that are no text",
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]),
      /not a CSV|has no rows|no column/,
    ],
  ])("is refused for %s", async (_what, file, message) => {
    const found = await readStatementFile(file, said);
    expect(isRefusal(found) && [found.message, ...found.errors.map((one) => one.message)].join(" ")).toMatch(
      message,
    );
  });

  it("takes a person's word where the file does not tell", async () => {
    const file = bytes(head, row("01", "-1.234", { date: "03/04/2026" }));
    const { rows } = await rowsOf(file, { decimals: "comma", dates: "mdy" });
    expect(rows).toMatchObject([{ amountMinor: 123_400n, day: "2026-03-04" }]);
    const plain = bytes("When,Sum,Text", `2026-03-05,-3.00,${pit("09")}`);
    const columns = { date: "When", amount: "Sum", reference: "Text" };
    expect((await rowsOf(plain, { provider: "bank", currency: "USD", columns })).rows).toMatchObject([
      { amountMinor: 300n, currency: "USD", senderItemId: pit("09") },
    ]);
    expect(await faultsOf(plain, { provider: "bank", columns })).toEqual(["Row 2: names no currency"]);
  });

  it("reads 50,000 rows one after another, and refuses more", async () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => index);
    const lines = ids.map((id) => `2026-03-05,-1.00,USD,T${id},${pit("10")}`);
    const big = bytes("Date,Amount,Currency,Transaction ID,Reference", ...lines);
    expect(big.length).toBeLessThan(10_000_000);
    const found = await readStatementFile(big, { ...said, provider: "bank" });
    expect(isRefusal(found) || found.rowCount).toBe(50_000);
    const more = bytes(
      "Date,Amount,Currency,Transaction ID,Reference",
      ...lines,
      `2026-03-05,-1.00,USD,T,${pit("10")}`,
    );
    expect(await readStatementFile(more, { ...said, provider: "bank" })).toMatchObject({
      message: "Has more than 50000 rows",
    });
  }, 60_000);
});
