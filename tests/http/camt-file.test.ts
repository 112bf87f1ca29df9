import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { readStandardFile } from "#app/http/standard-file.ts";
import { camtDetail, type CamtEntry, camtEntry, camtFile } from "../support/camt.ts";
import { whyOf } from "../support/why.ts";

const one = "pit_01k5zq3w8r4t6y7v9x2b1c0d3e";
const two = "pit_01k5zq3w8r4t6y7v9x2b1c0d3f";
const idOf = (item: string) => item.replace("_", "");

const readAs = (text: string) => readStandardFile(Buffer.from(text, "utf8"));

function rowsOf(...entries: CamtEntry[]) {
  const read = readAs(camtFile([{ entries: entries.map(camtEntry) }]));
  if (read === null || isRefusal(read)) throw new Error(read?.reason.code ?? "It is no XML.");
  return read.rows;
}

const paid: CamtEntry = {
  amount: "1234.50",
  reference: "B1",
  details: camtDetail(idOf(one), "1234.50", { side: "DBIT" }),
};
const returned: CamtEntry = {
  ...paid,
  side: "CRDT",
  details: camtDetail(idOf(one), "1234.50", { extra: "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" }),
};

describe("a camt statement", () => {
  it("is read with its account, payments and bank reference", () => {
    const file = camtFile([
      {
        opening: ["2000.00", "CRDT"],
        closing: ["765.50", "CRDT"],
        entries: [camtEntry(paid)],
      },
    ]);
    expect(readAs(file)).toEqual({
      format: "camt.053",
      rows: [
        {
          number: 1,
          day: "2026-03-17",
          time: null,
          direction: "out",
          amountMinor: 123_450n,
          feeMinor: null,
          otherFee: "",
          currency: "EUR",
          payments: [one],
          shopId: "",
          providerItemId: "",
          transactionId: "B1",
          name: "Ann Muller",
          type: "PMNT/ICDT/ESCT",
          status: "BOOK",
          account: "DE02120300000000202051",
          outcome: "paid",
          reason: null,
        },
      ],
    });
  });

  it("has no day that the calendar has not", () => {
    expect(rowsOf({ ...paid, day: "2026-02-30" })).toMatchObject([{ day: null, outcome: "on_its_way" }]);
  });

  it("has no bank reference where the bank writes that it has none", () => {
    const words = ["NONREF", "NotProvided", "B1"];
    expect(rowsOf(...words.map((reference) => ({ ...paid, reference })))).toMatchObject([
      { transactionId: "" },
      { transactionId: "" },
      { transactionId: "B1" },
    ]);
    const own = "<Refs><AcctSvcrRef>NONREF</AcctSvcrRef></Refs>";
    const details = `<TxDtls>${own}</TxDtls>`;
    expect(rowsOf({ ...paid, details })).toMatchObject([{ transactionId: "B1" }]);
  });

  it.each(["052", "054"] as const)("is recognized as camt.%s", (kind) => {
    expect(readAs(camtFile([{ entries: [camtEntry(paid)] }], kind))).toMatchObject({
      format: `camt.${kind}`,
      rows: [{ outcome: "paid" }],
    });
  });

  it("is read in UTF-16, in Latin-1, with prefixes, and in version .02", () => {
    const file = camtFile([{ entries: [camtEntry({ ...paid, status: "BOOK" })] }]);
    const outcome = { rows: [{ outcome: "paid", name: "Ann Muller" }] };
    const utf16 = Buffer.from(`\uFEFF${file.replace("UTF-8", "UTF-16")}`, "utf16le");
    expect(readStandardFile(utf16)).toMatchObject(outcome);
    const prefixed = file.replaceAll(/<(\/?)([A-Z])/g, "<$1n:$2").replace("xmlns=", "xmlns:n=");
    expect(readAs(prefixed)).toMatchObject(outcome);
    const latin = Buffer.from(file.replace("UTF-8", "ISO-8859-1").replace("Muller", "Müller"), "latin1");
    expect(readStandardFile(latin)).toMatchObject({ rows: [{ name: "Ann Müller" }] });
  });

  it("finds a reference that is wrapped, capitalized or only in the text", () => {
    const wrapped = `${idOf(one).slice(0, 12).toUpperCase()}</Ustrd><Ustrd>${idOf(one).slice(12)}`;
    const extra = `<RmtInf><Ustrd>Commission ${wrapped}</Ustrd></RmtInf>`;
    const [first, second] = rowsOf(
      { ...paid, details: camtDetail("NOTPROVIDED", "1234.50", { extra }) },
      { amount: "1234.50", text: `SEPA ${one}` },
    );
    expect([first?.payments, second?.payments]).toEqual([[one], [one]]);
    expect([first?.outcome, second?.outcome]).toEqual(["paid", "paid"]);
  });

  it("has a row for each payment of a batch that adds up", () => {
    const details = camtDetail(idOf(one), "1000.00") + camtDetail(idOf(two), "234.50");
    expect(rowsOf({ amount: "1234.50", reference: "B9", details })).toMatchObject([
      { number: 1, amountMinor: 100_000n, payments: [one], outcome: "paid", transactionId: "" },
      { number: 2, amountMinor: 23_450n, payments: [two], outcome: "paid", transactionId: "" },
    ]);
  });

  it("takes charges that left with a payment for its fee", () => {
    const extra = '<Chrgs><Rcrd><Amt Ccy="EUR">0.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>';
    const details = camtDetail(idOf(one), "1234.00", { extra });
    expect(rowsOf({ ...paid, details })).toMatchObject([
      { amountMinor: 123_400n, feeMinor: 50n, outcome: "paid" },
    ]);
  });

  it("tells several accounts apart", () => {
    const file = camtFile([
      { entries: [camtEntry(paid)] },
      { iban: "NL91ABNA0417164300", entries: [camtEntry({ ...paid, amount: "5.00", details: "" })] },
    ]);
    expect(readAs(file)).toMatchObject({
      rows: [
        { number: 1, account: "DE02120300000000202051" },
        { number: 2, account: "NL91ABNA0417164300", outcome: "other" },
      ],
    });
  });
});

describe("an entry of a camt statement", () => {
  it.each<[string, CamtEntry, string]>([
    ["a payment that came back", returned, "returned"],
    [
      "a payment that was reversed",
      { ...paid, side: "CRDT", reversal: true, details: camtDetail(idOf(one), "1234.50") },
      "returned",
    ],
    [
      "a return without a reference",
      { ...returned, details: camtDetail("X", "1234.50"), code: "RRTN" },
      "unclear",
    ],
    ["a return that left", { ...returned, side: "DBIT" }, "unclear"],
    ["money in", { amount: "10.00", side: "CRDT" }, "incoming"],
    ["money in that names two payments", { amount: "10.00", side: "CRDT", text: `${one} ${two}` }, "unclear"],
    ["money out", { amount: "10.00" }, "other"],
    ["a bank's fee", { amount: "10.00", code: "CHRG" }, "fee"],
    ["a pending payment", { ...paid, status: "<Cd>PDNG</Cd>" }, "on_its_way"],
    ["a planned payment", { ...paid, status: "<Cd>FUTR</Cd>" }, "on_its_way"],
    ["a notice", { ...paid, status: "<Cd>INFO</Cd>" }, "on_its_way"],
    ["a status of the bank's own", { ...paid, status: "<Prtry>OK</Prtry>" }, "unclear"],
    ["no status", { ...paid, status: "" }, "unclear"],
    ["no booking day", { ...paid, day: "" }, "on_its_way"],
    ["an impossible booking day", { ...paid, day: "2026-13-45" }, "on_its_way"],
    ["another direction", { ...paid, side: "BOTH" as "DBIT" }, "unclear"],
    ["a sign", { ...paid, amount: "-1234.50" }, "unclear"],
    ["a decimal too many", { ...paid, amount: "1234.505" }, "unclear"],
    ["an unknown currency", { ...paid, currency: "EUX" }, "unclear"],
    ["another currency than its detail", { ...paid, currency: "CHF" }, "unclear"],
    ["details that don't add up", { ...paid, amount: "1234.51" }, "unclear"],
    ["several payments as one", { ...paid, details: "<Btch><NbOfTxs>2</NbOfTxs></Btch>" }, "unclear"],
  ])("with %s is read as %s", (_, entry, outcome) => {
    const [row] = rowsOf(entry);
    expect(row?.outcome).toBe(outcome);
    const isExplained = outcome === "unclear" || outcome === "on_its_way";
    expect(row?.reason !== null).toBe(isExplained);
  });

  it("is unclear in all of its rows where a payment in it has no amount", () => {
    const details = camtDetail(idOf(one), "1000.00") + camtDetail(idOf(two), null);
    expect(rowsOf({ amount: "1234.50", details }).map(({ outcome }) => outcome)).toEqual([
      "unclear",
      "unclear",
    ]);
  });
});

describe("a file that is refused as a whole", () => {
  const good = camtFile([{ entries: [camtEntry(paid)] }]);
  const withType = (type: string, text = "") =>
    good.replace("<Document", `<!DOCTYPE Document [${type}]><Document`).replace("Ann Muller", text || "Ann");
  const balances = (closing: string) =>
    camtFile([{ opening: ["2000.00", "CRDT"], closing: [closing, "CRDT"], entries: [camtEntry(paid)] }]);
  it.each<[string, string, string]>([
    [
      "an entity that reads a file",
      withType('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;"),
      "file_not_statement.document_type",
    ],
    [
      "entities that multiply",
      withType('<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">', "&b;"),
      "file_not_statement.document_type",
    ],
    ["an unknown entity", good.replace("Ann Muller", "&who;"), "file_damaged"],
    [
      "a stylesheet",
      good.replace("<Document", '<?xml-stylesheet href="x"?><Document'),
      "file_not_statement.instruction",
    ],
    [
      "41 levels",
      good.replace("Ann Muller", "<a>".repeat(40) + "</a>".repeat(40)),
      "file_not_statement.nesting",
    ],
    ["a million levels", good.replace("Ann Muller", "<a>".repeat(1_000_000)), "file_not_statement.nesting"],
    ["a text of 10 kB", good.replace("Ann Muller", "A".repeat(10_001)), "file_not_statement.long_text"],
    ["its second half missing", good.slice(0, good.length / 2), "file_damaged"],
    ["its last character missing", good.slice(0, -1), "file_damaged"],
    ["two roots", good + good.slice(good.indexOf("<Document")), "file_damaged"],
    ["another kind of XML", "<?xml version='1.0'?><html><body/></html>", "file_kind.other_xml"],
    ["a SEPA order", good.replaceAll("BkToCstmrStmt", "CstmrCdtTrfInitn"), "file_kind.other_xml"],
    ["no entry", camtFile([{ entries: [] }]), "file_kind.statement_empty"],
    ["an entry missing", balances("765.51"), "file_balance"],
    ["a debit taken for a credit", balances("3234.50"), "file_balance"],
  ])("has %s", (_, text, said) => {
    const read = readAs(text);
    expect(isRefusal(read) && [read.refused, whyOf(read)]).toEqual(["invalid", said]);
  });

  it("is not UTF-8 although it says so", () => {
    const bytes = Buffer.from(good.replace("Muller", "Müller"), "latin1");
    expect(readStandardFile(bytes)).toMatchObject({ reason: { code: "file_encoding" } });
  });

  it("has more than 50,000 rows", () => {
    const entries = Array.from({ length: 50_001 }, () => camtEntry({ amount: "1.00" }));
    expect(readAs(camtFile([{ entries }]))).toMatchObject({ reason: { code: "file_rows", most: 50_000 } });
  });

  it("is not taken for XML where it is CSV", () => {
    expect(readAs("Date;Amount\n2026-01-01;1")).toBeNull();
    expect(readAs("")).toBeNull();
  });
});
