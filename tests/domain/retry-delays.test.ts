import { expect, it } from "vitest";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";

it("a failure is retried later each time, for more than an hour, and then needs attention", () => {
  const failures = Array.from({ length: 20 }, (_, before) => before + 1);
  const delays = failures.map(retryDelaySeconds).filter((delay) => delay !== null);
  expect(delays).toEqual([1, 5, 30, 120, 600, 1800, 3600]);
  expect(
    failures
      .map(retryDelaySeconds)
      .slice(delays.length)
      .every((delay) => delay === null),
  ).toBe(true);
});
