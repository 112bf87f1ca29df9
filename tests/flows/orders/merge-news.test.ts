import { expect, it } from "vitest";
import { mergeNews } from "#app/flows/settlement/merge-news.ts";
import { lineOf, orderOf } from "../../domain/order-of.ts";

it("a dispute is what the platform answers, though a newer message came while it was asked", () => {
  const known = orderOf({ updatedAt: "2026-11-10T12:00:05Z", dispute: "lost", financialStatus: "paid" });
  const answer = orderOf({ updatedAt: "2026-11-10T12:00:04Z", dispute: "won", financialStatus: "pending" });
  const { facts } = mergeNews(known, [{ news: { kind: "order", facts: answer }, fresh: true }]);
  expect(facts).toMatchObject({ dispute: "won", financialStatus: "paid" });
});

const catalog = (readAt: string, tag: string) => ({
  readAt,
  products: { "7": { tags: [tag], collectionIds: [] } },
  customerTags: null,
});

it("what the app read afresh keeps when it was paid, what the goods were like, and what a query withholds", () => {
  const known = orderOf({
    updatedAt: "2026-11-10T12:00:00Z",
    paidAt: "2026-11-10T12:00:00Z",
    catalog: catalog("2026-11-10T12:00:01Z", "old"),
    countryCode: "NZ",
    checkoutToken: "told-by-the-message",
    lines: [lineOf("1", 100n, { productId: "7" })],
  });
  const answer = orderOf({
    updatedAt: "2026-11-12T12:00:00Z",
    paidAt: "2026-11-12T12:00:00Z",
    catalog: catalog("2026-11-12T12:00:01Z", "new"),
    fulfilledAt: "2026-11-11T12:00:00Z",
    lines: [lineOf("1", 100n)],
  });
  const { facts } = mergeNews(known, [{ news: { kind: "order", facts: answer }, fresh: true }]);
  expect(facts).toEqual({ ...known, updatedAt: answer.updatedAt, fulfilledAt: answer.fulfilledAt });
  const first = { ...known, paidAt: null, catalog: null };
  const asked = mergeNews(first, [{ news: { kind: "order", facts: answer }, fresh: true }]).facts;
  expect(asked).toMatchObject({ paidAt: answer.paidAt, catalog: answer.catalog });
});
