import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { payoutSettingsForm, type PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const paypal = { account: null, isServerPaying: false, retired: [] };
const settings: PayoutSettingsWire = {
  schedule: "monthly",
  sendsByItself: false,
  methods: ["paypal"],
  feeBearer: "shop",
  nextRun: null,
  limits: [{ currency: "USD", minimum: { amount: "25.00", currencyCode: "USD" }, approvalAbove: null }],
  bankAccount: null,
};

it("what the settings' form posts is what its contract reads, with every way to pay that is chosen", async () => {
  const posted: Record<string, FormDataEntryValue[]>[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])));
    return { ok: true };
  };
  renderPage(<PayoutSettingsPage mayGiveCredit settings={settings} paypal={paypal} timeZone="UTC" />, {
    at: "/dashboard/settings/payouts",
    answer,
  });
  fireEvent.click(screen.getByLabelText("Store credit"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  const given = Object.entries(posted[0] ?? {}).map(([name, all]) => [name, all.length === 1 ? all[0] : all]);
  expect(payoutSettingsForm.parse(Object.fromEntries(given))).toMatchObject({
    schedule: "monthly",
    feeBearer: "shop",
    methods: ["paypal", "store_credit"],
    limits: [{ currency: "USD", minimumMinor: 2500n, approvalMinor: null }],
  });
});
