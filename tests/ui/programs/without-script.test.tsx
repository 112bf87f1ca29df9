import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramAnswer } from "#app/ui/admin/programs/use-program-form.ts";
import { ProgramPage } from "#app/ui/admin/programs/program-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { pageData, program } from "./sample.ts";

// React says of every layout effect that a server runs none; a browser stands around this server.
beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

/** The page as the server writes it, for somebody whose browser runs no script. */
function written(terms: Partial<ProgramWire["terms"]>, answer?: ProgramAnswer): Document {
  const shown = { ...program, terms: { ...program.terms, ...terms } };
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>
            <ProgramPage {...pageData} program={shown} answer={answer} isNew={false} />
          </Frame>
        </AppProviders>
      ),
    },
  ]);
  const html = renderToString(<Stub initialEntries={["/"]} />);
  // A browser without scripts takes what stands in noscript for ordinary elements.
  return new DOMParser().parseFromString(html.replaceAll(/<\/?noscript>/g, ""), "text/html");
}

/** Fields that the page's form would post. */
function posted(page: Document): Record<string, unknown> {
  const form = [...page.querySelectorAll("form")].find((one) => one.querySelector('[name="name"]'));
  return Object.fromEntries(new FormData(form as HTMLFormElement));
}

const flat = {
  intent: "save",
  revision: "3",
  name: "Creators",
  description: "",
  noticeDays: "14",
  windowDays: "30",
  approvalDays: "14",
};

it("a page without a script posts the fallback and the days as flat fields, and nothing else of the terms", () => {
  expect(posted(written({}))).toEqual({ ...flat, commissionType: "percentage", percent: "12.5", amount: "" });
});

it("tiers stay as they are, and a refusal shows again what was typed and refused", () => {
  const tiers: ProgramWire["terms"]["commission"] = {
    type: "tiered",
    period: { type: "ever" },
    below: { type: "none" },
    steps: [{ atLeast: { measure: "orders", count: 2 }, pay: { type: "percentage", percent: "5" } }],
  };
  expect(posted(written({ commission: tiers }))).toMatchObject({ commissionType: "tiered" });
  const given = { ...flat, commissionType: "per-item", percent: "", amount: "0,50" };
  const errors = [{ field: "terms.commission.amount.amount", message: "Must be a decimal number" }];
  const page = written({ commission: tiers }, { ok: false, message: "Wrong", errors, given });
  expect(posted(page)).toMatchObject({ commissionType: "per-item", amount: "0,50" });
  expect(page.body.textContent).toContain("Must be a decimal number");
});
