import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { shopHistoryText } from "#app/http/shop-history.ts";
import { type SettingsData, SettingsPage } from "#app/ui/admin/settings/settings-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";

const data: SettingsData = {
  info: {
    domain: "a.myshopify.com",
    name: "Shop A",
    logo: null,
    contactEmail: "owner@a.test",
    language: "en",
    defaultWindowDays: 30,
    defaultApprovalDays: 30,
    clickMonths: 13,
    bodyDays: 30,
    pixelDays: 90,
    traceMonths: 24,
    currencyCode: "USD",
    timeZone: "UTC",
    storefrontUrl: null,
    installedAt: "2026-03-01T00:00:00.000Z",
    updatedAt: null,
  },
  history: [
    { id: "aud_1", text: "App installed", actor: "Affiliate Platform", at: "2026-03-01T00:00:00.000Z" },
  ],
};

/** The page with an action that keeps what was posted and answers `answer`. */
function open(answer: unknown) {
  const posted: Record<string, unknown>[] = [];
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>
            <SettingsPage {...data} />
          </Frame>
        </AppProviders>
      ),
      action: async ({ request }) => {
        posted.push(Object.fromEntries(await request.formData()));
        return answer;
      },
    },
  ]);
  render(<Stub />);
  return posted;
}

describe("the settings page", () => {
  it("posts what was changed, and says that it was saved", async () => {
    const posted = open({ ok: true, intent: "save" });
    const days = await screen.findByLabelText("Approval period (days)");
    await userEvent.clear(days);
    await userEvent.type(days, "14");
    await userEvent.click(screen.getAllByRole("button", { name: "Save" }).at(-1) ?? document.body);
    await screen.findByText("Settings saved");
    expect(posted).toEqual([
      {
        intent: "save",
        name: "Shop A",
        logo: "",
        contactEmail: "owner@a.test",
        language: "en",
        defaultWindowDays: "30",
        defaultApprovalDays: "14",
      },
    ]);
  });

  it("shows a refusal at its field, and keeps what was typed", async () => {
    const errors = [{ field: "logo", message: "Must be an https:// address" }];
    open({ ok: false, message: "Must be an https:// address", errors });
    const logo = await screen.findByLabelText<HTMLInputElement>("Logo URL");
    await userEvent.type(logo, "http://x");
    await userEvent.click(screen.getAllByRole("button", { name: "Save" }).at(-1) ?? document.body);
    await screen.findByText("Must be an https:// address");
    expect(logo.value).toBe("http://x");
    expect(logo.getAttribute("aria-invalid")).toBe("true");
  });

  it("says that something is unsaved, and forgets it when told so", async () => {
    open({ ok: true, intent: "save" });
    await userEvent.type(await screen.findByLabelText("Store name"), "!");
    await screen.findByText("Unsaved changes");
    await userEvent.click(screen.getAllByRole("button", { name: "Discard" }).at(-1) ?? document.body);
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Store name").value).toBe("Shop A");
  });
});

describe("the history of a shop", () => {
  it("tells each value before and after", () => {
    const details = {
      defaultApprovalDays: { before: 30, after: 14 },
      logoUrl: { before: null, after: "https://x" },
    };
    expect(shopHistoryText("settings-changed", details)).toBe(
      "Settings changed: default approval period from 30 to 14, logo URL from none to “https://x”",
    );
    expect(shopHistoryText("api-key-made", { name: "Export", scope: "write" })).toBe(
      "API key “Export” created (read and write)",
    );
  });
});
