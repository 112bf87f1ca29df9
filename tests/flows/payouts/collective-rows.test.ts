import { describe, expect, it } from "vitest";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { createFile } from "#app/flows/payouts/bank-files.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { settleMatched } from "#app/flows/payouts/resolve-lines.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { confirmUpload, uploadStatement } from "#app/http/statement-upload.ts";
import { db } from "#app/platform/db.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { accepted } from "../../support/accepted.ts";
import { camtEntry, camtFile } from "../../support/camt.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection } from "../../support/paid-shop.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";

const now = new Date("2026-03-20T10:00:00Z");
const by = { actor: tester, now };

type Asker = Omit<Parameters<typeof uploadStatement>[0], "now">;

async function imported(asker: Asker, text: string, { currency = "EUR", at = now } = {}) {
  const ctx = { ...asker, now: at };
  const bytes = Buffer.from(text);
  const { draftId } = accepted(await uploadStatement(ctx, { bytes, fileName: "march" }));
  const corrections = { currency, direction: "minus_is_out" } as const;
  const statement = accepted(await confirmUpload(ctx, { draftId, corrections, rememberAs: "" }));
  await matchStatement(statement, () => at);
  return statement.statementId;
}

async function linesOf({ shop: { shopId } }: Asker, id: string) {
  const { statement } = accepted(await readProviderStatement(shopId, id));
  return accepted(await readLines(statement, {}, { page: 1, limit: 50 })).lines;
}

const inShort = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  lines.map(({ line, payment }) => [
    line.number,
    line.match,
    payment?.paymentId ?? null,
    storedMessage(line.reason),
  ]);

const iban: PayoutAccount = {
  kind: "iban",
  holder: "Ann Muller",
  country: "NL",
  currency: "EUR",
  iban: "NL91ABNA0417164300",
  bic: "ABNANL2A",
};

/** A payout of 10.50, 10.51 and 10.52 euros whose SEPA file was downloaded. */
async function sepaPayout() {
  const payees = await makePayees(3, () => iban, "EUR");
  const { shopId } = payees;
  const shop = { shopId, currency: "EUR", timeZone: "Europe/Berlin", name: "Shop", domain: "shop.example" };
  const bankAccount = { name: "Example GmbH", iban: "DE02120300000000202051", bic: "" };
  await changePayoutSettings({ shop, ...by }, { ...usualSettings, limits: [], bankAccount });
  const amounts = payees.payees.map((payee, index) => ({ payee, amountMinor: 1050n + BigInt(index) }));
  const sentAt = new Date("2026-03-16T10:00:00Z");
  const { sectionId, payments } = await planned(payees, amounts, { now: sentAt, method: "bank" });
  await sendSection({ shopId, sectionId }, { now: () => sentAt, chance: () => 0.5 });
  const [request] = await requestsOfSection(db(), shopId, { sectionId, after: 0, limit: 5 });
  const requestId = request?.requestId ?? "";
  const asked = { requestId, columns: "sepa" } as const;
  expect(await createFile({ shop: { shopId }, actor: tester, now: sentAt }, asked)).toBeNull();
  const asker = { shop, actor: tester } as unknown as Asker;
  const [first] = payments;
  const paymentIds = payments.map(({ paymentId }) => paymentId).toSorted();
  return { asker, requestId, paymentIds, first: first?.paymentId ?? "" };
}

/** An entry for a whole file: the bank lists none of its payments. */
const section = (
  requestId: string,
  { amount = "31.53", count = "3", total = "", side = "DBIT" as const, id = "PmtInfId" } = {},
) =>
  camtEntry({
    amount,
    side,
    reference: "B1",
    details:
      `<Btch><${id}>${requestId.replace("_", "").toUpperCase()}</${id}>` +
      (count === "" ? "" : `<NbOfTxs>${count}</NbOfTxs>`) +
      (total === "" ? "" : `<TtlAmt Ccy="EUR">${total}</TtlAmt>`) +
      "</Btch>",
  });

const camt = (...entries: string[]) => camtFile([{ entries }]);

describe("a camt entry that books a SEPA file as one", () => {
  it.each(["PmtInfId", "MsgId"])("pays every payment of the file that its %s names", async (id) => {
    const { asker, requestId, paymentIds } = await sepaPayout();
    const statementId = await imported(
      asker,
      camt(camtEntry({ amount: "5.00", text: "Fee" }), section(requestId, { id, total: "31.53" })),
    );
    const lines = await linesOf(asker, statementId);
    expect(inShort(lines).slice(1)).toEqual([
      [2, "paid", paymentIds[0], "Part of row 2"],
      [3, "paid", paymentIds[1], "Part of row 2"],
      [4, "paid", paymentIds[2], "Part of row 2"],
    ]);
    expect(lines.slice(1).reduce((sum, { line }) => sum + line.amountMinor, 0n)).toBe(3153n);
    expect(await settleMatched({ shop: asker.shop, ...by }, statementId)).toBe(3);
    expect((await linesOf(asker, statementId)).flatMap(({ payment }) => payment?.status ?? [])).toEqual(
      Array.from({ length: 3 }, () => "paid"),
    );
    expect((await verifyShop(asker.shop.shopId)).differences).toEqual([]);
  });

  it.each([
    ["another count", { count: "2" }, "The bank booked 2 payments, but the file has 3."],
    ["another amount", { amount: "31.52" }, "The amount isn't the total of the 3 payments."],
    ["no count", { count: "" }, "The bank doesn't say how many payments it booked."],
    ["another total", { total: "31.52" }, "The bank doesn't say how many payments it booked."],
  ])("is unclear with %s, and pays nothing", async (_name, change, reason) => {
    const { asker, requestId } = await sepaPayout();
    const statementId = await imported(asker, camt(section(requestId, change)));
    const [line] = await linesOf(asker, statementId);
    expect([line?.line.match, storedMessage(line?.line.reason ?? ""), line?.steps]).toEqual([
      "unclear",
      reason,
      ["choose", "noted"],
    ]);
    expect(await settleMatched({ shop: asker.shop, ...by }, statementId)).toBe(0);
  });

  it("pays nothing twice where the bank books the file twice, or one of its payments alone", async () => {
    const { asker, requestId, first } = await sepaPayout();
    const alone = camtEntry({ amount: "10.50", reference: "B2", text: first.replace("_", "") });
    const lines = await linesOf(asker, await imported(asker, camt(section(requestId), alone)));
    expect(inShort(lines).slice(0, 2)).toEqual([
      [1, "unclear", null, "Another row names one of these payments."],
      [2, "paid", first, ""],
    ]);
  });

  it("of another store pays nothing here", async () => {
    const { requestId } = await sepaPayout();
    const { asker, first } = await sepaPayout();
    const alone = camtEntry({ amount: "10.50", reference: "B2", text: first.replace("_", "") });
    const lines = await linesOf(asker, await imported(asker, camt(section(requestId), alone)));
    expect(inShort(lines).slice(0, 2)).toEqual([
      [1, "unclear", null, "The bank booked 3 payments together without listing them."],
      [2, "paid", first, ""],
    ]);
  });
});

it("payments of a SEPA file that a bank statement should have, and hasn't, are missing", async () => {
  const { asker, first, paymentIds } = await sepaPayout();
  const alone = camtEntry({
    amount: "10.50",
    reference: "B2",
    text: first.replace("_", ""),
    day: "2026-03-16",
  });
  const later = camtEntry({ amount: "5.00", text: "Fee", day: "2026-03-30" });
  const at = new Date("2026-04-10T10:00:00Z");
  const lines = await linesOf(asker, await imported(asker, camt(alone, later), { at }));
  const missing = lines.filter(({ line: { match } }) => match === "missing");
  expect(missing.flatMap(({ payment }) => payment?.paymentId ?? []).toSorted()).toEqual(
    paymentIds.filter((one) => one !== first),
  );
});

const head = "Booking date,Currency,Amount,Bank reference,Reference";
const row = (amount: string, text: string, reference = "B1") =>
  `2026-03-16,USD,${amount},${reference},${text}`;
const received = "2026-03-18,USD,50.00,B9,SALE";

describe("a row that names several payments", () => {
  it("pays them all where they are of one section and add up to its amount", async () => {
    const merchant = await makeMerchant();
    const { payments } = await createPaidSection(merchant, ["sent", "sent", "sent"], { method: "bank" });
    const [one = "", two = "", three = ""] = payments.map(({ paymentId }) => paymentId);
    const text = [head, row("-20.00", `${one} ${two}`), row("-10.00", three, "B2"), received].join("\n");
    const statementId = await imported(merchant, text, { currency: "USD" });
    expect(inShort(await linesOf(merchant, statementId))).toEqual([
      [2, "paid", one, "Part of row 2"],
      [3, "paid", three, ""],
      [4, "paid", two, "Part of row 2"],
    ]);
    expect(await settleMatched({ shop: merchant, ...by }, statementId)).toBe(3);
  });

  it.each([
    ["another amount", "-20.01", "The amount isn't the total of the 2 payments."],
    ["a return", "20.00", "Several payments are named."],
  ])("is unclear with %s", async (_name, amount, reason) => {
    const merchant = await makeMerchant();
    const { payments } = await createPaidSection(merchant, ["sent", "sent", "sent"], { method: "bank" });
    const [one = "", two = "", three = ""] = payments.map(({ paymentId }) => paymentId);
    const text = [head, row(amount, `${one} ${two}`), row("-10.00", three, "B2"), received].join("\n");
    const lines = await linesOf(merchant, await imported(merchant, text, { currency: "USD" }));
    expect(inShort(lines)[0]).toEqual([2, "unclear", null, reason]);
  });

  it("is unclear where the payments are of two payouts, or one is of another store", async () => {
    const merchant = await makeMerchant();
    const [first, second, foreign] = [
      await createPaidSection(merchant, ["sent"], { method: "bank" }),
      await createPaidSection(merchant, ["sent"], { method: "bank" }),
      await createPaidSection(await makeMerchant(), ["sent"], { method: "bank" }),
    ].map(({ payments }) => payments[0]?.paymentId ?? "");
    const rows = [row("-20.00", `${first} ${second}`), row("-20.00", `${first} ${foreign}`, "B2")];
    const lines = await linesOf(
      merchant,
      await imported(merchant, [head, ...rows, received].join("\n"), { currency: "USD" }),
    );
    expect(inShort(lines).slice(0, 2)).toEqual([
      [2, "unclear", null, "The payments named here are of different payouts."],
      [3, "unclear", null, "2 payments are named. Not all belong to this store."],
    ]);
  });
});
