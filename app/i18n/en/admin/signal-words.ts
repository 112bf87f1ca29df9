import type { SignalName } from "#app/domain/signals.ts";

/** Names of attribution signals, on screens and in files. */
export const signalWords = {
  names: {
    code: "Discount code",
    customer: "Lifetime customer",
    click: "Link click",
    landing: "Landing page",
    pixel: "Checkout click",
    product: "Product assignment",
    claim: "Accepted claim",
    renewal: "Subscription renewal",
    tag: "Code in tags or note",
    none: "No signal",
  } satisfies Record<SignalName, string>,
  file: {
    from: "From",
    to: "To",
    all: "All orders",
    signal: "Signal",
    orders: "Orders with signal",
    share: "Share",
    credited: "Credited",
    lost: "Lost without it",
    elsewhere: "Would go to others",
  },
} as const;
