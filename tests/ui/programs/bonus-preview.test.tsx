import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { BonusLines, ReachedBonuses } from "#app/ui/admin/programs/preview/preview-calculation.tsx";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

provideTexts({ programs });

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

it("says which bonuses an order reaches, once or more often", () => {
  const once = { id: "b-1", name: "First sale", times: 1, amount: usd("5.00") };
  const often = { id: "b-2", name: "Each forty", times: 3, amount: usd("9.00") };
  const view = renderPage(<BonusLines paid={[once, often]} />);
  expect(screen.getByText("First sale: +$5.00 once")).toBeDefined();
  expect(screen.getByText("Each forty: +$9.00 for 3 times")).toBeDefined();
  view.unmount();
  renderPage(<BonusLines paid={[{ ...once, times: null, amount: null }]} />);
  expect(screen.getByText("First sale: reached too often. Review the order.")).toBeDefined();
});

it("names who has reached a bonus, and that saving does not pay it", async () => {
  const ada = { affiliate: { id: "aff_1", name: "Ada" }, times: 2, amount: usd("10.00") };
  const bonuses = [
    { id: "b-1", name: "Each sale", reached: [ada], more: true },
    { id: "b-2", name: "A hundred", reached: [], more: false },
  ];
  const { container } = renderPage(
    <section>
      <h1>Program</h1>
      <h2>Preview</h2>
      <ReachedBonuses bonuses={bonuses} />
    </section>,
  );
  expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "Ada: $10.00 for 2 times",
    "and others",
  ]);
  expect(screen.getByText("No affiliates have reached it.")).toBeDefined();
  expect(screen.getByText(/already reached a bonus don't get it when you save/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});
