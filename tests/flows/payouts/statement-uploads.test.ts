import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { statementDraftWire } from "#app/contracts/statement-draft.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { FileChoices } from "#app/domain/statements/reading.ts";
import { readCandidates } from "#app/flows/payouts/choose-payment.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines, settleMatched } from "#app/flows/payouts/resolve-lines.ts";
import { discardDraft } from "#app/flows/payouts/statement-drafts.ts";
import {
  confirmUpload,
  readUploadedStatement,
  uploadStatement,
  uploadView,
} from "#app/http/statement-upload.ts";
import { db } from "#app/platform/db.server.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { accepted } from "../../support/accepted.ts";
import { camtDetail, camtEntry, camtFile } from "../../support/camt.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";

const now = new Date("2026-03-20T10:00:00Z");
const laterThanKept = new Date("2026-03-28T10:00:00Z");

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const head = "Transaction Date,Transaction Type,Transaction Description,Debit Amount,Credit Amount,Balance";
/** A row of a bank with separate columns; its balance goes on from the one before. */
const paid = (day: string, reference: string, balance: string, amount = "10.00") =>
  `${day},FPO,${reference},${amount},,${balance}`;
const received = (day: string, text: string, balance: string, amount = "50.00") =>
  `${day},FPI,${text},,${amount},${balance}`;

const bytesOf = (...lines: string[]) => Buffer.from(lines.join("\r\n"));

async function upload(merchant: Merchant, bytes: Buffer, fileName = "march.csv"): Promise<string> {
  return accepted(await uploadStatement({ ...merchant, now }, { bytes, fileName })).draftId;
}

async function read(merchant: Merchant, draftId: string, corrections: FileChoices = {}, at = now) {
  const found = accepted(await readUploadedStatement({ ...merchant, now: at }, { draftId, corrections }));
  return encode(statementDraftWire, uploadView(found));
}

const confirm = (merchant: Merchant, draftId: string, corrections: FileChoices = {}, rememberAs = "") =>
  confirmUpload({ ...merchant, now }, { draftId, corrections, rememberAs });

/** Imports a file as it is detected, compares it, and answers its lines. */
async function imported(merchant: Merchant, bytes: Buffer, corrections: FileChoices = {}) {
  const statement = accepted(
    await confirm(merchant, await upload(merchant, bytes), { currency: "USD", ...corrections }),
  );
  await matchStatement(statement, () => now);
  return { id: statement.statementId, lines: await linesOf(merchant, statement.statementId) };
}

async function linesOf({ shopId }: Merchant, id: string) {
  const { statement } = accepted(await readProviderStatement(shopId, id));
  return accepted(await readLines(statement, {}, { page: 1, limit: 50 })).lines;
}

async function bankPayment(merchant: Merchant, count = 1) {
  const states = Array.from({ length: count }, () => "sent" as const);
  const { payments } = await createPaidSection(merchant, states, { method: "bank" });
  return payments.map(({ paymentId }) => paymentId);
}

async function statementCount({ shopId }: Merchant) {
  const { rows } = await db().execute<{ count: number }>(
    sql`select count(*)::int as count from provider_statements where shop_id = ${shopId}`,
  );
  return rows[0]?.count;
}

/** Two rows of an unknown bank whose days fit both orders. */
const ambiguous = (payment: string) =>
  bytesOf("Date,Purpose,Debit,Credit", `02/03/2026,${payment},10.00,`, "03/03/2026,SALE,,50.00");

describe("an uploaded statement", () => {
  it("imports nothing before its reading is confirmed, and asks for the order of ambiguous dates", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const id = await upload(merchant, ambiguous(payment));
    const { reading, questions, rows } = await read(merchant, id, { currency: "USD" });
    expect({ rows, direction: reading?.direction }).toEqual({ rows: 2, direction: "columns" });
    expect(questions.map(({ setting, blocks }) => [setting, blocks])).toEqual([["dates", true]]);
    expect(await confirm(merchant, id, { currency: "USD" })).toMatchObject({
      refused: "invalid",
      errors: [{ field: "dates" }],
    });
    expect(await statementCount(merchant)).toBe(0);
  });

  it("is read again with each correction, with sign and currency", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const id = await upload(merchant, ambiguous(payment));
    const asMonthFirst = await read(merchant, id, { currency: "USD", dates: "mdy" });
    expect(asMonthFirst.questions).toEqual([]);
    expect(asMonthFirst.preview).toMatchObject([
      { line: 2, day: "2026-02-03", outcome: "paid", amount: { amount: "-10.00", currencyCode: "USD" } },
      { line: 3, day: "2026-03-03", amount: { amount: "50.00", currencyCode: "USD" } },
    ]);
    const asDayFirst = await read(merchant, id, { currency: "EUR", dates: "dmy" });
    expect(asDayFirst.preview[0]).toMatchObject({
      day: "2026-03-02",
      amount: { amount: "-10.00", currencyCode: "EUR" },
    });
  });

  it("becomes one statement however often it is confirmed, also at once", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const id = await upload(
      merchant,
      bytesOf(head, paid("16/03/2026", payment, "90.00"), received("17/03/2026", "SALE", "140.00")),
    );
    const both = await Promise.all([
      confirm(merchant, id, { currency: "USD" }),
      confirm(merchant, id, { currency: "USD" }),
    ]);
    const [first, second] = both.map((one) => accepted(one).statementId);
    const third = accepted(await confirm(merchant, id)).statementId;
    expect([second, third]).toEqual([first, first]);
    expect(await statementCount(merchant)).toBe(1);
    const { rows } = await db().execute(sql`
      select sealed_file from statement_drafts where shop_id = ${merchant.shopId} and sealed_file <> ''`);
    expect(rows).toEqual([]);
  });

  it("is one upload for one file, and refused once it was imported", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const bytes = bytesOf(
      head,
      paid("16/03/2026", payment, "90.00"),
      received("17/03/2026", "SALE", "140.00"),
    );
    const id = await upload(merchant, bytes);
    expect(await upload(merchant, bytes, "copy.csv")).toBe(id);
    const { statementId } = accepted(await confirm(merchant, id, { currency: "USD" }));
    expect(await uploadStatement({ ...merchant, now }, { bytes, fileName: "copy.csv" })).toMatchObject({
      refused: "conflict",
      reason: { code: "statement_imported", day: { day: "2026-03-20" }, statement: statementId },
    });
  });

  it("is gone once it is discarded or expired, and is another shop's to nobody", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const id = await upload(merchant, ambiguous("SALE"));
    const asked = { draftId: id, corrections: {} };
    expect(await readUploadedStatement({ ...other, now }, asked)).toMatchObject({ refused: "not-found" });
    expect(await discardDraft(other.shopId, id)).toMatchObject({ refused: "not-found" });
    expect(await readUploadedStatement({ ...merchant, now: laterThanKept }, asked)).toMatchObject({
      refused: "not-found",
    });
    expect(await discardDraft(merchant.shopId, id)).toBe(true);
    expect(await readUploadedStatement({ ...merchant, now }, asked)).toMatchObject({ refused: "not-found" });
  });

  it("is read as remembered only where the header row is identical, and only in its shop", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const [one = "", two = "", three = ""] = await bankPayment(merchant, 3);
    const month = { currency: "USD", dates: "mdy" } as const;
    accepted(await confirm(merchant, await upload(merchant, ambiguous(one)), month, "Lloyds"));
    const again = await read(merchant, await upload(merchant, ambiguous(two)));
    expect(again).toMatchObject({ rememberedFrom: "Lloyds", questions: [], reading: month });
    const strange = await read(other, await upload(other, ambiguous(two)));
    expect([strange.rememberedFrom, strange.reading?.currency]).toEqual([null, null]);
    const text = ambiguous(three).toString().replace("Purpose", "Text");
    const changed = await read(merchant, await upload(merchant, Buffer.from(text)));
    expect([changed.rememberedFrom, changed.reading?.currency]).toEqual([null, null]);
  });

  it("asks for its columns again where the chosen ones are those of a wider table", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const rows = [`2026-03-16,${payment},-10.00,-11.00`, "2026-03-17,SALE,50.00,55.00"];
    const id = await upload(merchant, bytesOf("Date,Purpose,Amount,Amount", ...rows));
    const columnsAsked = async (corrections: FileChoices) => {
      const { questions } = await read(merchant, id, { currency: "USD", ...corrections });
      return questions.filter(({ setting }) => setting === "columns").map(({ message }) => message);
    };
    const which = 'Two columns could be the amount: "Amount" and "Amount". Choose one.';
    expect(await columnsAsked({})).toEqual([which]);
    const columns = ["date", "reference", "amount", "skip"] as const;
    expect(await columnsAsked({ columns: [...columns, "skip"] })).toEqual([which]);
    expect(await columnsAsked({ columns })).toEqual([]);
  });

  it("asks for each column that is missing", async () => {
    const merchant = await makeMerchant();
    const id = await upload(merchant, ambiguous("SALE"));
    const { questions } = await read(merchant, id, { columns: ["skip", "skip", "skip", "skip"] });
    const asked = questions.filter(({ setting }) => setting === "columns").map(({ message }) => message);
    expect(asked).toEqual([
      "Choose a date column.",
      "Choose an amount column.",
      "Choose a reference column.",
    ]);
  });

  it("is read in its own currency where it tells one, whatever is remembered", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const month = { currency: "USD", dates: "mdy" } as const;
    accepted(await confirm(merchant, await upload(merchant, ambiguous(one)), month, "Town Bank"));
    const own = await read(
      merchant,
      await upload(merchant, bytesOf("Currency: EUR", "", ambiguous(two).toString())),
    );
    expect(own).toMatchObject({ rememberedFrom: "Town Bank", reading: { currency: "EUR", dates: "mdy" } });
    const silent = await read(merchant, await upload(merchant, ambiguous(two)));
    expect(silent).toMatchObject({ rememberedFrom: "Town Bank", questions: [], reading: month });
  });

  it("says at the stored setting that it leaves nothing to read", async () => {
    const merchant = await makeMerchant();
    const id = await upload(merchant, ambiguous("SALE"));
    await db().execute(sql`
      update statement_drafts set choices = '{"headerLine": 900}' where shop_id = ${merchant.shopId}`);
    expect((await read(merchant, id)).questions[0]).toMatchObject({ setting: "headerLine", blocks: true });
  });

  it("of two accounts asks for one, and each is a statement of its own", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(
      "Account,Date,Description,Amount,Currency",
      `DE01,2026-03-16,${one},-10.00,USD`,
      `DE01,2026-03-17,SALE,+50.00,USD`,
      `DE02,2026-03-16,${two},-10.00,USD`,
      `DE02,2026-03-17,SALE,+50.00,USD`,
    );
    const id = await upload(merchant, bytes);
    const columns = ["account", "date", "reference", "amount", "currency"] as const;
    const { questions } = await read(merchant, id, { columns });
    expect(questions).toMatchObject([
      {
        setting: "account",
        message: "Two accounts in this file. Choose one.",
        choices: ["DE01", "DE02"],
        blocks: true,
      },
    ]);
    const one01 = { columns, account: "DE01" } as const;
    const one02 = { columns, account: "DE02" } as const;
    const first = accepted(await confirm(merchant, id, one01));
    const second = accepted(await confirm(merchant, await upload(merchant, bytes), one02));
    expect(second.statementId).not.toBe(first.statementId);
    const again = await confirm(merchant, await upload(merchant, bytes), one02);
    expect(again).toMatchObject({ refused: "conflict" });
  });
});

const entries = (payment: string) => [
  camtEntry({ amount: "10.00", currency: "USD", details: camtDetail(payment, null) }),
];

it("imports a camt.053 file without a question, and asks for one of two accounts", async () => {
  const merchant = await makeMerchant();
  const [one = "", two = ""] = await bankPayment(merchant, 2);
  const single = await imported(merchant, Buffer.from(camtFile([{ entries: entries(one) }])));
  expect(single.lines.map(({ line, payment }) => [line.match, payment?.paymentId])).toEqual([["paid", one]]);
  const ibans = ["DE02120300000000202051", "DE02500105170137075030"] as const;
  const both = Buffer.from(camtFile(ibans.map((iban) => ({ iban, entries: entries(two) }))));
  const id = await upload(merchant, both, "both.xml");
  expect(await read(merchant, id)).toMatchObject({
    kind: "camt",
    reading: null,
    questions: [{ setting: "account", choices: ibans, blocks: true }],
  });
  const { lines } = await imported(merchant, both, { account: ibans[1] });
  expect(lines).toMatchObject([{ line: { match: "paid" }, payment: { paymentId: two } }]);
});

it("takes no day far from today from a camt.053 file", async () => {
  const merchant = await makeMerchant();
  const [one = "", two = ""] = await bankPayment(merchant, 2);
  const old = camtEntry({
    amount: "10.00",
    currency: "USD",
    day: "1970-01-01",
    details: camtDetail(two, null),
  });
  const bytes = Buffer.from(camtFile([{ entries: [...entries(one), old] }]));
  expect(await read(merchant, await upload(merchant, bytes))).toMatchObject({
    first: "2026-03-17",
    last: "2026-03-17",
    unclear: 1,
  });
  const { lines } = await imported(merchant, bytes);
  expect(lines.map(({ line }) => [line.match, storedMessage(line.reason)])).toEqual([
    ["paid", ""],
    ["unclear", "Jan 1, 1970 is too far from today."],
  ]);
});

describe("rows of a statement", () => {
  it("that are matched are marked as paid together, and incoming money is no row", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(
      head,
      paid("16/03/2026", one, "90.00"),
      paid("17/03/2026", two, "80.00"),
      received("18/03/2026", "SALE", "130.00"),
    );
    const { id, lines } = await imported(merchant, bytes);
    expect(lines.map(({ line }) => [line.number, line.match])).toEqual([
      [2, "paid"],
      [3, "paid"],
    ]);
    const { toMark } = accepted(await readProviderStatement(merchant.shopId, id));
    expect(toMark).toEqual([{ currency: "USD", count: 2, amountMinor: 2000n }]);
    const by = { actor: merchant.actor, now };
    expect(await settleMatched({ shop: merchant, ...by }, id)).toBe(2);
    expect(await settleMatched({ shop: merchant, ...by }, id)).toBe(0);
    expect((await linesOf(merchant, id)).map(({ payment }) => payment?.status)).toEqual(["paid", "paid"]);
  });

  it("that are unclear offer no step that moves money, and are done with once a payment is chosen", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(head, paid("16/03/2026", one, "90.00"), paid("17/03/2026", two, "80.00", "1O.00"));
    const { id, lines } = await imported(merchant, bytes);
    const [, unclear] = lines;
    expect([unclear?.line.match, unclear?.steps]).toEqual(["unclear", ["choose", "noted"]]);
    expect(unclear?.line.reason).not.toBe("");
    const by = { actor: merchant.actor, now };
    for (const step of ["settle", "return", "adjust", "record"] as const) {
      const asked = { numbers: [3], step, note: "x", affiliate: merchant.affiliateId };
      expect(await resolveLines({ shop: merchant, ...by }, id, asked)).toMatchObject({
        refused: "not-possible",
      });
    }
    const chosen = { numbers: [3], step: "choose", note: "", payment: two } as const;
    expect(await resolveLines({ shop: merchant, ...by }, id, chosen)).toBe(1);
    expect((await linesOf(merchant, id))[1]).toMatchObject({
      line: { match: "unclear", resolution: "choose" },
      payment: { paymentId: two, status: "sent" },
    });
  });

  it("without a reference are compared with the payment that is chosen for them", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(head, paid("16/03/2026", one, "90.00"), paid("17/03/2026", "TO BEN", "80.00"));
    const { id, lines } = await imported(merchant, bytes);
    expect(lines[1]).toMatchObject({ line: { match: "unexpected" }, steps: ["record", "choose", "noted"] });
    const candidates = (number: number, search = "") =>
      readCandidates(merchant.shopId, id, { number, search });
    expect(
      accepted(await candidates(3))
        .map(({ id: paymentId }) => paymentId)
        .toSorted(),
    ).toEqual([one, two].toSorted());
    expect(await candidates(3, "%")).toEqual([]);
    expect([await candidates(1), await candidates(4)]).toMatchObject([
      { refused: "not-found" },
      { refused: "not-found" },
    ]);
    const by = { actor: merchant.actor, now };
    const choose = (payment: string) =>
      resolveLines({ shop: merchant, ...by }, id, { numbers: [3], step: "choose", note: "", payment });
    const [foreign = ""] = await bankPayment(await makeMerchant());
    expect(await choose(foreign)).toMatchObject({ errors: [{ field: "payment" }] });
    expect(await choose("nonsense")).toMatchObject({ errors: [{ field: "payment" }] });
    expect(await choose(two)).toBe(1);
    expect((await linesOf(merchant, id))[1]).toMatchObject({
      line: { match: "paid" },
      steps: ["settle", "noted"],
    });
    expect(await choose(two)).toBe(0);
  });

  it("that name their payment are not about another one", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const rows = [paid("16/03/2026", one, "90.00"), received("17/03/2026", "SALE", "140.00")];
    const { id, lines } = await imported(merchant, bytesOf(head, ...rows));
    expect(lines[0]).toMatchObject({ line: { match: "paid" }, steps: ["settle", "noted"] });
    const by = { actor: merchant.actor, now };
    const asked = { numbers: [2], step: "choose", note: "", payment: two } as const;
    expect(await resolveLines({ shop: merchant, ...by }, id, asked)).toMatchObject({
      refused: "not-possible",
      reason: { code: "line_step", what: "any", line: 2 },
    });
    expect((await linesOf(merchant, id))[0]).toMatchObject({ payment: { paymentId: one } });
  });

  it("that name two payments or repeat another row are unclear", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(
      "Booking date,Currency,Amount,Bank reference,Reference",
      `2026-03-16,USD,-10.00,B1,${one}`,
      `2026-03-16,USD,-10.00,B1,${one}`,
      `2026-03-17,USD,-20.00,B2,${one} ${two}`,
      `2026-03-18,USD,50.00,B3,SALE`,
    );
    const { lines } = await imported(merchant, bytes);
    expect(
      lines.map(({ line }) => [line.number, line.match, storedMessage(line.reason)]).slice(0, 3),
    ).toEqual([
      [2, "paid", ""],
      [3, "unclear", "Repeats row 2."],
      [4, "unclear", expect.stringMatching(/payments/)],
    ]);
  });

  it("that name a payment of another shop look like those that name one of nobody", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const [own = ""] = await bankPayment(merchant);
    const [foreign = ""] = await bankPayment(other);
    const bytes = bytesOf(
      head,
      paid("16/03/2026", own, "90.00"),
      paid("17/03/2026", foreign, "80.00"),
      paid("18/03/2026", `pit_${"0".repeat(26)}`, "70.00"),
    );
    const { lines } = await imported(merchant, bytes);
    const told = lines.map(({ line, payment, steps }) => ({
      match: line.match,
      payment: payment?.paymentId ?? null,
      steps,
    }));
    expect(told[1]).toEqual({ match: "unexpected", payment: null, steps: ["record", "choose", "noted"] });
    expect(told[2]).toEqual(told[1]);
  });

  it("of money that came back are a return only with the payment's amount", async () => {
    const merchant = await makeMerchant();
    const [one = "", two = ""] = await bankPayment(merchant, 2);
    const bytes = bytesOf(
      head,
      received("16/03/2026", `RETURN ${one}`, "110.00", "10.00"),
      received("17/03/2026", `RETURN ${two}`, "119.60", "9.60"),
    );
    const { lines } = await imported(merchant, bytes);
    expect(lines.map(({ line, steps }) => [line.match, steps])).toEqual([
      ["returned", ["return", "noted"]],
      ["unclear", ["choose", "noted"]],
    ]);
  });
});

async function refusalOf(bytes: Buffer) {
  const found = await uploadStatement({ ...(await makeMerchant()), now }, { bytes, fileName: "file.csv" });
  return isRefusal(found) ? found.errors : "no refusal";
}

describe("a file that is no statement", () => {
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100)]);
  it.each([
    ["a ZIP file or Excel workbook", zip, { code: "file_kind", what: "zip" }],
    ["a compressed file", Buffer.from([0x1f, 0x8b, 8, 0]), { code: "file_kind", what: "compressed" }],
    ["a PDF", Buffer.from("%PDF-1.7"), { code: "file_kind", what: "pdf" }],
    [
      "a web page named .xls",
      Buffer.from("<html><table><tr><td>1</td></tr></table></html>"),
      { code: "file_kind", what: "web_page" },
    ],
    [
      "bytes that are no text",
      Buffer.from("Date,Amount\n\u0000\u0000,1"),
      { code: "file_kind", what: "not_text" },
    ],
    ["an empty file", Buffer.alloc(0), { code: "file_empty" }],
    ["one of more than 10 MB", Buffer.alloc(10_000_001, "x"), { code: "file_too_large", megabytes: 10 }],
    ["a header without rows", Buffer.from(`${head}\r\n`), { code: "file_empty" }],
    [
      "one of a million short rows",
      Buffer.from(`a,b\n${"1,2\n".repeat(1_000_000)}`),
      { code: "file_rows", most: 50_000 },
    ],
  ])("is refused at its field: %s", async (_what, bytes, reason) => {
    expect(await refusalOf(bytes)).toEqual([{ field: "file", reason }]);
  });

  it("may have a hundred columns and formulas in its cells, which stay text", async () => {
    const merchant = await makeMerchant();
    const [payment = ""] = await bankPayment(merchant);
    const more = Array.from({ length: 95 }, (_, at) => `Extra ${at}`);
    const cells = more.map(() => "=1+1");
    const bytes = bytesOf(
      ["Date", "Amount", "Currency", "Reference", "Name", ...more].join(","),
      ["2026-03-16", "-10.00", "USD", payment, "=HYPERLINK(A1)", ...cells].join(","),
      ["2026-03-17", "+50.00", "USD", "SALE", "Shop", ...cells].join(","),
    );
    const wire = await read(merchant, await upload(merchant, bytes));
    expect([wire.columns.length, wire.columns.at(-1)?.example, wire.preview[0]?.outcome]).toEqual([
      100,
      "=1+1",
      "paid",
    ]);
  });

  it("of another year with no payment of this store is refused whole", async () => {
    const merchant = await makeMerchant();
    const id = await upload(
      merchant,
      bytesOf(head, paid("16/03/2019", "RENT", "90.00"), received("17/03/2019", "SALE", "140.00")),
    );
    expect(await confirm(merchant, id, { currency: "USD" })).toMatchObject({
      refused: "invalid",
      reason: { code: "statement_of_other_account" },
    });
    expect(await statementCount(merchant)).toBe(0);
  });
});
