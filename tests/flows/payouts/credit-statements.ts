import { importReport } from "#app/flows/payouts/read-report.ts";
import { db } from "#app/platform/db.server.ts";
import { findPayments, type PaymentRow } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import type { Chance } from "../../histories/random.ts";
import { tester } from "../../support/planned-payouts.ts";
import type { Counts } from "./counts.ts";
import { type CreditWorld, creditsOf } from "./credit-world.ts";
import { daysSince, type Reconciling } from "./reconcile-some.ts";

/** Above every payment, so that the judge can tell what the merchant gave. */
export const merchantMinor = 99_999n;

type Of = { readonly chance: Chance; readonly counts: Counts; readonly since: Date };

/** People's work with statements of store credit. */
export function creditStatements(world: CreditWorld, { chance, counts, since }: Of): Reconciling {
  const { shopId } = world.shop;
  const now = () => world.clock.now;
  const bring = async () => {
    const shop = await findShop(db(), shopId);
    if (!shop) throw new Error("The shop is gone.");
    const days = daysSince({ timeZone: shop.timeZone, since, now: now() }, chance);
    return await importReport({ shop, actor: tester, now: now() }, { provider: "store_credit", ...days });
  };
  const isOrMayBePaid = async (paymentId: PaymentRow["paymentId"]) => {
    const [payment] = await findPayments(db(), shopId, [paymentId]);
    return payment !== undefined && isCredited(world, payment);
  };
  return { shopId, chance, counts, now, bring, isOrMayBePaid };
}

type Credited = Pick<PaymentRow, "affiliateId" | "amountMinor" | "plannedAt">;

/** By the platform's own books the newest credit of this customer that no merchant gave is this payment. */
export function isCredited(world: CreditWorld, { affiliateId, amountMinor, plannedAt }: Credited): boolean {
  const payee = world.shop.payees.find((one) => one.affiliateId === affiliateId);
  const customer = payee?.account.kind === "store-credit" ? payee.account.customerId : "";
  const newest = creditsOf(world)
    .get(customer)
    ?.findLast((one) => one.minor !== merchantMinor);
  return newest?.minor === amountMinor && newest.at >= plannedAt;
}
