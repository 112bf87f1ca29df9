import type { ReceiverRule } from "../../../local-paypal/switch-types.ts";
import type { Chance } from "../../histories/random.ts";
import { type Counts, count } from "./counts.ts";
import type { PaypalWorld } from "./paypal-world.ts";

export const faults = [
  "reset",
  "error",
  "unavailable",
  "rateLimit",
  "tokenGone",
  "insufficientFunds",
  "errorAfter",
  "silence",
  "cut",
  "truncate",
  "webhookFirst",
  "denied",
  "badSignature",
] as const;
const anyCall = ["create", "read", "token", "cancel"] as const;

/** Some bad days of PayPal's, each with how often it strikes. */
export function turnSwitches(
  paypal: PaypalWorld["paypal"],
  chance: Chance,
  { counts, seed }: { counts: Counts; seed: number },
): void {
  const struck = chance.some(faults, 0.25);
  const seldom = chance.is(0.85) ? struck.filter((one) => one !== "denied") : struck;
  for (const one of seldom) count(counts, one);
  const fault = (name: (typeof faults)[number]) => {
    const times = chance.int(1, name === "badSignature" ? 5 : 3);
    return { times, probability: 0, on: chance.is(0.6) ? ["create" as const] : [...anyCall] };
  };
  const receivers: Pick<ReceiverRule, "match" | "becomes" | "probability">[] = chance.is(0.6)
    ? [
        { match: "*", becomes: "FAILED", probability: 0.08 },
        { match: "*", becomes: "UNCLAIMED", probability: 0.06 },
        { match: "*", becomes: "RETURNED", probability: 0.05 },
        { match: "*", becomes: "REFUNDED", probability: 0.05 },
        { match: "*", becomes: "REVERSED", probability: 0.05 },
        { match: "*", becomes: "ONHOLD", probability: 0.05 },
      ]
    : [];
  const sometimes = (what: string, probability: number) => {
    const is = chance.is(probability);
    if (is) count(counts, what);
    return is;
  };
  const neither = Object.fromEntries(faults.map((one) => [one, 0]));
  paypal.switch({
    seed,
    faults: { ...neither, ...Object.fromEntries(seldom.map((one) => [one, fault(one)])) },
    receivers,
    processMs: chance.pick([0, 100, 60_000, 6 * 3_600_000]),
    stragglers: sometimes("stragglers", 0.3) ? { share: 0.3, delayMs: 3_600_000 } : { share: 0, delayMs: 0 },
    duplicateLink: !sometimes("no duplicate link", 0.15),
    duplicate: sometimes("duplicate webhooks", 0.3) ? chance.int(1, 3) : 0,
    shuffle: false,
    drop: sometimes("no webhooks", 0.25),
  });
  if (receivers.length > 0) count(counts, "unlike outcomes");
}
