import { expect, it } from "vitest";
import { approvalPeriodText } from "#app/ui/admin/orders/explanation-sections.tsx";

const at = "2026-03-04T12:00:00Z";

it.each([
  ["payment", at, "held 30 days from its payment on Mar 4, 2026, 12:00 PM UTC"],
  ["fulfilment", at, "held 30 days from its fulfilment on Mar 4, 2026, 12:00 PM UTC"],
  ["payment", null, "held 30 days from the day on which it is paid, which has not happened yet"],
] as const)(
  "says what began an approval period from %s, or what it waits for",
  (approvalFrom, approvalBeganAt, text) => {
    expect(
      approvalPeriodText({ approvalDays: 30, approvalFrom, approvalBeganAt, approval: "automatic" }, "UTC"),
    ).toBe(text);
  },
);

it("says that the store approves under manual approval", () => {
  const hold = { approvalDays: 30, approvalFrom: "order", approvalBeganAt: at, approval: "manual" } as const;
  expect(approvalPeriodText(hold, "UTC")).toBe(
    "held 30 days from the order on Mar 4, 2026, 12:00 PM UTC, then approved by the store",
  );
});
