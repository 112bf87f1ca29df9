import { expect, test } from "vitest";
import { conversionRate, setupSteps } from "../../app/domain/dashboard-figures.ts";

test("M21: the conversion rate is a ratio, and 0 where nobody came", () => {
  expect(conversionRate(1, 8)).toBe(0.125);
  expect(conversionRate(1, 3)).toBe(0.3333);
  expect(conversionRate(0, 8)).toBe(0);
  expect(conversionRate(3, 0)).toBe(0);
});

test("a sale proves that a link was shared, even where no click was counted", () => {
  const facts = { programs: 1, startedPrograms: 1, embedSeen: true, affiliates: 1, clicks: 0, orders: 0 };
  const open = (given: typeof facts) =>
    setupSteps(given)
      .filter(({ done }) => !done)
      .map(({ id }) => id);
  expect(open(facts)).toEqual(["share-link", "first-sale"]);
  expect(open({ ...facts, clicks: 1 })).toEqual(["first-sale"]);
  expect(open({ ...facts, orders: 1 })).toEqual([]);
});

test("a sale does not prove that the theme's embed is on: it may have come by a code", () => {
  const facts = { programs: 1, startedPrograms: 1, embedSeen: false, affiliates: 1, clicks: 1, orders: 1 };
  expect(setupSteps(facts).filter(({ done }) => !done)).toEqual([{ id: "switch-on-embed", done: false }]);
});
