import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AppLink } from "#app/ui/shared/frame/app-link.tsx";
import { AppPage } from "#app/ui/shared/frame/app-page.tsx";
import { AppSaveBar } from "#app/ui/shared/frame/app-save-bar.tsx";
import { accessibilityFaults, renderPage } from "./stub.tsx";

afterEach(() => vi.unstubAllGlobals());

const nothing = () => undefined;

/** App Bridge's element. */
class SaveBarElement extends HTMLElement {
  show = nothing;
  hide = nothing;
}
customElements.define("ui-save-bar", SaveBarElement);

function page(onInvite = nothing) {
  return (
    <AppPage
      title="Affiliates"
      backAction={{ content: "Dashboard", url: "/dashboard" }}
      primaryAction={{ content: "Invite affiliate", onAction: onInvite }}
      secondaryActions={[{ content: "Delete", onAction: nothing, destructive: true }]}
    >
      <p>the list</p>
    </AppPage>
  );
}

describe("inside Shopify's admin", () => {
  test("the title bar carries the title and the actions, and the page a hidden heading", async () => {
    const invite = vi.fn<() => undefined>();
    const { container } = renderPage(page(invite), { at: "/dashboard/affiliates/x", embedded: true });
    const bar = container.querySelector("ui-title-bar");
    expect(bar?.getAttribute("title")).toBe("Affiliates");
    expect(
      [...(bar?.children ?? [])].map((child) => [child.textContent, child.getAttribute("variant")]),
    ).toEqual([
      ["Dashboard", "breadcrumb"],
      ["Invite affiliate", "primary"],
      ["Delete", null],
      ["Help", null],
    ]);
    fireEvent.click(within(bar as HTMLElement).getByText("Invite affiliate"));
    expect(invite).toHaveBeenCalledOnce();
    expect(screen.getAllByRole("heading", { level: 1 }).map((one) => one.textContent)).toEqual([
      "Affiliates",
    ]);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("a row of links leads to the pages that the admin's menu does not list", () => {
    renderPage(page(), { at: "/dashboard/affiliates", embedded: true });
    const row = within(screen.getByRole("navigation", { name: "Affiliates" }));
    expect(row.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "All affiliates",
      "Applications",
      "Links",
      "Codes",
    ]);
    expect(row.getByRole("link", { current: "page" }).textContent).toBe("All affiliates");
  });

  test("a page with unsaved changes is left when the admin's question is answered", async () => {
    const answer = Promise.withResolvers<undefined>();
    const saveBar = { leaveConfirmation: () => answer.promise, hide: () => Promise.resolve() };
    vi.stubGlobal("shopify", { saveBar, loading: nothing });
    renderPage(<UnsavedPage />, { at: "/dashboard/programs", embedded: true, paths: ["/dashboard/orders"] });
    fireEvent.click(screen.getByRole("link", { name: "Orders" }));
    expect(screen.queryByText("arrived at /dashboard/orders")).toBeNull();
    answer.resolve(undefined);
    await screen.findByText("arrived at /dashboard/orders");
  });
});

function UnsavedPage() {
  return (
    <>
      <AppSaveBar isDirty isBusy={false} onSave={nothing} onDiscard={nothing} />
      <AppLink url="/dashboard/orders">Orders</AppLink>
    </>
  );
}

describe("outside of it", () => {
  test("a page with unsaved changes asks before it is left", async () => {
    renderPage(<UnsavedPage />, { at: "/dashboard/programs", paths: ["/dashboard/orders"] });
    fireEvent.click(screen.getByRole("link", { name: "Orders" }));
    await screen.findByText("Leave page with unsaved changes?");
    fireEvent.click(screen.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(screen.queryByText("Leave page with unsaved changes?")).toBeNull());
    expect(screen.queryByText("arrived at /dashboard/orders")).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Orders" }));
    fireEvent.click(await screen.findByRole("button", { name: "Leave page" }));
    await screen.findByText("arrived at /dashboard/orders");
  });

  test("orders and claims share a row, and affiliates have none, because the navigation lists them", () => {
    const { unmount } = renderPage(page(), { at: "/dashboard/affiliates" });
    expect(screen.queryByRole("navigation")).toBeNull();
    unmount();
    renderPage(page(), { at: "/dashboard/affiliates/claims" });
    const row = within(screen.getByRole("navigation", { name: "Orders" }));
    expect(row.getByRole("link", { current: "page" }).textContent).toBe("Claims");
  });

  test("a section of the settings lists the others beside it", async () => {
    const { container } = renderPage(page(), { at: "/dashboard/settings/health" });
    const list = within(screen.getByRole("navigation", { name: "Settings" }));
    expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "General",
      "Appearance",
      "Affiliate portal",
      "Attribution",
      "Payouts",
      "Fraud",
      "Notifications",
      "Privacy",
      "API",
      "Health",
      "Ledger and audit",
    ]);
    expect(list.getByRole("link", { current: "page" }).textContent).toBe("Health");
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});
