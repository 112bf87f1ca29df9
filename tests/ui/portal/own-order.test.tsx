import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OwnExplanationWire } from "#app/contracts/own-explanation.ts";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { usd } from "../orders/explained.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const lost: OwnExplanationWire = {
  order: { name: "#1001", placedAt: "2026-03-04T12:00:00.000Z" },
  why: null,
  click: null,
  seen: "outranked",
  signals: [
    {
      kind: "click",
      code: null,
      subId: "",
      at: "2026-03-03T12:00:00.000Z",
      won: false,
      why: "later-click",
    },
  ],
  arithmetic: null,
  commissions: [],
  postings: [],
};

test("an order that another signal won shows what was seen, and no cent of it", async () => {
  const { container } = renderPage(<OwnOrderPage explained={lost} timeZone="UTC" />, {
    at: "/portal/orders/1001",
  });
  expect(await screen.findByText("You weren't credited for this order.")).toBeDefined();
  expect(screen.getByText("Your signals were seen. Another signal came first.")).toBeDefined();
  expect(screen.getByText("A later click counted instead")).toBeDefined();
  for (const text of ["Click on your link", "Didn't count", "Mar 3, 2026, 12:00 PM UTC"]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getAllByRole("heading").map((one) => one.textContent)).toEqual([
    "Order #1001",
    "Attribution signals",
  ]);
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("an order's bonuses, adjustments and deductions have the states of the portal's list", async () => {
  const payment = { id: "pit_1", method: "paypal", at: "2026-03-25T12:00:00.000Z" } as const;
  const entry = {
    id: "com_2",
    kind: "bonus",
    order: { id: "1001", name: "#1001" },
    earnedAt: "2026-03-05T12:00:00.000Z",
    amount: usd("25.00"),
    state: "in_payout",
    reason: "Bonus reached",
    why: { code: "bonus-reached" },
    approvesAt: null,
    payment,
  } as const;
  const taken = {
    kind: "adjustment",
    amount: usd("-2.50"),
    state: "approved",
    why: { code: "balance-taken" },
    payment: null,
  } as const;
  const own = { ...lost, commissions: [entry, { ...entry, ...taken, id: "adj_1" }] };
  const { container } = renderPage(<OwnOrderPage explained={own} timeZone="UTC" />, {
    at: "/portal/orders/1001",
  });
  expect(await screen.findByRole("heading", { name: "Commissions" })).toBeDefined();
  for (const text of ["Bonus", "Bonus reached", "$25.00", "On its way", "-$2.50", "To deduct"]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  const link = screen.getByRole("link", { name: "PayPal, Mar 25, 2026" });
  expect(link.getAttribute("href")).toBe("/portal/payouts/pit_1");
  expect(await accessibilityFaults(container)).toEqual([]);
});

test.each([
  ["last", 2 * 1440 + 5, "Last click on your link, 2 days before"],
  ["first", 1440, "First click on your link, 24 hours before"],
  ["last", 1, "Last click on your link, 1 minute before"],
  ["last", 0, "Last click on your link, less than a minute before"],
] as const)("the %s click that won is told with its time", async (touch, minutesBefore, text) => {
  const own = { ...lost, why: "won-by-click", seen: null, click: { touch, minutesBefore } } as const;
  renderPage(<OwnOrderPage explained={own} timeZone="UTC" />, { at: "/portal/orders/1001" });
  expect(await screen.findByText(text)).toBeDefined();
});

test("a discount code that won is named", async () => {
  const signals = [
    { kind: "code", code: "MAYA10", subId: "", at: null, won: true, why: "won-by-code" },
  ] as const;
  const own = { ...lost, why: "won-by-code", seen: null, signals } as const;
  renderPage(<OwnOrderPage explained={own} timeZone="UTC" />, { at: "/portal/orders/1001" });
  expect(await screen.findByText("Code MAYA10")).toBeDefined();
});
