import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ReconciliationsPage } from "#app/ui/admin/reconciliation/reconciliations-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const none = {
  statements: [],
  pagination: { page: 1, limit: 50, total: 0 },
  currency: "USD",
  timeZone: "UTC",
};

it("whose own report is read can be chosen among those that can be asked", async () => {
  const { container } = renderPage(<ReconciliationsPage {...none} reports={["paypal", "store_credit"]} />);
  const provider = screen.getAllByLabelText<HTMLSelectElement>("Provider")[0];
  if (!provider) throw new Error("There is no choice of a provider.");
  expect([...provider.options].map((one) => [one.value, one.text])).toEqual([
    ["paypal", "PayPal"],
    ["store_credit", "Store credit"],
  ]);
  fireEvent.change(provider, { target: { value: "store_credit" } });
  expect(new FormData(provider.form ?? undefined).get("provider")).toBe("store_credit");
  expect(await accessibilityFaults(container)).toEqual([]);
});

it("nobody is asked where nobody can be", () => {
  renderPage(<ReconciliationsPage {...none} reports={[]} />);
  expect(screen.queryByRole("button", { name: "Read the report" })).toBeNull();
});
