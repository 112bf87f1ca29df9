import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { dig, postJson, shopOf, startPlatform, type Json } from "./platform-setup.ts";
import { booksOf, errorsOf, openTill, transactionOf } from "./store-credit-till.ts";

test("a customer's first credit opens an account, and the next one adds to it", async () => {
  const till = await openTill(() => new Date("2026-11-22T10:00:00Z"));
  expect(await till.accounts()).toEqual([]);
  const first = transactionOf(await till.credit("12.5"));
  expect(first).toMatchObject({
    amount: { amount: "12.50", currencyCode: "USD" },
    balanceAfterTransaction: { amount: "12.50" },
    remainingAmount: { amount: "12.50" },
    createdAt: "2026-11-22T10:00:00Z",
    expiresAt: null,
    event: "ADJUSTMENT",
    origin: null,
  });
  const account = String(dig(first, "account", "id"));
  const second = transactionOf(await till.credit("7.50", {}, account));
  expect(second).toMatchObject({
    account: { id: account, balance: { amount: "20.00", currencyCode: "USD" } },
  });
  await till.credit("3", { currencyCode: "EUR" });
  expect(await till.accounts("type:credit")).toMatchObject([
    {
      id: account,
      transactions: { nodes: [{ amount: { amount: "7.50" } }, { amount: { amount: "12.50" } }] },
    },
    { balance: { amount: "3.00", currencyCode: "EUR" } },
  ]);
});

test("the same credit twice is two credits, even under one idempotency key", async () => {
  const till = await openTill();
  const { platform } = till;
  await till.credit("10");
  await till.credit("10");
  expect(await booksOf(platform)).toMatchObject({
    accounts: [{ customerId: till.customerId, currency: "USD", minor: "2000" }],
    transactions: [
      { kind: "credit", minor: "1000", customerId: till.customerId },
      { kind: "credit", minor: "1000" },
    ],
  });
});

test("a debit spends what expires first, and never more than there is", async () => {
  let now = new Date("2026-11-22T10:00:00Z");
  const till = await openTill(() => now);
  await till.credit("10");
  await till.credit("5", { expiresAt: "2026-12-01T00:00:00Z" });
  await till.credit("5", { expiresAt: "2026-11-25T00:00:00Z" });
  expect(transactionOf(await till.debit("6"))).toMatchObject({
    amount: { amount: "-6.00" },
    balanceAfterTransaction: { amount: "14.00" },
  });
  expect(errorsOf(await till.debit("14.01"))).toEqual([
    {
      field: ["debitInput", "debitAmount", "amount"],
      message: "The store credit account does not have sufficient funds to satisfy the request",
      code: "INSUFFICIENT_FUNDS",
    },
  ]);
  const remaining = async (): Promise<unknown> => {
    const nodes = dig(await till.accounts("type:credit"), "0", "transactions", "nodes");
    return Array.isArray(nodes) ? nodes.map((node) => dig(node, "remainingAmount", "amount")) : nodes;
  };
  expect(await remaining()).toEqual(["0.00", "4.00", "10.00"]);
  now = new Date("2026-12-02T10:00:00Z");
  expect(await till.accounts("type:expiration")).toMatchObject([
    {
      balance: { amount: "10.00" },
      transactions: { nodes: [{ amount: { amount: "-4.00" }, createdAt: "2026-12-01T00:00:00Z" }] },
    },
  ]);
  expect(await remaining()).toEqual(["0.00", "4.00", "10.00"]);
  expect(errorsOf(await till.debit("10.01"))).toMatchObject([{ code: "INSUFFICIENT_FUNDS" }]);
  expect(transactionOf(await till.debit("10"))).toMatchObject({
    balanceAfterTransaction: { amount: "0.00" },
  });
});

const refused: [what: string, asked: { amount: string; more?: Json; id?: string }, error: object][] = [
  [
    "nothing",
    { amount: "0" },
    { field: ["creditInput", "creditAmount", "amount"], code: "NEGATIVE_OR_ZERO_AMOUNT" },
  ],
  ["less than nothing", { amount: "-5" }, { code: "NEGATIVE_OR_ZERO_AMOUNT" }],
  [
    "nobody's",
    { amount: "5", id: "gid://shopify/Customer/1" },
    { field: ["id"], message: "Owner does not exist", code: "OWNER_NOT_FOUND" },
  ],
  [
    "no account",
    { amount: "5", id: "gid://shopify/StoreCreditAccount/1" },
    { field: ["id"], code: "ACCOUNT_NOT_FOUND" },
  ],
  ["too late", { amount: "5", more: { expiresAt: "2020-01-01T00:00:00Z" } }, { code: "EXPIRES_AT_IN_PAST" }],
  ["too much", { amount: "100000.01" }, { code: "CREDIT_LIMIT_EXCEEDED" }],
];

test.each(refused)(
  "a credit of %s is refused by name and books nothing",
  async (_what, { amount, more = {}, id }, error) => {
    const till = await openTill();
    expect(errorsOf(await till.credit(amount, more, id))).toMatchObject([error]);
    expect(await booksOf(till.platform)).toMatchObject({ transactions: [] });
  },
);

test("an account takes its own currency only", async () => {
  const till = await openTill();
  const account = String(dig(transactionOf(await till.credit("5")), "account", "id"));
  const error = { code: "MISMATCHING_CURRENCY" };
  expect(errorsOf(await till.credit("5", { currencyCode: "EUR" }, account))).toMatchObject([error]);
  expect(errorsOf(await till.debit("5", account, "EUR"))).toMatchObject([error]);
  expect(errorsOf(await till.debit("5", "gid://shopify/Customer/1"))).toMatchObject([
    { code: "ACCOUNT_NOT_FOUND" },
  ]);
});

test.each(["error", "throttled", "errorAfter", "silence", "cut"] as const)(
  "a change of store credit meets %s as often as it is set",
  async (fault) => {
    const till = await openTill();
    const { platform } = till;
    expect((await postJson(`${platform.url}/__switches`, { storeCredit: { [fault]: 1 } })).status).toBe(200);
    // A question is no change: it uses nothing up.
    expect(await till.accounts()).toEqual([]);
    const answer = till.credit("5").then(
      ({ status, body }) => `${status} ${JSON.stringify(dig(body, "errors"))}`,
      () => "hung up",
    );
    // Only silence has to be told by waiting.
    const first = await (fault === "silence" ? Promise.race([answer, pause(1500, "no answer")]) : answer);
    const expected = {
      error: '500 "Internal Server Error"',
      throttled: "THROTTLED",
      errorAfter: '500 "Internal Server Error"',
      silence: "no answer",
      cut: "hung up",
    };
    expect(first).toContain(expected[fault]);
    const isDone = fault !== "error" && fault !== "throttled";
    expect(dig(await booksOf(platform), "transactions")).toHaveLength(isDone ? 1 : 0);
    expect(errorsOf(await till.credit("5"))).toEqual([]);
    expect(dig(await booksOf(platform), "transactions")).toHaveLength(isDone ? 2 : 1);
  },
);

test("a fault that does not exist is refused", async () => {
  const platform = await startPlatform();
  const answer = await postJson(`${platform.url}/__switches`, { storeCredit: { nothing: 1 } });
  expect(answer.status).toBe(400);
});

test("a state from before store credit has none, and learns of it", async () => {
  const till = await openTill();
  delete shopOf(till.platform).storeCredit;
  delete till.platform.store.state.switches.storeCredit;
  expect(await till.accounts()).toEqual([]);
  expect(errorsOf(await till.credit("5"))).toEqual([]);
  const page = await (await fetch(`${till.platform.url}/store/demo-store/customers`)).text();
  expect(page).toContain("5.00 USD");
});
