import { createRemixStub } from "@remix-run/testing";
import { Frame } from "@shopify/polaris";
import { fireEvent, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NewLinkPage } from "#app/ui/admin/links/new-link-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { accessibilityFaults, renderPage } from "./stub.tsx";

const affiliate = { id: "aff_ada", name: "Ada Moreno", email: "ada@example.com" };
const page = <NewLinkPage affiliate={affiliate} choices={noChoices()} addressStart="a/r/" refusal={null} />;

function noChoices() {
  return { codes: [], programs: [] };
}

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

const field = () => screen.getByRole("combobox", { name: "Affiliate" });

test("an affiliate who is known from the start is shown by name", () => {
  renderPage(page);
  expect(field()).toHaveProperty("value", "Ada Moreno");
});

test("matches have a name and an email, their number is announced, and none is an accessibility fault", async () => {
  const affiliates = [affiliate, { id: "aff_bob", name: "Bob", email: "bob@example.com" }];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ affiliates })));
  const { container } = renderPage(page);
  fireEvent.focus(field());
  const option = await screen.findByRole("option", { name: /Bob/ });
  expect(within(option).getByText("bob@example.com")).toBeDefined();
  expect(screen.getByRole("option", { name: /Ada/ }).getAttribute("aria-selected")).toBe("true");
  expect(screen.getByText("2 results")).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("a field whose search fails says so, and still takes an email", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const { container } = renderPage(page);
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: "zoe@example.com" } });
  expect((await screen.findAllByText("Couldn't search. Try again.")).length).toBeGreaterThan(0);
  expect(container.querySelector("[name=affiliateId]")).toHaveProperty("value", "zoe@example.com");
});

test("without a script, an affiliate is named by email or code in a text field", () => {
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => (
        <AppProviders theme="light" host={{ embedded: false, developing: false }}>
          <Frame>{page}</Frame>
        </AppProviders>
      ),
    },
  ]);
  const html = new DOMParser().parseFromString(renderToString(<Stub />), "text/html");
  const inputs = [...html.querySelectorAll<HTMLInputElement>("[name=affiliateId]")];
  expect(inputs.map(({ type, value }) => `${type} ${value}`)).toEqual(["text ada@example.com"]);
});
