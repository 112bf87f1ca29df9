import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AdminFrame } from "#app/ui/admin/frame/admin-frame.tsx";
import { currentItem, frameMenu, type WaitingCounts } from "#app/ui/shared/frame/menus.ts";
import { accessibilityFaults, renderPage } from "./stub.tsx";

const user = { name: "Ada Merchant", email: "ada@example.com", shop: "demo-store.myshopify.com" };
const frame = (
  <AdminFrame user={user}>
    <p>the page</p>
  </AdminFrame>
);

/** In jsdom the menu stands before the click has reached the window, where a click closes open menus. */
function openMenu(): void {
  document.addEventListener("click", (event) => event.stopPropagation(), { once: true });
  fireEvent.click(screen.getByRole("button", { name: /user menu|Ada Merchant/i }));
}

const nothing: WaitingCounts = { applications: 0, claims: 0, commissions: 0, flags: 0, payouts: 0 };

/** The navigation while so many flags wait. */
function waiting(at: string, flags: number) {
  cleanup();
  renderPage(
    <AdminFrame user={user} waiting={{ ...nothing, flags }}>
      <p>the page</p>
    </AdminFrame>,
    { framed: false, at },
  );
  return within(screen.getByRole("navigation"));
}

beforeEach(() => localStorage.clear());

describe("the side navigation", () => {
  test("has exactly three items", () => {
    expect(frameMenu.map(({ name }) => name)).toEqual(["dashboard", "affiliates", "programs"]);
  });

  test.each([
    ["/dashboard", "/dashboard", "/dashboard"],
    ["/dashboard/orders/55", "/dashboard", "/dashboard/orders"],
    ["/dashboard/affiliates/aff_1", "/dashboard/affiliates", "/dashboard/affiliates"],
    ["/dashboard/affiliates/commissions", "/dashboard/affiliates", "/dashboard/affiliates/commissions"],
    ["/dashboard/affiliates/discounts/77", "/dashboard/affiliates", "/dashboard/affiliates/links"],
    ["/dashboard/affiliates/claims", "/dashboard", "/dashboard/orders"],
    ["/dashboard/settings/ledger/periods", "/dashboard", "/dashboard/settings"],
    ["/dashboard/programs", "/dashboard/programs", "/dashboard/programs"],
    ["/dashboard/programs/backtests", "/dashboard/programs", "/dashboard/programs/backtests"],
    ["/dashboard/affiliatesque", "/dashboard", "/dashboard"],
  ])("%s belongs to %s", (path, item, sub) => {
    expect(currentItem(path)).toEqual({ item, sub });
  });

  test("says how many flags wait, at their item while it is closed and at their list while it is open", async () => {
    expect(
      waiting("/dashboard", 3).getByRole("link", { name: /^Affiliates\s*Needs you:\s*3$/ }),
    ).toBeDefined();
    expect(waiting("/dashboard", 100).getByText("99+")).toBeDefined();
    const open = waiting("/dashboard/affiliates", 3);
    expect(open.getByRole("link", { name: "Fraud review (3)" })).toBeDefined();
    expect(open.queryByText("3")).toBeNull();
    expect(waiting("/dashboard/affiliates", 0).getByRole("link", { name: "Fraud review" })).toBeDefined();
    expect(await accessibilityFaults(document.body)).toEqual([]);
  });

  test("shows the sub-items of the item where the person is", () => {
    renderPage(frame, { framed: false, at: "/dashboard/affiliates/commissions" });
    const navigation = within(screen.getByRole("navigation"));
    const names = navigation.getAllByRole("link").map((link) => link.textContent);
    const expected = ["Dashboard", "Affiliates", "Programs", "All affiliates", "Commissions"];
    expect(names.filter((name) => expected.includes(name ?? ""))).toHaveLength(expected.length);
    expect(navigation.getByRole("link", { name: "Commissions" }).getAttribute("href")).toBe(
      "/dashboard/affiliates/commissions",
    );
  });
});

describe("the top bar", () => {
  test("names who is signed in, and collapses the sidebar", async () => {
    const { container } = renderPage(frame, { framed: false });
    expect(screen.getByText("Ada Merchant")).toBeDefined();
    expect(screen.getByText("ada@example.com")).toBeDefined();
    const toggle = screen.getByRole("button", { name: "Collapse sidebar" });
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    fireEvent.click(toggle);
    expect(container.querySelector(".sidebar-collapsed")).not.toBeNull();
    expect(screen.getByRole("button", { name: "Expand sidebar" }).getAttribute("aria-expanded")).toBe(
      "false",
    );
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("changes the theme, and keeps it under the key theme and in the cookie", async () => {
    renderPage(frame, { framed: false });
    openMenu();
    fireEvent.click(await screen.findByText("Dark theme"));
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(document.cookie).toContain("theme=dark");
    expect(document.documentElement.classList.contains("p-theme-dark-experimental")).toBe(true);
  });

  test("logging out clears the stored session and posts to the server", async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (
      this: HTMLFormElement,
    ) {
      expect([this.method, this.getAttribute("action")]).toEqual(["post", "/auth/logout"]);
    });
    localStorage.setItem("shopify_affiliate_token", "t");
    localStorage.setItem("shop_domain", "s");
    renderPage(frame, { framed: false });
    openMenu();
    fireEvent.click(await screen.findByText("Log out"));
    expect(submit).toHaveBeenCalledOnce();
    expect(localStorage.getItem("shopify_affiliate_token")).toBeNull();
    expect(localStorage.getItem("shop_domain")).toBeNull();
    submit.mockRestore();
  });
});

describe("inside Shopify's admin", () => {
  test("there is no top bar and no navigation of ours, and the menu is the admin's", () => {
    vi.stubGlobal("shopify", { loading: () => {} });
    const { container } = renderPage(frame, { framed: false, embedded: true });
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(container.querySelector(".Polaris-Frame, .Polaris-TopBar")).toBeNull();
    const links = [...container.querySelectorAll("ui-nav-menu a")];
    expect(links.map((link) => [link.textContent, link.getAttribute("rel")])).toEqual([
      ["Dashboard", "home"],
      ...["Affiliates", "Programs", "Orders", "Commissions", "Payouts", "Reports", "Settings"].map((name) => [
        name,
        null,
      ]),
    ]);
    vi.unstubAllGlobals();
  });
});
