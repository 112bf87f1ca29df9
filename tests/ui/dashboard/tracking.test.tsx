import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import { tracking as texts } from "#app/i18n/en/admin/tracking.ts";
import { TrackingCard } from "#app/ui/admin/tracking/tracking-card.tsx";
import { provideTexts } from "#app/ui/texts/use-text.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

provideTexts({ tracking: texts });

const switchUrl = "https://demo-store.myshopify.com/admin/themes/current/editor?context=apps";
const on: TrackingWire = {
  pixel: { status: "on", error: null, checkedAt: "2026-11-20T15:00:00.000Z", seenAt: null },
  embed: { seenAt: null, switchUrl },
  clicks: { lastAt: null, isQuiet: false },
  proxy: { seenAt: null },
};
const refused: TrackingWire["pixel"] = {
  ...on.pixel,
  status: "off",
  error: "The app's pixel is not deployed to Shopify yet.",
};

function show(tracking: TrackingWire, answer: (posted: FormData) => unknown = () => null) {
  return renderPage(<TrackingCard tracking={tracking} timeZone="UTC" />, { answer });
}

function row(name: string) {
  const heading = screen.getByRole("heading", { name });
  const part = heading.parentElement?.parentElement;
  if (!part) throw new Error(`There is no ${name}.`);
  return within(part);
}

/** The admin around the app, as far as it is asked for extensions. */
function adminSays(status: () => string): void {
  const activations = () => [
    { target: "body", handle: "affiliate-embed", name: "Tracking", status: status(), activations: [] },
  ];
  const extensions = () =>
    Promise.resolve([{ handle: "affiliate-embed", type: "theme_app_extension", activations: activations() }]);
  vi.stubGlobal("shopify", { app: { extensions } });
}
afterEach(() => void vi.unstubAllGlobals());

test("without the admin the embed is as it was heard of, with the way to the editor", async () => {
  const first = show(on);
  expect(row("App embed").getByText("Not detected")).toBeDefined();
  expect(screen.getByRole("link", { name: /Open theme editor/ }).getAttribute("href")).toBe(switchUrl);
  expect(await accessibilityFaults(first.container)).toEqual([]);
  first.unmount();
  show({ ...on, embed: { switchUrl, seenAt: "2026-11-20T15:04:00.000Z" } });
  expect(row("App embed").getByText("Detected")).toBeDefined();
  expect(row("App embed").getByText(/Last active Nov 20, 2026/)).toBeDefined();
});

test("the app proxy shows when it was last received", () => {
  const first = show(on);
  expect(row("App proxy").getByText("Not detected")).toBeDefined();
  first.unmount();
  show({ ...on, proxy: { seenAt: "2026-11-21T09:30:00.000Z" } });
  expect(row("App proxy").getByText("Detected")).toBeDefined();
  expect(row("App proxy").getByText(/Last active Nov 21, 2026/)).toBeDefined();
});

test("the admin knows better, and is asked again when the page is come back to", async () => {
  let status = "available";
  adminSays(() => status);
  show({ ...on, embed: { switchUrl, seenAt: "2026-11-20T15:04:00.000Z" } });
  await waitFor(() => expect(row("App embed").getByText("Off")).toBeDefined());
  expect(screen.getByText("Off. Turn on the app embed.")).toBeDefined();
  status = "active";
  fireEvent.focus(window);
  await waitFor(() => expect(row("App embed").getByText("On")).toBeDefined());
  expect(screen.getByText("On. No clicks yet.")).toBeDefined();
  expect(screen.queryByRole("link", { name: /Open theme editor/ })).toBeNull();
});

test("a pixel that is on needs nothing; one that was refused says why, and is looked at again", async () => {
  const first = show(on);
  expect(row("Web pixel").getByText("On")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Check again" })).toBeNull();
  first.unmount();
  const asked: unknown[] = [];
  show({ ...on, pixel: refused }, (posted) => {
    asked.push(posted.get("intent"));
    return { ok: true };
  });
  expect(row("Web pixel").getByText("The app's pixel is not deployed to Shopify yet.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(screen.getByText(/Shopify is checking/)).toBeDefined());
  expect(asked).toEqual(["switch-on-pixel"]);
});
