import { expect, it } from "vitest";
import { termsText } from "#app/ui/admin/orders/calculation.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { explained } from "./explained.ts";

const at = "2026-03-04T12:00:00Z";
const t = merchantText("orders");
const { terms } = explained;

it.each([
  ["payment", at, "Terms version 2. Approval 30 days after payment. Started Mar 4, 2026, 12:00 PM UTC."],
  [
    "fulfilment",
    at,
    "Terms version 2. Approval 30 days after fulfillment. Started Mar 4, 2026, 12:00 PM UTC.",
  ],
  ["payment", null, "Terms version 2. Approval 30 days after payment. Not started yet."],
] as const)(
  "says what began an approval period from %s, or that nothing did",
  (approvalFrom, approvalBeganAt, text) => {
    expect(terms && termsText({ ...terms, approvalDays: 30, approvalFrom, approvalBeganAt }, "UTC", t)).toBe(
      text,
    );
  },
);

it("says that the merchant approves under manual approval", () => {
  expect(terms && termsText({ ...terms, approval: "manual" }, "UTC", t)).toBe(
    "Terms version 2. Approval 14 days after the order. Started Mar 4, 2026, 12:00 PM UTC. You approve it then.",
  );
});
