import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PayoutRequestWire } from "#app/contracts/payout-section.ts";
import { PayoutRequests } from "#app/ui/admin/payouts/payout-requests.tsx";
import { renderPage } from "../shell/stub.tsx";

const part: PayoutRequestWire = {
  id: "poc_1",
  payout: "pob_1",
  ordinal: 1,
  status: "ready",
  count: 2,
  total: { amount: "21.01", currencyCode: "EUR" },
  error: "",
  nextAt: null,
  canSendAgain: false,
  canCancel: true,
  columns: null,
};

const steps = "/dashboard/payouts/steps";

function openDialog(answer: unknown = { ok: true, text: "File created" }) {
  const posted = vi.fn<(fields: Record<string, FormDataEntryValue>) => void>();
  const told = (form: FormData) => {
    posted(Object.fromEntries(form));
    return answer;
  };
  renderPage(<PayoutRequests method="bank" requests={[part]} total={1} timeZone="UTC" />, {
    posts: { [steps]: told },
  });
  fireEvent.click(screen.getByRole("button", { name: "SEPA (pain.001)" }));
  const dialog = within(screen.getByRole("dialog"));
  const choose = (day: string) =>
    fireEvent.change(dialog.getByLabelText("Execution date"), { target: { value: day } });
  const download = () => fireEvent.click(dialog.getByRole("button", { name: "Download file" }));
  return { posted, dialog, choose, download };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-02T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

it("proposes the next business day for a SEPA file", async () => {
  const { posted, dialog, download } = openDialog();
  expect(dialog.getByLabelText<HTMLInputElement>("Execution date").value).toBe("2026-04-07");
  download();
  const fields = { intent: "createFile", request: "poc_1", columns: "sepa", executionDay: "2026-04-07" };
  await waitFor(() => expect(posted).toHaveBeenCalledWith(fields));
});

it("says at the field why a SEPA file can't have a day, and takes another", async () => {
  const { posted, dialog, choose, download } = openDialog();
  choose("2026-04-03");
  download();
  expect(
    dialog.getByText("Choose a business day. Banks don't send SEPA payments on this day."),
  ).toBeDefined();
  choose("2026-04-01");
  expect(dialog.getByText("Choose today or a later day.")).toBeDefined();
  expect(posted).not.toHaveBeenCalled();
  choose("2026-04-20");
  expect(dialog.queryByText("Choose today or a later day.")).toBeNull();
  download();
  await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
  expect(posted.mock.calls[0]?.[0]).toMatchObject({ executionDay: "2026-04-20" });
});

it("shows what is missing for a SEPA file", async () => {
  const message = "Add your store's name and IBAN in Settings ▸ Payouts to create a SEPA file";
  const { dialog, download } = openDialog({ ok: false, message, errors: [] });
  download();
  expect(await dialog.findByText(message)).toBeDefined();
});
