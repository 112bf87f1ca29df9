import { expect, test } from "vitest";
import { conversionRate, setupSteps } from "../../app/domain/dashboard-figures.ts";
import { isQuiet, trackingState } from "../../app/domain/tracking-state.ts";

test("M21: the conversion rate is a ratio, and 0 where nobody came", () => {
  expect(conversionRate(1, 8)).toBe(0.125);
  expect(conversionRate(1, 3)).toBe(0.3333);
  expect(conversionRate(8, 8)).toBe(1);
  expect(conversionRate(0, 8)).toBe(0);
  expect(conversionRate(0, 0)).toBe(0);
});

test("M21: more orders than visitors have no conversion rate", () => {
  expect(conversionRate(9, 8)).toBeNull();
  expect(conversionRate(3, 0)).toBeNull();
});

const started = { startedPrograms: 1, affiliates: 1, testOrder: false };
const open = (given: Parameters<typeof setupSteps>[0]) =>
  setupSteps(given)
    .filter(({ done }) => !done)
    .map(({ id }) => id);

test("a sale or a test order completes the last step", () => {
  const facts = { ...started, embedSeen: true, orders: 0 };
  expect(open(facts)).toEqual(["sale"]);
  expect(open({ ...facts, orders: 1 })).toEqual([]);
  expect(open({ ...facts, testOrder: true })).toEqual([]);
});

test("a sale does not prove that the theme's embed is on: it may have come by a code", () => {
  expect(open({ ...started, embedSeen: false, orders: 1 })).toEqual(["tracking"]);
});

const working = { isEmbedOn: true, wasEmbedSeen: true, hasClicks: true, isQuiet: false };

test("tracking is on if Shopify says so, or if the app embed has reported", () => {
  expect(trackingState(working)).toBe("on");
  expect(trackingState({ ...working, isEmbedOn: null })).toBe("on");
  expect(trackingState({ ...working, hasClicks: false })).toBe("no-clicks");
});

test("tracking is off if Shopify says so, whatever was received before", () => {
  expect(trackingState({ ...working, isEmbedOn: false })).toBe("off");
  expect(trackingState({ ...working, isEmbedOn: null, wasEmbedSeen: false })).toBe("not-detected");
  expect(trackingState({ ...working, isQuiet: true })).toBe("quiet");
});

test("clicks that came on most days and stopped for five days are a problem", () => {
  const lastAt = new Date("2026-11-20T10:00:00Z");
  const now = new Date("2026-11-25T10:00:00Z");
  expect(isQuiet({ lastAt, days: 7, now })).toBe(true);
  expect(isQuiet({ lastAt, days: 6, now })).toBe(false);
  expect(isQuiet({ lastAt, days: 14, now: new Date("2026-11-25T09:59:00Z") })).toBe(false);
  expect(isQuiet({ lastAt: null, days: 0, now })).toBe(false);
});
