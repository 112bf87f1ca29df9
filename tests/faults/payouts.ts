import type { Fault } from "./fault.ts";

const payout =
  (by: "credit" | "paypal") =>
  (file: string, what: string, right: string, wrong: string): Fault => {
    return { what, file: `app/${file}`, right, wrong, by };
  };
const credit = payout("credit");
const paypal = payout("paypal");

/** How payments are handed over and settled. */
export const payouts: readonly Fault[] = [
  credit(
    "flows/payouts/send-due.ts",
    "gives store credit again after a doubt",
    'if (!isInDoubt(request)) return "give";',
    'if (request.attempts >= 0) return "give";',
  ),
  credit(
    "flows/payouts/send-due.ts",
    "does not wait until a try is certainly over",
    '> certainlyOverMs ? "give" : "wait"',
    '> -1 ? "give" : "wait"',
  ),
  credit(
    "flows/payouts/send-due.ts",
    "looks at the account as if nothing had been seen before",
    'readAccountNews(domain, order, request.seenBefore ?? "")',
    'readAccountNews(domain, order, "")',
  ),
  paypal(
    "flows/payouts/send-due.ts",
    "has another sender_batch_id at every try",
    "createPayout(account, openContent(claimed.request))",
    'createPayout(account, openContent(claimed.request).replace(/("sender_batch_id":")/, `$1${claimed.attempt}`))',
  ),
  paypal(
    "flows/payouts/claim-request.ts",
    "believes a refusal after a doubt",
    "if (request.wasInDoubt) return {",
    "if (request.attempts < 0) return {",
  ),
  credit(
    "flows/payouts/claim-request.ts",
    "takes a try that was never folded for none",
    '(request.status === "sending" && request.lastTriedAt !== null)',
    "false",
  ),
  paypal(
    "domain/payouts/payment.ts",
    "posts money that came back out of transit, though it was paid",
    'from === "paid" ? "paid" : "in_transit"',
    'from === "sent" ? "paid" : "in_transit"',
  ),
  paypal(
    "domain/payouts/payment.ts",
    "does not hear that what was paid came back",
    'if (outcome === "returned") return "returned";',
    'if (outcome === "returned") return "same";',
  ),
  paypal(
    "flows/payouts/watch-payout.ts",
    "does not look again at what has settled",
    "await moveInRequest(tx, request, moves, { now,",
    'await moveInRequest(tx, request, request.status === "paid" ? [] : moves, { now,',
  ),
  paypal(
    "flows/payouts/ask-before-return.ts",
    "posts back what a statement misses, whatever PayPal says of it",
    'if (!one || one.outcome === "returned" || one.outcome === "failed") continue;',
    "if (one || !told.has(paymentId)) continue;",
  ),
];
