import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BasketBonuses, ReachedBonuses } from "#app/ui/admin/programs/preview/priced-lines.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });

it("says which bonuses the basket reaches, once or more often, compared with today's", () => {
  const once = { id: "b-1", name: "First sale", times: 1, amount: usd("5.00") };
  const often = { id: "b-2", name: "Each forty", times: 3, amount: usd("9.00") };
  const view = renderPage(<BasketBonuses draft={[once, often]} today={[]} />);
  expect(
    screen.getByText("Bonuses beside it: First sale: +$5.00 once; Each forty: +$9.00 for 3 times"),
  ).toBeDefined();
  expect(screen.getByText("Under today's terms: none")).toBeDefined();
  view.unmount();
  renderPage(<BasketBonuses draft={[{ ...once, times: null, amount: null }]} today={null} />);
  expect(screen.getByText(/First sale: so often that such an order would wait for you/)).toBeDefined();
  expect(screen.queryByText(/today's terms/)).toBeNull();
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
      <h2>Preview: bonuses</h2>
      <ReachedBonuses bonuses={bonuses} />
    </section>,
  );
  expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "Ada: $10.00 for 2 times",
    "and others",
  ]);
  expect(screen.getByText("Nobody has reached it yet.")).toBeDefined();
  expect(screen.getByText(/only at a further multiple/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});
