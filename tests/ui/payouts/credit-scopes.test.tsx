import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

afterEach(() => vi.unstubAllGlobals());

const title = "Needs permission";
const paypal = { account: null, isServerPaying: false, retired: [] };
const settings: PayoutSettingsWire = {
  schedule: "monthly",
  sendsByItself: false,
  methods: ["paypal", "store_credit"],
  feeBearer: "shop",
  nextRun: { day: "2026-04-01", cutoffDay: "2026-04-01" },
  limits: [],
  bankAccount: null,
};

type Result = "granted-all" | "declined-all";

/** The admin's frame, in which a person answers so; what was asked for is kept. */
function inAdmin(answer: () => Promise<{ result: Result }>) {
  const request = vi.fn<(scopes: readonly string[]) => Promise<{ result: Result }>>(answer);
  vi.stubGlobal("shopify", { scopes: { request } });
  return request;
}

type Given = { of?: PayoutSettingsWire; mayGiveCredit?: boolean; loaded?: () => Promise<unknown> };

const show = ({ of = settings, mayGiveCredit = false, loaded }: Given = {}) =>
  renderPage(
    <PayoutSettingsPage mayGiveCredit={mayGiveCredit} settings={of} paypal={paypal} timeZone="UTC" />,
    {
      at: "/dashboard/settings/payouts",
      ...(loaded && { loaded }),
    },
  );

const allow = async () => fireEvent.click(await screen.findByRole("button", { name: "Allow store credit" }));

describe("what giving store credit needs", () => {
  it("is asked for where store credit is a method and the store has not granted it", async () => {
    const request = inAdmin(() => Promise.resolve({ result: "granted-all" }));
    const { container } = show();
    await screen.findByText(title);
    expect(request).not.toHaveBeenCalled();
    await allow();
    await screen.findByText(/This can take a moment/);
    expect(request.mock.calls).toEqual([[[...storeCreditScopes]]]);
    expect(screen.queryByRole("button", { name: "Allow store credit" })).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("is looked for again after the consent, until the platform has told the app", async () => {
    inAdmin(() => Promise.resolve({ result: "granted-all" }));
    const loaded = vi.fn<() => Promise<unknown>>(() => Promise.resolve(null));
    show({ loaded });
    await allow();
    await screen.findByText(/This can take a moment/);
    const before = loaded.mock.calls.length;
    await waitFor(() => expect(loaded.mock.calls.length).toBeGreaterThan(before));
  });

  it.each([
    ["a no", () => Promise.resolve({ result: "declined-all" as const })],
    ["an answer that never came", () => Promise.reject(new Error("The frame was closed"))],
  ])("stays to be asked after %s, and says that nothing is paid so until then", async (_what, answer) => {
    const request = inAdmin(answer);
    show();
    await allow();
    await screen.findByText(/so it isn't paid/);
    await allow();
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  });

  it("cannot be asked for outside the admin, where the page says where it can", async () => {
    show();
    await screen.findByText(/go to Settings ▸ Payouts to allow it/);
    expect(screen.queryByRole("button", { name: "Allow store credit" })).toBeNull();
  });

  it("is not asked for where it is granted, nor where store credit is no method", async () => {
    inAdmin(() => Promise.resolve({ result: "granted-all" }));
    show({ mayGiveCredit: true });
    await screen.findByRole("heading", { name: "Payouts", level: 1 });
    expect(screen.queryByText(title)).toBeNull();
    show({ of: { ...settings, methods: ["paypal"] } });
    expect(await screen.findAllByRole("heading", { name: "Payouts", level: 1 })).toHaveLength(2);
    expect(screen.queryByText(title)).toBeNull();
  });
});
