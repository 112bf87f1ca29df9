import { expect, it } from "vitest";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import type { Step } from "#app/domain/statements/match.ts";
import { createFile } from "#app/flows/payouts/bank-files.ts";
import { matchStatement } from "#app/flows/payouts/match-statement.ts";
import { readSectionBooks } from "#app/flows/payouts/read-payouts.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { resolveLines } from "#app/flows/payouts/resolve-lines.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { importStatement } from "../../support/import-statement.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { findShop } from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { createPaidSection, type PaidPayment } from "../../support/paid-shop.ts";
import { makePayees, planned, tester } from "../../support/planned-payouts.ts";

const now = new Date("2026-03-20T10:00:00Z");
const head =
  "ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** A transfer in Wise's export, or money that came in. */
function transfer(
  payment: PaidPayment | undefined,
  id: string,
  status: string,
  [day, way] = ["05", "OUT"],
): string {
  const at = `2026-03-${day} 14:20:05`;
  const done = status === "CANCELLED" ? "" : at;
  const paid = ["Shop", "10.00", "USD", "Ann", "10.00", "USD", "1"];
  const when = [way, at, done, "0.00", "USD", "", ""];
  return [id, status, ...when, ...paid, payment?.paymentId, "Section", "Ada", "General", ""].join(",");
}

async function take(merchant: Merchant, ...lines: string[]): Promise<string> {
  const bytes = Buffer.from([head, ...lines].join("\r\n"));
  const said = { provider: "wise", fileName: "march.csv" };
  return accepted(await importStatement(merchant, { bytes, said }, now)).statementId;
}

async function compared({ shopId }: Merchant, statementId: string) {
  await compareAgain(shopId, statementId);
  await matchStatement({ shopId, statementId }, () => now);
  const { statement } = accepted(await readProviderStatement(shopId, statementId));
  const { lines } = accepted(await readLines(statement, {}, { page: 1, limit: 250 }));
  return lines.map((one) => [one.line.match, one.steps]);
}

const resolve = ({ shopId, actor }: Merchant, id: string, number: number, step: Step) =>
  resolveLines({ shop: { shopId }, actor, now }, id, { numbers: [number], step, note: "" });

const balance = async ({ shopId }: Merchant, payment: PaidPayment | undefined) =>
  payment && (await balancesOf(db(), shopId, [payment.affiliateId])).get(payment.affiliateId)?.[0];

it.each(["CANCELLED", "REFUNDED"])(
  "a transfer that was %s and sent again under one reference is paid once, and nothing of it is returned to the balance",
  async (status) => {
    const merchant = await makeMerchant();
    const { sectionId, payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
    const [payment] = payments;
    const id = await take(
      merchant,
      transfer(payment, "TRANSFER-1", status),
      transfer(payment, "TRANSFER-2", "COMPLETED", ["06", "OUT"]),
    );
    expect(await compared(merchant, id)).toEqual([
      ["matched", []],
      ["matched", []],
    ]);
    expect(await readSectionBooks(merchant.shopId, sectionId)).toMatchObject({
      reconciled: { payments: 1, reconciled: 1, paidMinor: 1000n, toldMinor: 1000n },
    });
  },
);

it("a line that offered a return to the balance is refused once another statement has the transfer that was sent again", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["paid"], { method: "bank" });
  const [payment] = payments;
  const first = await take(merchant, transfer(payment, "TRANSFER-1", "CANCELLED"));
  expect(await compared(merchant, first)).toEqual([["returned", ["return", "noted"]]]);
  const second = await take(merchant, transfer(payment, "TRANSFER-2", "COMPLETED", ["06", "OUT"]));
  expect(await compared(merchant, second)).toEqual([["matched", []]]);
  expect(await resolve(merchant, first, 2, "return")).toMatchObject({
    refused: "conflict",
    reason: { code: "line_paid_elsewhere" },
  });
  expect(await balance(merchant, payment)).toMatchObject({ payableMinor: 0n, paidMinor: 1000n });
  expect(await compared(merchant, first)).toEqual([["matched", []]]);
});

it("a transfer that was paid and came back is returned to the balance, as one row or as two", async () => {
  const merchant = await makeMerchant();
  const { payments } = await createPaidSection(merchant, ["paid", "paid"], { method: "bank" });
  const [one, two] = payments;
  const before = await take(merchant, transfer(one, "TRANSFER-1", "COMPLETED"));
  await compared(merchant, before);
  const id = await take(
    merchant,
    transfer(one, "TRANSFER-1", "REFUNDED"),
    transfer(two, "TRANSFER-2", "COMPLETED"),
    transfer(two, "TRANSFER-3", "COMPLETED", ["07", "IN"]),
  );
  expect(await compared(merchant, id)).toEqual([
    ["returned", ["return", "noted"]],
    ["matched", []],
    ["returned", ["return", "noted"]],
  ]);
  expect(await resolve(merchant, id, 2, "return")).toBe(1);
  expect(await resolve(merchant, id, 4, "return")).toBe(1);
  expect(await balance(merchant, one)).toMatchObject({ payableMinor: 1000n, paidMinor: 0n });
  expect(await balance(merchant, two)).toMatchObject({ payableMinor: 1000n, paidMinor: 0n });
});

it("a file in Wise's format is awaited in Wise's statement alone, and the others in the bank's", async () => {
  const us: PayoutAccount = {
    kind: "us",
    holder: "Ann",
    country: "US",
    currency: "USD",
    routingNumber: "021000021",
    accountNumber: "000123456789",
    accountType: "checking",
  };
  const { shopId, ...seller } = await makePayees(3, () => us);
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("The shop is gone.");
  const by = { actor: tester, now: new Date("2026-03-05T08:00:00Z") };
  const pay = async (index: number, columns: "wise" | "generic") => {
    const payee = seller.payees[index];
    if (!payee) throw new Error("There are three.");
    const { sectionId, payments } = await planned({ shopId, ...seller }, [{ payee, amountMinor: 1000n }], {
      now: by.now,
      method: "bank",
    });
    await sendSection({ shopId, sectionId }, { now: () => by.now, chance: () => 0.5 });
    const [request] = await requestsOfSection(db(), shopId, { sectionId, after: 0, limit: 1 });
    expect(
      await createFile({ shop: { shopId }, ...by }, { requestId: request?.requestId ?? "", columns }),
    ).toBeNull();
    return payments[0]?.paymentId ?? "";
  };
  const [told, wise, generic] = [await pay(0, "wise"), await pay(1, "wise"), await pay(2, "generic")];
  const awaitedIn = async (provider: "wise" | "bank", text: string) => {
    const given = { bytes: Buffer.from(text), said: { provider, fileName: "march.csv" } };
    const { statementId } = accepted(await importStatement({ shop, actor: tester }, given, now));
    await matchStatement({ shopId, statementId }, () => now);
    const { statement } = accepted(await readProviderStatement(shopId, statementId));
    const { lines } = accepted(await readLines(statement, { match: "awaited" }, { page: 1, limit: 50 }));
    return lines.map((one) => one.line.paymentId);
  };
  const payment = { paymentId: told } as PaidPayment;
  expect(await awaitedIn("wise", [head, transfer(payment, "TRANSFER-1", "COMPLETED")].join("\r\n"))).toEqual([
    wise,
  ]);
  const booked = `Booking date,Currency,Amount,Bank reference,Reference\r\n2026-03-05,USD,-10.00,B1,${told}`;
  expect(await awaitedIn("bank", booked)).toEqual([generic]);
});
