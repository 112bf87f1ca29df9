import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { helpPages, helpUrl } from "#app/ui/shared/frame/help-links.ts";

test("every help page is linked, and every link has its page", () => {
  const written = readdirSync("docs/help").map((file) => file.replace(/\.md$/, ""));
  const linked = new Set([...Object.values(helpPages), "getting-started"]);
  expect([...linked].toSorted()).toEqual(written.toSorted());
});

test("a page has the help of the nearest address above it", () => {
  expect(helpUrl("/dashboard")).toBe("/help/getting-started");
  expect(helpUrl("/dashboard/affiliates/aff_1")).toBe("/help/affiliates");
  expect(helpUrl("/dashboard/affiliates/payouts/reconcile/rec_1")).toBe("/help/reconciliation");
  expect(helpUrl("/dashboard/settings")).toBeNull();
  expect(helpUrl("/dashboard/programsandmore")).toBeNull();
});
