import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { CodeWire } from "#app/contracts/code.ts";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

export const affiliate: AffiliateWire = {
  id: "aff_00000000000000000000000001",
  name: "Zoë Núñez",
  email: "zoe@example.com",
  status: "active",
  nextStatuses: ["suspended"],
  referralCode: "ZOENUNEZ",
  referralLink: "https://app.example/r/ZOENUNEZ?s=demo",
  discountCodes: ["ZOE10"],
  programs: [{ id: "prg_1", name: "Partners" }],
  tags: [],
  endingTags: [],
  note: "Met at the fair",
  revision: 3,
  figures: { clicks: 1234, orders: 7, revenue: usd("700.00"), commission: usd("70.00") },
  balances: [{ pending: usd("50.00"), available: usd("15.00"), inTransit: usd("12.00"), paid: usd("5.00") }],
  invitedAt: "2026-03-01T09:00:00.000Z",
  acceptedAt: "2026-03-02T09:00:00.000Z",
  createdAt: "2026-03-01T09:00:00.000Z",
  updatedAt: "2026-03-02T09:00:00.000Z",
};

export const commission = {
  id: "com_1",
  kind: "order" as const,
  order: { id: "5001", name: "#1001" },
  earnedAt: "2026-03-05T10:00:00.000Z",
  amount: usd("10.00"),
  state: "pending" as const,
  reason: "Code ADA10",
  why: { code: "won-by-code" as const },
  approvesAt: "2026-04-04T10:00:00.000Z",
  payment: null,
};

/** Polaris draws actions twice, once to measure them: either one will do. */
export function firstOf(elements: readonly HTMLElement[]): HTMLElement {
  const [first] = elements;
  if (!first) throw new Error("There is none.");
  return first;
}

export const ownCode: CodeWire = {
  code: "ZOE10",
  status: "active",
  affiliate: { id: affiliate.id, name: affiliate.name },
  discount: { id: "77", title: "Affiliates: 10% off" },
  gives: "10% off",
  assignedAt: "2026-03-02T09:00:00.000Z",
  endsAt: null,
};
