import { expect, test } from "vitest";
import {
  ask,
  askToken,
  batchIdOf,
  dig,
  login,
  payoutOf,
  startListener,
  startPaypal,
} from "./paypal-setup.ts";
import type { LocalPaypal } from "../../local-paypal/server.ts";

const payouts = "/v1/payments/payouts";
const webhooks = "/v1/notifications/webhooks";

const startTwo = () =>
  startPaypal({ accounts: [{ clientId: "other", clientSecret: "other-secret", funds: { USD: 500_000n } }] });

async function loginOther(paypal: LocalPaypal) {
  const token = String(dig((await askToken(paypal, "other:other-secret")).body, "access_token"));
  return (method: string, path: string, body?: unknown) =>
    fetch(`${paypal.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

test("each account has credentials, payouts and books of its own", async () => {
  const paypal = await startTwo();
  const [first, other] = [await login(paypal), await loginOther(paypal)];
  expect((await askToken(paypal, "other:local-secret")).status).toBe(401);
  const made = await first.call("POST", payouts, payoutOf("b1", "ann@example.com"));
  const asked = await other("GET", `${payouts}/${batchIdOf(made)}`);
  expect(asked.status).toBe(404);
  // Another account does not remember it, so that it pays again.
  expect((await other("POST", payouts, payoutOf("b1", "ann@example.com"))).status).toBe(201);
  const ids = [paypal, paypal.account("other")].map(({ ctx }) => Object.keys(ctx.state.batches));
  expect(ids.map((all) => all.length)).toEqual([1, 1]);
  expect(new Set(ids.flat()).size).toBe(2);
  await paypal.account("other").settle();
  expect(paypal.account("other").books().items[0]?.received).toBe("1050");
  const seen = await ask(`${paypal.url}/_accounts/other/_local/books`);
  expect(dig(seen.body, "items", 0, "received")).toBe("1050");
});

test("each account tells its own webhooks, which come and go by the API", async () => {
  const paypal = await startTwo();
  const other = await loginOther(paypal);
  const listener = await startListener();
  const asked = { url: listener.url, event_types: [{ name: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED" }] };
  const made: unknown = await (await other("POST", webhooks, asked)).json();
  const again = await other("POST", webhooks, asked);
  expect([again.status, dig(await again.json(), "name")]).toEqual([400, "WEBHOOK_URL_ALREADY_EXISTS"]);
  await other("POST", payouts, payoutOf("b1", "ann@example.com"));
  await (await login(paypal)).call("POST", payouts, payoutOf("b2", "bob@example.com"));
  await Promise.all([paypal.settle(), paypal.account("other").settle()]);
  expect(listener.heard.map(({ body }) => body.includes("ann@example.com"))).toEqual([true]);
  const path = `${webhooks}/${String(dig(made, "id"))}`;
  expect([(await other("DELETE", path)).status, (await other("DELETE", path)).status]).toEqual([204, 404]);
});

test("an account has ten webhooks at most", async () => {
  const paypal = await startTwo();
  const caller = await login(paypal);
  const make = (at: number) =>
    caller.call("POST", webhooks, { url: `http://127.0.0.1:9/${at}`, event_types: [{ name: "*" }] });
  for (let at = 1; at <= 10; at += 1) expect((await make(at)).status).toBe(201);
  const refused = await make(11);
  expect([refused.status, dig(refused.body, "name")]).toEqual([400, "WEBHOOK_NUMBER_LIMIT_EXCEEDED"]);
});
