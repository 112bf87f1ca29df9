import { expect, it } from "vitest";
import { mergeNews } from "#app/flows/orders/merge-news.ts";
import { orderOf } from "../../domain/order-of.ts";

it("a dispute is what the platform answers, though a newer message came while it was asked", () => {
  const known = orderOf({ updatedAt: "2026-11-10T12:00:05Z", dispute: "lost", financialStatus: "paid" });
  const answer = orderOf({ updatedAt: "2026-11-10T12:00:04Z", dispute: "won", financialStatus: "pending" });
  const { facts } = mergeNews(known, [{ news: { kind: "order", facts: answer }, fresh: true }], "USD");
  expect(facts).toMatchObject({ dispute: "won", financialStatus: "paid" });
});
