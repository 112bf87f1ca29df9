import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ReconciliationsPage } from "#app/ui/admin/reconciliation/reconciliations-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const none = {
  statements: [],
  pagination: { page: 1, limit: 50, total: 0 },
  lastDays: { first: "2026-10-27", last: "2026-11-25" },
  timeZone: "UTC",
};

it("offers the providers whose reports can be imported, with the last 30 days filled in", async () => {
  const { container } = renderPage(<ReconciliationsPage {...none} reports={["paypal", "store_credit"]} />);
  fireEvent.click(screen.getAllByRole("button", { name: "Import PayPal report" })[0] ?? container);
  const modal = await screen.findByRole("dialog");
  const provider = within(modal).getByLabelText<HTMLSelectElement>("Provider");
  expect([...provider.options].map((one) => [one.value, one.text])).toEqual([
    ["paypal", "PayPal"],
    ["store_credit", "Store credit"],
  ]);
  expect(within(modal).getByLabelText<HTMLInputElement>("From").value).toBe("2026-10-27");
  expect(await accessibilityFaults(container)).toEqual([]);
});

it("offers no report where none can be imported, and always a file", () => {
  renderPage(<ReconciliationsPage {...none} reports={[]} />);
  expect(screen.queryByRole("button", { name: /report/ })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Import statement" })).toHaveLength(1);
});
