import type { OrderExplanationWire, OrderWire } from "#app/contracts/order.ts";
import type { PostingWire } from "#app/contracts/commission.ts";

export const usd = (amount: string) => ({ amount, currencyCode: "USD" });
export const ada = { id: "aff_1", name: "Ada" };
const bob = { id: "aff_2", name: "Bob" };
export const program = { id: "prg_1", name: "Creators" };

export const order: OrderWire = {
  id: "1001",
  name: "#1001",
  placedAt: "2026-03-04T12:00:00.000Z",
  status: "credited",
  reason: { code: "won-by-click", text: "First click: Ada's link, 3 days before" },
  paymentStatus: "paid",
  test: false,
  cancelledAt: null,
  revenue: usd("50.00"),
  commission: usd("5.00"),
  ownCommission: usd("5.00"),
  affiliate: ada,
  program: { ...program, version: 2 },
};

export const posting: PostingWire = {
  id: "trf_1",
  commissionId: "com_1",
  kind: "order",
  code: "earned",
  debit: "expense",
  credit: "pending",
  amount: usd("10.00"),
  affiliate: ada,
  happenedAt: "2026-03-04T12:00:00.000Z",
  recordedAt: "2026-03-04T12:00:01.000Z",
};

/** An order that Ada won by a click, half of it given back. */
export const explained: OrderExplanationWire = {
  order,
  channel: null,
  renewal: null,
  signals: [
    {
      kind: "click",
      signal: "clk_1",
      subId: "mail-7",
      at: "2026-03-01T12:00:00.000Z",
      windowDays: 30,
      affiliate: ada,
      program,
      won: true,
      reason: { code: "won-by-click", text: "First click: Ada's link, 3 days before" },
    },
    {
      kind: "landing",
      signal: "BOB",
      subId: "",
      at: null,
      affiliate: bob,
      program,
      won: false,
      reason: { code: "outranked", text: "Lower priority" },
    },
  ],
  terms: {
    text: "10%",
    rules: [{ name: "Mugs pay more", when: "vendor: Kiln", pays: "20%" }],
    version: 2,
    since: "2026-02-20T12:00:00.000Z",
    windowDays: 30,
    approvalDays: 14,
    approvalFrom: "order",
    approval: "automatic",
    approvalBeganAt: "2026-03-04T12:00:00.000Z",
    alsoCounts: [],
  },
  judgedBy: {
    version: 3,
    effectiveFrom: "2026-02-01T00:00:00.000Z",
    rules: {
      precedence: ["click", "code"],
      touch: "first",
      binding: { kind: "never" },
      newCustomer: "store",
    },
  },
  knownBefore: [{ rule: "T10", text: "Order 2 of this customer in the store" }],
  summary: "10% of $100.00.",
  lines: [
    {
      id: "1",
      title: "Mug",
      kind: "goods",
      counts: true,
      rules: [
        { id: "1", name: "Mugs pay more", tried: true, matched: false, text: "Requires vendor: Kiln" },
        { id: null, name: "Default commission", tried: true, matched: true, text: "Pays 10%" },
      ],
      steps: [
        { rule: "M7", code: "eligible", text: "Eligible amount", amount: usd("100.00") },
        { rule: "M9", code: "left", text: "Eligible amount after refunds", amount: usd("50.00") },
      ],
      commission: usd("10.00"),
      current: usd("5.00"),
    },
  ],
  totals: {
    base: usd("100.00"),
    remainingBase: usd("50.00"),
    commission: usd("10.00"),
    current: usd("5.00"),
  },
  ifCounted: null,
  commissions: [],
  refunds: [{ id: "r1", at: "2026-03-05T12:00:00.000Z", status: "pending", amount: usd("50.00") }],
  decisions: [
    {
      id: "dec_1",
      kind: "held",
      note: "Looks odd",
      by: "Mo",
      at: "2026-03-06T12:00:00.000Z",
      affiliate: ada,
      to: null,
    },
    {
      id: "dec_2",
      kind: "reassigned",
      note: "",
      by: "Mo",
      at: "2026-03-07T12:00:00.000Z",
      affiliate: null,
      to: { id: "aff_2", name: "Bea" },
    },
  ],
  adjustments: [
    {
      id: "adj_1",
      note: "Goodwill",
      by: "Lee",
      at: "2026-03-05T12:00:00.000Z",
      affiliate: ada,
      amount: usd("2.00"),
    },
  ],
  postings: [posting, { ...posting, id: "trf_2", code: "reversed", debit: "pending", credit: "expense" }],
};

/** Data of an order's page. */
export const orderPage = {
  explained,
  claims: [],
  flags: [],
  programs: [],
  wouldOwe: null,
  shopifyUrl: "https://x",
  timeZone: "UTC",
};
