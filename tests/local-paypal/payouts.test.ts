import { expect, test } from "vitest";
import {
  ask,
  askToken,
  batchIdOf,
  clientId,
  clientSecret,
  dig,
  holds,
  itemOf,
  lineOf,
  login,
  payoutOf,
  startPaypal,
} from "./paypal-setup.ts";

const day = 86_400_000;
const payouts = "/v1/payments/payouts";

test("a token needs the app's own credentials and ends after nine hours", async () => {
  const paypal = await startPaypal();
  expect(await askToken(paypal, `${clientId}:wrong`)).toMatchObject({
    status: 401,
    body: { error: "invalid_client", error_description: "Client Authentication failed" },
  });
  expect((await askToken(paypal, `${clientId}:${clientSecret}`, "")).body).toMatchObject({
    error: "unsupported_grant_type",
  });
  const caller = await login(paypal);
  expect((await caller.call("GET", `${payouts}/NOBODY`)).status).toBe(404);
  paypal.advance(9 * 3_600_000 + 1);
  expect(await caller.call("GET", `${payouts}/NOBODY`)).toMatchObject({
    status: 401,
    body: { error: "invalid_token" },
  });
});

test("a payout is pending, then it is paid, once, with its fee", async () => {
  const started = new Date();
  const paypal = await startPaypal({ now: () => started });
  const caller = await login(paypal);
  const made = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com", "bob@example.com"));
  expect(made).toMatchObject({ status: 201, body: { batch_header: { batch_status: "PENDING" } } });
  expect(holds(paypal, "held")).toBe(2142n);
  await paypal.settle();
  const shown = await caller.call("GET", `${payouts}/${batchIdOf(made)}?total_required=true`);
  expect(shown.body).toMatchObject({
    total_items: 2,
    batch_header: { batch_status: "SUCCESS", amount: { value: "21.00" }, fees: { value: "0.42" } },
    items: [{ transaction_status: "SUCCESS", payout_item_fee: { value: "0.21" } }, {}],
  });
  expect(lineOf(paypal, "b1-1")).toMatchObject({ payouts: 1, received: "1050", committed: "1050" });
  expect(holds(paypal, "receiver:ann@example.com")).toBe(1050n);
  expect(holds(paypal, "fees")).toBe(42n);
  expect(holds(paypal, "funding")).toBe(1_000_000n - 2142n);
});

test("a used sender_batch_id is refused with the way to its batch, until PayPal forgets it", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const made = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  const again = await caller.call("POST", payouts, payoutOf("b1", "eve@example.com"));
  expect(again).toMatchObject({
    status: 400,
    body: {
      name: "USER_BUSINESS_ERROR",
      details: [
        {
          field: "SENDER_BATCH_ID",
          issue: "Batch with given sender_batch_id already exists",
          link: [{ href: `${paypal.url}${payouts}/${batchIdOf(made)}`, rel: "self" }],
        },
      ],
    },
  });
  paypal.switch({ duplicateLink: false });
  const bare = await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  expect(dig(bare.body, "details", 0, "issue")).toBe("Duplicate batch request");
  expect(dig(bare.body, "details", 0, "link")).toBeUndefined();
  expect(lineOf(paypal, "b1-1")?.payouts).toBe(1);
  paypal.advance(30 * day + 1);
  const later = await login(paypal);
  expect((await later.call("POST", payouts, payoutOf("b1", "ann@example.com"))).status).toBe(201);
  await paypal.settle();
  expect(lineOf(paypal, "b1-1")).toMatchObject({ payouts: 2, committed: "2100" });
});

test("a request id saves nobody who changes the sender_batch_id", async () => {
  const paypal = await startPaypal();
  const { token } = await login(paypal);
  const send = (body: object): Promise<{ status: number }> =>
    ask(`${paypal.url}${payouts}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "paypal-request-id": "same" },
      body: JSON.stringify(body),
    });
  expect((await send(payoutOf("b1", "ann@example.com"))).status).toBe(201);
  expect((await send(payoutOf("b2", "ann@example.com"))).status).toBe(201);
  await paypal.settle();
  expect(holds(paypal, "receiver:ann@example.com")).toBe(2100n);
});

test("two calls at once with one sender_batch_id book one payout", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const body = payoutOf("b1", "ann@example.com");
  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.call("POST", payouts, body)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  await paypal.settle();
  expect(lineOf(paypal, "b1-1")).toMatchObject({ payouts: 1, received: "1050" });
});

test("all that is wrong with a payout is named, and nothing is booked", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const good = {
    recipient_type: "EMAIL",
    receiver: "a@example.com",
    amount: { value: "1.00", currency: "USD" },
  };
  const items = [
    { ...good, receiver: "nobody" },
    { ...good, amount: { value: "1.5", currency: "JPY" } },
    { ...good, amount: { value: "100.50", currency: "HUF" } },
    { ...good, amount: { value: "1.00", currency: "XXX" } },
    { ...good, amount: { value: "0.00", currency: "USD" } },
    { ...good, amount: { value: 1, currency: "USD" } },
    { ...good, recipient_type: "Email" },
    { ...good, sender_item_id: "x".repeat(64) },
  ];
  const { status, body } = await caller.call("POST", payouts, { sender_batch_header: {}, items });
  expect(status).toBe(400);
  expect(body).toMatchObject({ name: "VALIDATION_ERROR", message: "Invalid request - see details" });
  const fields = dig(body, "details");
  expect(Array.isArray(fields) ? fields.map((detail) => dig(detail, "field")) : []).toEqual([
    "items[0].receiver",
    "items[1].amount.value",
    "items[2].amount.value",
    "items[3].amount.currency",
    "items[4].amount.value",
    "items[5].amount.value",
    "items[6].recipient_type",
    "items[7].sender_item_id",
    "items",
  ]);
  expect(paypal.books().items).toEqual([]);
});

test("15,000 items go through and 15,001 do not", async () => {
  const paypal = await startPaypal({ funds: { USD: 100_000_000n } });
  const caller = await login(paypal);
  const receivers = Array.from({ length: 15_001 }, (_, index) => `a${index}@example.com`);
  const over = await caller.call("POST", payouts, payoutOf("b1", ...receivers));
  expect(dig(over.body, "details", 0, "field")).toBe("items");
  const made = await caller.call("POST", payouts, payoutOf("b1", ...receivers.slice(1)));
  expect(made.status).toBe(201);
  await paypal.settle();
  const path = `${payouts}/${batchIdOf(made)}?page_size=1000&page=15&total_required=true`;
  const { body } = await caller.call("GET", path);
  expect(body).toMatchObject({ total_items: 15_000, total_pages: 15 });
  expect(dig(body, "items", 999, "payout_item", "receiver")).toBe("a15000@example.com");
  expect(dig(body, "items", 1000)).toBeUndefined();
  const links = dig(body, "links");
  expect(Array.isArray(links) ? links.map((link) => dig(link, "rel")) : []).toEqual([
    "self",
    "prev",
    "first",
  ]);
}, 60_000);

test("money that is not there is not sent", async () => {
  const paypal = await startPaypal({ funds: { USD: 1070n } });
  const caller = await login(paypal);
  // 10.50 and its fee are 10.71: a cent is missing.
  expect(await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"))).toMatchObject({
    status: 422,
    body: { name: "INSUFFICIENT_FUNDS" },
  });
  const euros = payoutOf("b2", "ann@example.com");
  const asked = JSON.parse(JSON.stringify(euros).replace("USD", "EUR"));
  expect((await caller.call("POST", payouts, asked)).body).toMatchObject({ name: "NON_HOLDING_CURRENCY" });
  paypal.addFunds("USD", 1n);
  expect((await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"))).status).toBe(201);
  expect(holds(paypal, "funding")).toBe(0n);
});

test("each receiver's road ends where its address says, and the money with it", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const tags = ["unclaimed", "failed", "onhold", "blocked", "returned", "refunded", "reversed"];
  await caller.call("POST", payouts, payoutOf("b1", ...tags.map((tag) => `a+${tag}@example.com`)));
  await paypal.settle();
  const statuses = tags.map((_, index) => itemOf(paypal, `b1-${index + 1}`).status);
  expect(statuses).toEqual(tags.map((tag) => tag.toUpperCase()));
  const committed = tags.map((_, index) => lineOf(paypal, `b1-${index + 1}`)?.committed);
  expect(committed).toEqual(["1050", "0", "1050", "1050", "0", "0", "0"]);
  expect(holds(paypal, "unclaimed")).toBe(1050n);
  // Held and blocked payments keep their fee beside them; the failed one has it back, the others have paid it.
  expect(holds(paypal, "held")).toBe(2142n);
  expect(holds(paypal, "fees")).toBe(4n * 21n);
});

test("unclaimed money goes back after thirty days, and not before", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  await caller.call("POST", payouts, payoutOf("b1", "a+unclaimed@example.com", "b+unclaimed@example.com"));
  await paypal.settle();
  expect(paypal.turn(itemOf(paypal, "b1-2").id, "SUCCESS")).toBe(true);
  paypal.advance(30 * day - 1000);
  expect(itemOf(paypal, "b1-1").status).toBe("UNCLAIMED");
  paypal.advance(1000);
  expect(itemOf(paypal, "b1-1").status).toBe("RETURNED");
  expect(lineOf(paypal, "b1-1")).toMatchObject({ committed: "0", payouts: 0 });
  expect(lineOf(paypal, "b1-2")).toMatchObject({ received: "1050" });
  expect(paypal.turn(itemOf(paypal, "b1-1").id, "SUCCESS")).toBe(false);
});

test("only unclaimed items are canceled, and only once", async () => {
  const paypal = await startPaypal();
  paypal.switch({ processMs: 60_000 });
  const caller = await login(paypal);
  await caller.call("POST", payouts, payoutOf("b1", "a+unclaimed@example.com", "bob@example.com"));
  const cancel = (id: string): Promise<{ status: number; body: unknown }> =>
    caller.call("POST", `/v1/payments/payouts-item/${itemOf(paypal, id).id}/cancel`);
  expect((await cancel("b1-1")).body).toMatchObject({ name: "BATCH_NOT_COMPLETED" });
  await paypal.settle();
  expect((await cancel("b1-2")).body).toMatchObject({
    name: "ITEM_INCORRECT_STATUS",
    message: "Only items in Unclaimed status can be cancelled.",
  });
  expect(await cancel("b1-1")).toMatchObject({
    status: 200,
    body: { transaction_status: "RETURNED", sender_batch_id: "b1" },
  });
  expect((await cancel("b1-1")).body).toMatchObject({ name: "ITEM_ALREADY_CANCELLED" });
  expect(holds(paypal, "unclaimed")).toBe(0n);
});

test("a repeated sender_item_id fails within a batch and is paid again in another", async () => {
  const paypal = await startPaypal();
  const caller = await login(paypal);
  const item = { recipient_type: "EMAIL", receiver: "a@example.com", sender_item_id: "one" };
  const amount = { value: "1.00", currency: "USD" };
  const twice = [
    { ...item, amount },
    { ...item, amount },
  ];
  await caller.call("POST", payouts, { sender_batch_header: { sender_batch_id: "b1" }, items: twice });
  await caller.call("POST", payouts, { sender_batch_header: { sender_batch_id: "b2" }, items: [twice[0]] });
  await paypal.settle();
  const errors = Object.values(paypal.ctx.state.items).map(({ error }) => error);
  expect(errors).toEqual([null, "DUPLICATE_ITEM", null]);
  expect(lineOf(paypal, "one")).toMatchObject({ payouts: 2, committed: "200" });
});

test("an account without the right is told so", async () => {
  const paypal = await startPaypal();
  paypal.switch({ rights: { payouts: false, reporting: false } });
  const caller = await login(paypal);
  expect(await caller.call("POST", payouts, payoutOf("b1", "ann@example.com"))).toMatchObject({
    status: 403,
    body: { name: "AUTHORIZATION_ERROR" },
  });
  expect((await caller.call("GET", "/v1/reporting/balances")).body).toMatchObject({ name: "NOT_AUTHORIZED" });
  expect(paypal.books().items).toEqual([]);
});
