import { expect, test } from "vitest";
import { chartTicks } from "#app/ui/portal/month-chart.tsx";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [32.25, [0, 10, 20, 30, 40]],
  [95, [0, 25, 50, 75, 100]],
  [1234, [0, 500, 1000, 1500]],
])("an axis up to %s has the ticks %j", (highest, ticks) => {
  expect(chartTicks(highest, 1)).toEqual(ticks);
});
