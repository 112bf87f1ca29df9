import { dashboardWire } from "#app/contracts/dashboard.ts";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { encode } from "#app/contracts/wire.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { readDashboardStats } from "#app/flows/reports/read-dashboard.ts";
import { performanceOf } from "#app/http/performance.ts";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { loader as followLink } from "#app/routes/track/click.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { startLocalPaypal } from "../../local-paypal/server.ts";
import { appUrl } from "../../tests/support/browser.ts";
import { setEnv } from "../../tests/support/environment.ts";
import { arrival, deliver, read, postedEntries } from "../../tests/support/inbox.ts";
import { makeMerchant } from "../../tests/support/merchant.ts";
import { orderBody } from "../../tests/support/order-bodies.ts";
import { testClient } from "../../tests/support/paypal-account.ts";
import { makePayees, planned } from "../../tests/support/planned-payouts.ts";
import { type CalledFiles, measureCalls } from "./coverage.ts";

export type PathCalls = { readonly name: string; readonly goal: number; readonly called: CalledFiles };

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

/** Measures the four paths in the database of the environment, and closes it. */
export async function measurePaths(): Promise<PathCalls[]> {
  const merchant = await makeMerchant();
  try {
    return [
      { name: "one plain order, inbox to ledger", goal: 50, called: await measureOrder(merchant) },
      { name: "one payment, planned to sent", goal: 22, called: await measurePayment() },
      { name: "one click", goal: 18, called: await measureCalls(() => click(merchant)) },
      { name: "the dashboard's figures", goal: 20, called: await measureCalls(() => readFigures(merchant)) },
    ];
  } finally {
    await closeQueue();
    await closeDatabase();
  }
}

/** Throws where a path did not reach its end: the figure would be too good. */
function mustHold(holds: boolean, fact: string): void {
  if (!holds) throw new Error(`Not measured: ${fact}.`);
}

/** A paid order by a referral link, with one line and no customer. It is in the inbox before the measurement. */
async function measureOrder(merchant: Merchant): Promise<CalledFiles> {
  for (let order = 0; order < 2; order += 1) {
    await deliver(merchant, "orders/create", orderBody({ ref: merchant.code }));
  }
  let posted = 0;
  const called = await measureCalls(async () => {
    const pass = await processDeliveries({ topics: orderTopics, read, limit: 1, now: arrival });
    posted += pass.taken;
  });
  mustHold(posted === 2, "the inbox did not give the orders out one by one");
  mustHold((await postedEntries(merchant)).length === 2, "an order was not posted");
  return called;
}

/** A payment of a confirmed payout, by PayPal. It ends when PayPal has accepted it. */
async function measurePayment(): Promise<CalledFiles> {
  const paypal = await startLocalPaypal({ ...testClient, funds: { USD: 1_000_000n } });
  setEnv({ PAYPAL_LOCAL_URL: paypal.url });
  try {
    const account: PayoutAccount = { kind: "paypal", email: "payee@example.com" };
    const { payees, ...shop } = await makePayees(2, () => account);
    const now = new Date();
    const payouts = await Promise.all(
      payees.map((payee) => planned({ payees, ...shop }, [{ payee, amountMinor: 1000n }], { now })),
    );
    let sent = 0;
    const called = await measureCalls(async () => {
      const { sectionId = "" } = payouts[sent] ?? {};
      sent += 1;
      await sendSection({ shopId: shop.shopId, sectionId }, { now: () => new Date(), chance: () => 0.5 });
    });
    for (const { paymentId } of payouts.flatMap(({ payments }) => payments)) {
      const payment = await findPayment(db(), shop.shopId, paymentId);
      mustHold(payment?.status === "sent", `a payment is ${payment?.status}`);
    }
    return called;
  } finally {
    await paypal.close();
  }
}

async function click({ domain, code }: Merchant): Promise<void> {
  const request = new Request(`${appUrl}/r/${code}?s=${domain.replace(".myshopify.com", "")}`, {
    headers: {
      "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "X-Forwarded-For": "203.0.113.1",
    },
  });
  const { headers } = await followLink({ request, params: { code } });
  mustHold((headers.get("Location") ?? "").includes("aff_click="), "a click did not lead to the store");
}

/** The figures as the API and the page tell them, once the caller is known. */
async function readFigures({ shop }: Merchant): Promise<void> {
  const performance = await performanceOf(shop, {}, new Date());
  const stats = await readDashboardStats(shop);
  const areThere = !isRefusal(performance) && !isRefusal(stats);
  mustHold(areThere, "the dashboard's figures were refused");
  if (areThere) encode(dashboardWire, { ...stats, performance });
}
