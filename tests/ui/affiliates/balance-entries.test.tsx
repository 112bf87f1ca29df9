import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openingBalanceForm, writeOffForm } from "#app/contracts/balances.ts";
import { OpeningBalanceForm, WriteOff } from "#app/ui/admin/affiliates/balance-section.tsx";
import { renderPage } from "../shell/stub.tsx";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { provideTexts } from "#app/ui/texts/use-text.ts";

provideTexts({ affiliates });

const at = "/dashboard/affiliates/aff_1";
const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const balance = (available: string) => ({
  pending: usd("5.00"),
  available: usd(available),
  inTransit: usd("0.00"),
  paid: usd("0.00"),
});
const id = "0".repeat(26);

function collector() {
  const posted: Record<string, FormDataEntryValue>[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries(form));
    return { ok: true, intent: form.get("intent") };
  };
  return { posted, answer };
}

it("writes off a negative balance after asking for a reason", async () => {
  const { posted, answer } = collector();
  const affiliate = { name: "Maya", balances: [balance("-2.00")] };
  renderPage(<WriteOff affiliate={affiliate} entryId={`wof_${id}`} />, { at, answer });
  expect(screen.getByText("Owes $2.00. It's deducted from the next payout.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Write off $2.00" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Write off" }));
  expect(within(dialog).getByText("Enter a reason.")).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Left" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Write off" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(writeOffForm.parse(posted[0])).toMatchObject({ reason: "Left", currency: "USD" });
});

it("offers no write-off for a balance of zero or more", () => {
  const affiliate = { name: "Maya", balances: [balance("0.00"), balance("2.00")] };
  renderPage(<WriteOff affiliate={affiliate} entryId={`wof_${id}`} />, { at });
  expect(screen.queryByRole("button", { name: /Write off/ })).toBeNull();
});

it("adds an opening balance with its reason and document", async () => {
  const { posted, answer } = collector();
  renderPage(<OpeningBalanceForm currency="USD" entryId={`opb_${id}`} />, { at, answer });
  fireEvent.change(screen.getByLabelText(/Amount/), { target: { value: "-5.00" } });
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: "Old app" } });
  fireEvent.change(screen.getByLabelText(/Document/), { target: { value: "March.csv" } });
  fireEvent.click(screen.getByRole("button", { name: "Add opening balance" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(openingBalanceForm.parse(posted[0])).toMatchObject({
    amount: "-5.00",
    reason: "Old app",
    document: "March.csv",
  });
});
