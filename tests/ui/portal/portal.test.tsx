import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pageTexts } from "#app/http/page-texts.server.ts";
import { AcceptPage } from "#app/ui/portal/accept-page.tsx";
import { NoStorePage } from "#app/ui/portal/portal-fault.tsx";
import { SignInPage } from "#app/ui/portal/sign-in-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const isDisabled = (button: HTMLElement) => button.getAttribute("aria-disabled") === "true";

afterEach(() => {
  window.location.hash = "";
});

describe("the email's link", () => {
  test("shows the store and the terms of an invitation before it is accepted", async () => {
    const lines = ["Earn 10% of each sale.", "Clicks count for 30 days."];
    const notice = "You get 14 days' notice before lower terms start.";
    const programs = [{ id: "prg_1", program: "Partners", lines, notice }];
    const asked = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ shop: "Demo Store", programs })));
    vi.stubGlobal("fetch", asked);
    window.location.hash = "#token=shp_1.secret";
    renderPage(<AcceptPage />, { at: "/portal/accept" });
    for (const text of ["Partners", ...lines, notice]) expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole("heading", { name: "Demo Store invited you", level: 1 })).toBeDefined();
    expect(asked.mock.calls[0]?.[0]).toBe("/portal/accept/terms");
    vi.unstubAllGlobals();
  });

  test("puts the fragment's token into the form, which waits for a click", async () => {
    window.location.hash = "#token=shp_1.secret";
    const { container } = renderPage(<AcceptPage />, { at: "/portal/accept" });
    const form = container.querySelector("form");
    if (!form) throw new Error("There is no form.");
    expect(new FormData(form).get("token")).toBe("shp_1.secret");
    expect(isDisabled(screen.getByRole("button", { name: "Accept invitation" }))).toBe(false);
  });

  test("without a token there is nothing to accept", () => {
    renderPage(<AcceptPage />, { at: "/portal/accept" });
    expect(isDisabled(screen.getByRole("button", { name: "Accept invitation" }))).toBe(true);
  });

  test("signs in where there is a token, and else asks for the address", async () => {
    window.location.hash = "#token=shp_1.secret";
    const { unmount } = renderPage(<SignInPage canEmail brand={null} answer={null} />, {
      at: "/portal/sign-in",
    });
    expect(screen.getByRole("button", { name: "Sign in" })).toBeDefined();
    unmount();
    window.location.hash = "";
    renderPage(<SignInPage canEmail brand={null} answer={null} />, { at: "/portal/sign-in" });
    expect(screen.getByLabelText(/^Email/)).toBeDefined();
    expect(screen.getByLabelText(/^Store/)).toBeDefined();
  });

  test("says that no link can be emailed, and asks for nothing", () => {
    const brand = { name: "Mug Shop", logo: null };
    renderPage(<SignInPage canEmail={false} brand={brand} answer={null} />, { at: "/portal/mug/sign-in" });
    expect(screen.getByText("Sign-in links can't be emailed right now. Contact Mug Shop.")).toBeDefined();
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
  });

  test("the form of one shop names it, shows errors at the field, and says the same whoever asked", () => {
    const brand = { name: "Mug Shop", logo: null };
    const message = "Enter a valid e-mail address";
    const wrong = { ok: false as const, message, errors: [{ field: "email", message }] };
    const { unmount } = renderPage(<SignInPage canEmail brand={brand} answer={wrong} />, {
      at: "/portal/mug/sign-in",
    });
    expect(screen.getByText("Mug Shop")).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.queryByLabelText(/^Store/)).toBeNull();
    unmount();
    renderPage(<SignInPage canEmail brand={brand} answer={{ ok: true, email: "a@example.com" }} />, {
      at: "/portal/mug/sign-in",
    });
    expect(screen.getByText(/If a@example.com belongs to an affiliate of this store/)).toBeDefined();
  });
});

test("the sign-in page is in the reader's language", () => {
  const request = new Request("https://app.example/portal/sign-in");
  renderPage(<SignInPage canEmail brand={null} answer={null} />, {
    at: "/portal/sign-in",
    texts: pageTexts(request, "de", ["portal"]),
  });
  expect(screen.getByRole("heading", { name: "Anmeldung für Affiliates" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Link anfordern" })).toBeDefined();
});

test("an affiliate whose store has the app no more is told so, and that nothing is forgotten", async () => {
  const { container } = renderPage(<NoStorePage />, { at: "/portal/mug/sign-in" });
  expect(screen.getByRole("heading", { name: "No affiliate program here" })).toBeDefined();
  expect(screen.getByText(/Your earnings are kept/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});
