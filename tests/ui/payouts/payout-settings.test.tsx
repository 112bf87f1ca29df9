import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  payoutSettingsForm,
  type PayoutSettingsWire,
  type PaypalAccountsWire,
} from "#app/contracts/payout-settings.ts";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const paypal: PaypalAccountsWire = { account: null, isServerPaying: false, retired: [] };
const settings: PayoutSettingsWire = {
  schedule: "monthly",
  sendsByItself: false,
  methods: ["paypal"],
  feeBearer: "shop",
  nextRun: null,
  limits: [
    {
      currency: "USD",
      minimum: { amount: "25.00", currencyCode: "USD" },
      approvalAbove: null,
      nextMinimum: null,
    },
  ],
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

const statuses = () =>
  ["Connected", "Not connected", "Needs permission", "Ready"].map((one) => screen.queryAllByText(one).length);

it("shows the status of each method that is offered, with the missing step", async () => {
  const all = { ...settings, methods: ["paypal", "store_credit", "bank", "manual"] } as const;
  const of = (account: typeof paypal.account, mayGiveCredit: boolean) => (
    <PayoutSettingsPage
      mayGiveCredit={mayGiveCredit}
      settings={{ ...all, methods: [...all.methods] }}
      paypal={{ ...paypal, account, isServerPaying: false }}
      timeZone="UTC"
    />
  );
  const { unmount, container } = renderPage(of(null, false), { at: "/dashboard/settings/payouts" });
  expect(statuses()).toEqual([0, 1, 1, 2]);
  expect(screen.getByRole("link", { name: "Connect PayPal" }).getAttribute("href")).toMatch(/#paypal$/);
  expect(await accessibilityFaults(container)).toEqual([]);
  fireEvent.click(screen.getByLabelText("PayPal"));
  expect(statuses()).toEqual([0, 0, 1, 2]);
  unmount();
  const connectedAt = "2026-04-01T09:00:00.000Z";
  renderPage(of({ environment: "live", clientId: "Ab…yZ", connectedAt, hasWebhook: true }, true), {
    at: "/dashboard/settings/payouts",
  });
  expect(statuses()).toEqual([2, 0, 0, 2]);
});

it("posts the bank account that SEPA files are paid from, and says while it is missing", async () => {
  const posted: Record<string, FormDataEntryValue>[] = [];
  const answer = (form: FormData) => {
    posted.push(Object.fromEntries(form));
    return { ok: true };
  };
  renderPage(
    <PayoutSettingsPage
      mayGiveCredit
      settings={{ ...settings, methods: ["bank"] }}
      paypal={paypal}
      timeZone="UTC"
    />,
    {
      at: "/dashboard/settings/payouts",
      answer,
    },
  );
  expect(screen.getByText("SEPA files need your name and IBAN. CSV files work without them.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Account holder"), { target: { value: "Example GmbH" } });
  fireEvent.change(screen.getByLabelText("IBAN"), { target: { value: "DE02 1203 0000 0000 2020 51" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(payoutSettingsForm.parse(posted[0])).toMatchObject({
    bankAccount: { name: "Example GmbH", iban: "DE02120300000000202051", bic: "" },
  });
});

it("shows a kept IBAN masked, and keeps it while the field is empty", async () => {
  const bankAccount = { name: "Example GmbH", iban: "DE…2051", bic: "" };
  renderPage(
    <PayoutSettingsPage
      mayGiveCredit
      settings={{ ...settings, methods: ["bank"], bankAccount }}
      paypal={paypal}
      timeZone="UTC"
    />,
    {
      at: "/dashboard/settings/payouts",
    },
  );
  const iban = await screen.findByLabelText<HTMLInputElement>("IBAN");
  expect([iban.value, iban.placeholder]).toEqual(["", "DE…2051"]);
  expect(screen.getByText("Leave blank to keep this IBAN.")).toBeDefined();
});
