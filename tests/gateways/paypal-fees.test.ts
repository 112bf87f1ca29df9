import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readBatch } from "#app/gateways/paypal/payouts.ts";
import { readTransactions } from "#app/gateways/paypal/transactions.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { testAccount } from "../support/paypal-account.ts";

let server: Server;
let account: PaypalAccount;
/** PayPal's fee for a payment of 12.34 euros. */
let fee: { currency: string; value: string };

const item = () => ({
  payout_item_id: "ITEM",
  transaction_status: "SUCCESS",
  payout_item_fee: fee,
  payout_item: { amount: { currency: "EUR", value: "12.34" }, sender_item_id: "one" },
});

const transaction = () => ({
  transaction_info: {
    transaction_id: "T1",
    transaction_event_code: "T0001",
    transaction_status: "S",
    transaction_initiation_date: "2026-03-05T10:00:00+0000",
    transaction_amount: { currency_code: "EUR", value: "-12.34" },
    fee_amount: { currency_code: fee.currency, value: `-${fee.value}` },
  },
});

function answerOf(path: string): object {
  if (path.startsWith("/v1/oauth2")) return { access_token: "token", expires_in: 3600 };
  if (path.startsWith("/v1/reporting")) return { transaction_details: [transaction()], total_pages: 1 };
  return { batch_header: { payout_batch_id: "B", batch_status: "SUCCESS" }, items: [item()], total_pages: 1 };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answerOf(request.url ?? "")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  account = testAccount(`http://127.0.0.1:${port}`);
});

afterAll(() => server.close());

async function feesTold() {
  const batch = await readBatch(account, "B");
  const days = { since: new Date("2026-03-01T00:00:00Z"), until: new Date("2026-03-31T00:00:00Z") };
  const report = await readTransactions(account, days);
  if (batch === null || !("items" in batch) || "kind" in report) throw new Error("No answer.");
  const [first, line] = [batch.items[0], report.transactions[0]];
  return [first?.feeMinor, first?.otherFee, line?.feeMinor, line?.otherFee];
}

it("a fee is read in the currency of its payment, and one in another currency is told apart", async () => {
  fee = { currency: "EUR", value: "0.25" };
  expect(await feesTold()).toEqual([25n, "", 25n, ""]);
  fee = { currency: "USD", value: "0.25" };
  expect(await feesTold()).toEqual([null, "0.25 USD", null, "0.25 USD"]);
  fee = { currency: "USD", value: "0.00" };
  expect(await feesTold()).toEqual([null, "", null, ""]);
  fee = { currency: "JPY", value: "40" };
  expect(await feesTold()).toEqual([null, "40 JPY", null, "40 JPY"]);
});
