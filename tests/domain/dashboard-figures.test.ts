import { expect, test } from "vitest";
import { conversionRate, setupSteps } from "../../app/domain/dashboard-figures.ts";

test("M21: the conversion rate is a ratio, and 0 where nobody came", () => {
  expect(conversionRate(1, 8)).toBe(0.125);
  expect(conversionRate(1, 3)).toBe(0.3333);
  expect(conversionRate(0, 8)).toBe(0);
  expect(conversionRate(3, 0)).toBe(0);
});

const started = { programs: 1, startedPrograms: 1, affiliates: 1, testOrder: false };

test("a sale proves that a link was shared, even where no click was counted", () => {
  const facts = { ...started, embedSeen: true, clicks: 0, orders: 0 };
  const open = (given: typeof facts) =>
    setupSteps(given)
      .filter(({ done }) => !done)
      .map(({ id }) => id);
  expect(open(facts)).toEqual(["share-link", "first-sale"]);
  expect(open({ ...facts, clicks: 1 })).toEqual(["first-sale"]);
  expect(open({ ...facts, orders: 1 })).toEqual([]);
  expect(open({ ...facts, testOrder: true })).toEqual([]);
});

test("a sale does not prove that the theme's embed is on: it may have come by a code", () => {
  const facts = { ...started, embedSeen: false, clicks: 1, orders: 1 };
  expect(setupSteps(facts).filter(({ done }) => !done)).toEqual([{ id: "switch-on-embed", done: false }]);
});
