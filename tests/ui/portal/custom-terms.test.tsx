import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { OwnTermsPage } from "#app/ui/portal/own-terms-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

test("the terms page states present, coming, and earlier terms, and leads back to More", async () => {
  const terms = {
    id: "prg_1",
    program: "Partners",
    lines: ["Earn 12% of each sale."],
    notice: "You get 14 days' notice before lower terms start.",
    isAccepted: true,
    since: "Mar 4, 2026",
    upcoming: { date: "Apr 1, 2026", changes: ["Every sale: 12% → 8%"] },
    earlier: [
      { from: "Mar 1, 2026", to: "Mar 1, 2026", lines: ["Earn 9% of each sale."] },
      { from: "Mar 1, 2026", to: "Mar 4, 2026", lines: ["Earn 10% of each sale."] },
    ],
  };
  const { container } = renderPage(<OwnTermsPage programs={[terms]} />, { at: "/portal/terms" });
  for (const text of [
    "Earn 12% of each sale.",
    terms.notice,
    "New terms start Apr 1, 2026",
    "Every sale: 12% → 8%",
    "Mar 1, 2026 to Mar 4, 2026",
    "Earn 10% of each sale.",
    // Terms that applied for a part of one day.
    "Mar 1, 2026",
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getByRole("link", { name: "More" }).getAttribute("href")).toBe("/portal/more");
  expect(await accessibilityFaults(container)).toEqual([]);
});
