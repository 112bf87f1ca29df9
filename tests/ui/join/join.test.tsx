import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { JoinPageWire } from "#app/contracts/join.ts";
import { catalogsOf } from "#app/i18n/texts.ts";
import { ConfirmPage } from "#app/ui/join/confirm-page.tsx";
import { JoinPage } from "#app/ui/join/join-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const percent = (text: string) => ({ type: "percentage", percent: text }) as const;
const page: JoinPageWire = {
  brand: { name: "Demo Store", logo: null },
  program: { name: "Summer creators", description: "" },
  commission: {
    type: "tiered",
    below: percent("10"),
    steps: [
      {
        atLeast: { measure: "sales", amount: { amount: "100.00", currencyCode: "USD" } },
        pay: percent("20"),
      },
    ],
    period: { type: "calendar", unit: "month" },
  },
  terms: ["Clicks count for 30 days.", "Approved 1 day after the order."],
  form: {
    fields: [
      { id: "site", kind: "link", label: "Your site", isRequired: true, choices: [] },
      { id: "audience", kind: "choice", label: "Audience", isRequired: false, choices: ["1K", "10K"] },
      { id: "adult", kind: "checkbox", label: "I'm 18 or older", isRequired: true, choices: [] },
    ],
    countries: [{ code: "ES", name: "Spain" }],
    hidden: { stamp: "1.x", terms: "2", "utm-source": "newsletter" },
  },
  isIndexable: false,
};
const at = "/join/demo-store/summer";

describe("the join page", () => {
  it("states the terms in words above a form that posts without scripts", async () => {
    const { container } = renderPage(<JoinPage {...page} answer={null} />, { at });
    expect(screen.getByRole("heading", { level: 1, name: "Become a Demo Store affiliate" })).toBeDefined();
    expect(screen.getByText("Earn 10% of each sale, up to 20% as you sell more.")).toBeDefined();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(
      expect.arrayContaining([...page.terms]),
    );
    const form = container.querySelector("form") as HTMLFormElement;
    expect([form.method, form.getAttribute("action")]).toEqual(["post", `${at}#apply`]);
    expect(container.querySelector("#apply")).toBe(form);
    expect(Object.fromEntries(new FormData(form))).toMatchObject({
      stamp: "1.x",
      terms: "2",
      "utm-source": "newsletter",
    });
    expect(screen.getByLabelText("Audience (optional)").tagName).toBe("SELECT");
    expect(screen.getByRole("checkbox", { name: "I agree to the program terms." })).toBeDefined();
    expect(screen.queryByRole("textbox", { name: /Leave this empty/ })).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("shows what is wrong at each field with what was typed", async () => {
    const answer = {
      ok: false,
      problem: "fields",
      fields: [
        { field: "answer-site", fault: "not-a-link" },
        { field: "answer-adult", fault: "missing" },
      ],
      given: {
        name: "Ana",
        "answer-site": "x y",
        "answer-audience": "10K",
        agree: "yes",
        referrer: "https://a.example",
      },
    } as const;
    const { container } = renderPage(<JoinPage {...page} answer={answer} />, { at });
    const site = screen.getByLabelText<HTMLInputElement>("Your site");
    expect([site.value, site.getAttribute("aria-invalid")]).toEqual(["x y", "true"]);
    expect(screen.getByText("Enter a link, such as https://example.com.")).toBeDefined();
    expect(screen.getByText("Check this box to apply.")).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe("Fix the errors to apply.");
    expect(screen.getByLabelText<HTMLSelectElement>("Audience (optional)").value).toBe("10K");
    expect(container.querySelector<HTMLInputElement>("input[name=referrer]")?.value).toBe(
      "https://a.example",
    );
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("says so where the program isn't taking applications, and after sending where to go on", () => {
    const closed = renderPage(<JoinPage {...page} form={null} answer={null} />, { at });
    expect(within(closed.container).getByText("This program isn't taking applications.")).toBeDefined();
    closed.unmount();
    renderPage(<JoinPage {...page} answer={{ ok: true }} />, { at });
    expect(screen.getByRole("heading", { name: "Check your email" })).toBeDefined();
    expect(screen.getByText("Confirm your address to finish.")).toBeDefined();
  });

  it("is written in German for a reader of German", () => {
    const texts = {
      language: "de",
      locale: "de-DE",
      catalogs: catalogsOf("de", ["join"]),
      polaris: null,
    } as const;
    document.documentElement.dataset["locale"] = "de-DE";
    const commission = { type: "percentage", percent: "12.5" } as const;
    renderPage(<JoinPage {...page} commission={commission} answer={null} />, { at, texts });
    delete document.documentElement.dataset["locale"];
    expect(screen.getByRole("heading", { name: "Werde Affiliate von Demo Store" })).toBeDefined();
    expect(
      screen.getByText("Verdiene 12,5\u00a0% an jedem Verkauf.", { normalizer: (text) => text }),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: "Jetzt bewerben" })).toBeDefined();
  });
});

describe("the confirmation page", () => {
  const brand = page.brand;

  it("asks for a click, and then says who answers or what to do next", () => {
    const asked = renderPage(<ConfirmPage brand={brand} token="t" answer={null} />, { at: `${at}/confirm` });
    expect(screen.getByRole("button", { name: "Confirm email" })).toBeDefined();
    asked.unmount();
    const texts = {
      waiting: "Your application is in. Demo Store will email you its answer.",
      approved: "We emailed you a sign-in link to get your link and code.",
      expired: "The link expired. Apply again to get a new one.",
    } as const;
    for (const [confirmation, text] of Object.entries(texts)) {
      const answer = { confirmation: confirmation as keyof typeof texts };
      const view = renderPage(<ConfirmPage brand={brand} token="t" answer={answer} />, {
        at: `${at}/confirm`,
      });
      expect(screen.getByText(text)).toBeDefined();
      view.unmount();
    }
  });
});
