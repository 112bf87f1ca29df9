import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OwnExplanationWire } from "#app/contracts/own-explanation.ts";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { usd } from "../orders/explained.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const lost: OwnExplanationWire = {
  order: { name: "#1001", placedAt: "2026-03-04T12:00:00.000Z" },
  reason: "You are not credited with this order.",
  seen: "What points to you was seen; another signal came first.",
  signals: [
    {
      kind: "click",
      code: null,
      subId: "",
      at: "2026-03-03T12:00:00.000Z",
      won: false,
      reason: "A later click within the window counted instead.",
    },
  ],
  arithmetic: null,
  beside: [],
  adjustments: [],
  postings: [],
};

test("an order that another signal won shows what was seen, and no cent of it", async () => {
  const { container } = renderPage(<OwnOrderPage explained={lost} timeZone="UTC" />, {
    at: "/portal/orders/1001",
  });
  expect(
    await screen.findByText(
      "You are not credited with this order. What points to you was seen; another signal came first.",
    ),
  ).toBeDefined();
  for (const text of ["A click on your link", "Lost", "Mar 3, 2026, 12:00 PM UTC"]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getAllByRole("heading").map((one) => one.textContent)).toEqual([
    "Order #1001",
    "What pointed to you",
  ]);
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("a bonus and what a person gave or took stand beside it", async () => {
  const own = {
    ...lost,
    beside: [{ id: "com_2", kind: "bonus" as const, standing: usd("25.00") }],
    adjustments: [{ id: "adj_1", at: "2026-03-05T12:00:00.000Z", amount: usd("-2.50") }],
  };
  const { container } = renderPage(<OwnOrderPage explained={own} timeZone="UTC" />, {
    at: "/portal/orders/1001",
  });
  expect(await screen.findByRole("heading", { name: "Beside it" })).toBeDefined();
  for (const text of ["Bonus: $25.00 now", "Adjusted by hand: -$2.50", "Mar 5, 2026, 12:00 PM UTC"]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(await accessibilityFaults(container)).toEqual([]);
});
