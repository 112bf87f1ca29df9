import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InstallForm, InstallPage, useStoredSession } from "#app/ui/install/install-page.tsx";
import { renderPage } from "./render-page.tsx";

const server = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal("fetch", server);
  server.mockReset();
  window.localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
}

const leaveTo = vi.fn<(url: string) => void>();
const field = () => screen.getByLabelText<HTMLInputElement>("Shop Domain");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Install App" });

function renderForm() {
  leaveTo.mockReset();
  renderPage(<InstallForm typed="" error={null} leaveTo={leaveTo} />);
}

describe("the install page", () => {
  it("says what it is, what one gets and what one agrees to", async () => {
    const { container } = renderPage(<InstallPage formOn typed="" error={null} />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Install Affiliate Platform");
    screen.getByText("Connect your store to start managing affiliate partnerships and boost your sales.");
    screen.getByText("What you'll get");
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "manage and track affiliate partnerships",
      "automatic commission calculations and payouts",
      "real-time performance analytics and reporting",
      "custom affiliate links and promotional codes",
      "automated affiliate payouts and reconciliation",
    ]);
    for (const [name, path] of [
      ["Terms of Service", "/terms"],
      ["Privacy Policy", "/privacy"],
    ] as const) {
      const link = screen.getByRole("link", { name: new RegExp(name) });
      expect(link.getAttribute("href")).toBe(path);
      expect(link.getAttribute("target")).toBe("_blank");
    }
    const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("without the form tells how to install from the platform", () => {
    renderPage(<InstallPage formOn={false} typed="" error={null} />);
    screen.getByText("Install from Shopify");
    expect(screen.queryByLabelText("Shop Domain")).toBeNull();
  });
});

describe("the shop-domain form", () => {
  it("has label, placeholder, help, no autocomplete, and the cursor", () => {
    renderForm();
    expect(field().placeholder).toBe("your-shop.myshopify.com");
    expect(field().autocomplete).toBe("off");
    screen.getByText("Enter your Shopify store domain");
    expect(document.activeElement).toBe(field());
    expect(button().disabled || button().getAttribute("aria-disabled") === "true").toBe(true);
  });

  it("shows what is wrong only once something was typed", async () => {
    renderForm();
    const message = "Please enter a valid Shopify store domain (e.g., your-shop.myshopify.com)";
    expect(screen.queryByText(/Please enter/)).toBeNull();
    await userEvent.type(field(), "-bad-");
    screen.getByText(message);
    expect(button().getAttribute("aria-disabled")).toBe("true");
    await userEvent.clear(field());
    screen.getByText("Please enter your shop domain");
    await userEvent.type(field(), "   ");
    screen.getByText("Please enter your shop domain");
  });

  it("passes on the full domain in lower case and goes where the server says", async () => {
    server.mockResolvedValue(answer(200, { installUrl: "https://platform.test/authorize" }));
    renderForm();
    await userEvent.type(field(), "  My-Shop ");
    await userEvent.click(button());
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith("https://platform.test/authorize"));
    expect(server.mock.calls[0]?.[0]).toBe("/auth?shop=my-shop.myshopify.com");
  });

  it("works again for whoever comes back from the platform", async () => {
    server.mockResolvedValue(answer(200, { installUrl: "https://platform.test/authorize" }));
    renderForm();
    await userEvent.type(field(), "my-shop");
    await userEvent.click(button());
    await waitFor(() => expect(leaveTo).toHaveBeenCalledTimes(1));
    expect(field().disabled).toBe(true);
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await waitFor(() => expect(field().disabled).toBe(false));
    expect(field().value).toBe("my-shop.myshopify.com");
  });

  it.each([
    [
      "network failure",
      () => Promise.reject(new TypeError("failed")),
      "Network error. Please check your connection.",
    ],
    ["401", () => Promise.resolve(answer(401, {})), "Authentication failed. Please install the app again."],
    ["403", () => Promise.resolve(answer(403, {})), "Access denied. Please check your permissions."],
    ["404", () => Promise.resolve(answer(404, {})), "Resource not found."],
    ["a message", () => Promise.resolve(answer(422, { message: "Not this shop" })), "Not this shop"],
    ["nothing", () => Promise.resolve(answer(500, "")), "An unexpected error occurred. Please try again."],
    [
      "an empty answer",
      () => Promise.resolve(answer(200, "")),
      "An unexpected error occurred. Please try again.",
    ],
  ])("shows %s in the banner, to retry or dismiss", async (_case, respond, message) => {
    server.mockImplementation(respond);
    renderForm();
    await userEvent.type(field(), "my-shop");
    await userEvent.click(button());
    await screen.findByText("Installation Error");
    screen.getByText(message);
    expect(leaveTo).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(screen.queryByText("Installation Error")).toBeNull();
    expect(button().getAttribute("aria-disabled")).not.toBe("true");
  });

  it("shows what the server said to a form without a script, which can be dismissed", async () => {
    renderPage(<InstallForm typed="bad" error="Please enter a valid one" />);
    screen.getByText("Please enter a valid one");
    await userEvent.click(screen.getByRole("button", { name: /dismiss/i }));
    expect(screen.queryByText("Please enter a valid one")).toBeNull();
    expect(field().value).toBe("bad");
  });
});

function Probe() {
  useStoredSession();
  return <p>The form</p>;
}

function save() {
  window.localStorage.setItem("shopify_affiliate_token", "shp_x.secret");
  window.localStorage.setItem("shop_domain", "a.myshopify.com");
}

describe("a saved token", () => {
  it("that the server knows leads to the dashboard", async () => {
    save();
    server.mockResolvedValue(answer(200, { name: "Ada" }));
    renderPage(<Probe />);
    await screen.findByText("The dashboard");
    const [path, init] = server.mock.calls[0] ?? [];
    expect(path).toBe("/auth/renew");
    expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer shp_x.secret");
  });

  it.each([
    ["401", () => answer(401, {})],
    ["404", () => answer(404, {})],
    ["500", () => answer(500, {})],
    ["an answer that cannot be read", () => answer(200, "<html>")],
  ])("is cleared under both keys after %s twice; the shop and the form stay", async (_, failure) => {
    save();
    window.localStorage.setItem("token", "older");
    server.mockImplementation(async () => failure());
    renderPage(<Probe />);
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1));
    expect(window.localStorage.getItem("shopify_affiliate_token")).toBe("shp_x.secret");
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2), { timeout: 4000 });
    await waitFor(() => expect(window.localStorage.getItem("shopify_affiliate_token")).toBeNull());
    expect(window.localStorage.getItem("token")).toBeNull();
    expect(window.localStorage.getItem("shop_domain")).toBe("a.myshopify.com");
    screen.getByText("The form");
  });

  it("is asked about once more after 2 seconds, and one failure costs nothing", async () => {
    save();
    server.mockResolvedValueOnce(answer(500, {})).mockResolvedValueOnce(answer(200, { name: "Ada" }));
    const began = performance.now();
    renderPage(<Probe />);
    await screen.findByText("The dashboard", {}, { timeout: 4000 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(1900);
    expect(window.localStorage.getItem("shopify_affiliate_token")).toBe("shp_x.secret");
  });

  it("stays when the server gives no answer; without one nothing is asked", async () => {
    save();
    server.mockRejectedValue(new TypeError("failed"));
    renderPage(<Probe />);
    await waitFor(() => expect(server).toHaveBeenCalled());
    expect(window.localStorage.getItem("shopify_affiliate_token")).toBe("shp_x.secret");
    server.mockClear();
    window.localStorage.clear();
    renderPage(<Probe />);
    expect(server).not.toHaveBeenCalled();
  });
});
