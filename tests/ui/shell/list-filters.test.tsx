import { useLocation } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ChosenAffiliate } from "#app/ui/shared/pickers/filter-pickers.tsx";
import { ListFilters } from "#app/ui/shared/list/list-filters.tsx";
import { ListPage } from "#app/ui/shared/list/list-page.tsx";
import { accessibilityFaults, renderPage } from "./stub.tsx";
import { thingList, thingRow } from "./thing-list.ts";

/** A list whose server names the chosen affiliate, as far as it knows them. */
function Things() {
  const { search } = useLocation();
  const id = new URLSearchParams(search).get("affiliate");
  const chosen: ChosenAffiliate | null = id === null ? null : { id, name: id === "aff_bob" ? "Bob" : "Ada" };
  return (
    <>
      <output data-testid="query">{search}</output>
      <ListPage
        title="Things"
        resourceName={{ singular: "thing", plural: "things" }}
        list={thingList}
        rows={[{ id: "a", clicks: 7 }]}
        rowOf={thingRow}
        timeZone="UTC"
        pagination={{ page: 1, limit: 10, total: 1 }}
        searchLabel="Search things"
        affiliate={chosen}
        days="Made"
        emptyState={<p>No things yet</p>}
      />
    </>
  );
}

const query = () => screen.getByTestId("query").textContent;
const affiliateField = () => screen.getByRole("combobox", { name: "Affiliate" });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const openFilters = () => fireEvent.click(screen.getByRole("button", { name: /^Filter/ }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The API that proposes; what was asked is kept. */
function proposing(): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const affiliates = [{ id: "aff_bob", name: "Bob", email: "bob@example.com" }];
    return Promise.resolve(Response.json({ affiliates }));
  });
  return asked;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an affiliate is found by a few letters of the name, whatever their status, and listed alone", async () => {
  const asked = proposing();
  renderPage(<Things />, { at: "/things?page=3&search=x" });
  openFilters();
  fireEvent.focus(affiliateField());
  fireEvent.change(affiliateField(), { target: { value: "bo" } });
  fireEvent.click(await screen.findByText("bob@example.com"));
  expect(asked.at(-1)).toEqual("/api/v1/affiliates?search=bo&limit=10");
  await waitFor(() => expect(query()).toBe("?search=x&affiliate=aff_bob"));
  expect(affiliateField()).toHaveProperty("value", "Bob");
  fireEvent.change(affiliateField(), { target: { value: "" } });
  await waitFor(() => expect(query()).toBe("?search=x"));
});

test("an affiliate in the address is named; a typed name that was not chosen does not stay", () => {
  const asked = proposing();
  renderPage(<Things />, { at: "/things?affiliate=aff_ada" });
  openFilters();
  expect(affiliateField()).toHaveProperty("value", "Ada");
  fireEvent.change(affiliateField(), { target: { value: "Adam" } });
  fireEvent.blur(affiliateField());
  expect(affiliateField()).toHaveProperty("value", "Ada");
  expect([query(), asked]).toEqual(["?affiliate=aff_ada", []]);
});

test("days go into the address when their typing pauses, and not before the year is whole", async () => {
  vi.useFakeTimers();
  renderPage(<Things />, { at: "/things?affiliate=aff_ada&page=2" });
  openFilters();
  type("Made from", "0202-03-01");
  await pass(1000);
  expect(query()).toBe("?affiliate=aff_ada&page=2");
  type("Made from", "2026-03-01");
  await pass(200);
  expect(query()).toBe("?affiliate=aff_ada&page=2");
  await pass(200);
  expect(query()).toBe("?affiliate=aff_ada&from=2026-03-01");
  type("Made to", "2026-02-01");
  await pass(400);
  expect(screen.getByText("Choose an end date on or after the start date")).toBeDefined();
  type("Made to", "");
  await pass(400);
  expect(query()).toBe("?affiliate=aff_ada&from=2026-03-01");
  expect(screen.queryByText("Choose an end date on or after the start date")).toBeNull();
});

test("a search without a script keeps the other filters, and the filters have no accessibility fault", async () => {
  const at = "/things?status=active&affiliate=aff_ada&from=2026-03-01&to=2026-03-31&sort=oldest&limit=50";
  const { container } = renderPage(<Things />, { at });
  const kept = [...container.querySelectorAll<HTMLInputElement>("form input[type=hidden]")];
  expect(kept.map(({ name, value }) => `${name}=${value}`)).toEqual([
    "status=active",
    "affiliate=aff_ada",
    "from=2026-03-01",
    "to=2026-03-31",
    "sort=oldest",
  ]);
  openFilters();
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("the filter button says how many filters are on, and its panel clears them and closes by Escape", async () => {
  renderPage(<Things />, { at: "/things?affiliate=aff_ada&from=2026-03-01&to=2026-03-31&limit=50" });
  const button = screen.getByRole("button", { name: "Filter (2)" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  const panel = screen.getByRole("region", { name: "Filters" });
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(document.activeElement).toBe(panel);
  expect(within(panel).getByRole("button", { name: "Show 1 result" })).toBeDefined();
  fireEvent.keyDown(panel, { key: "Escape" });
  expect(screen.queryByRole("region", { name: "Filters" })).toBeNull();
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("link", { name: "Clear filters" }));
  await waitFor(() => expect(query()).toBe("?limit=50"));
});

test("a list that nothing narrows has no bar for it", () => {
  renderPage(
    <>
      <div data-testid="bare">
        <ListFilters list={thingList} />
      </div>
      <div data-testid="days">
        <ListFilters list={thingList} days="Made" />
      </div>
    </>,
  );
  expect(screen.getByTestId("bare").childElementCount).toBe(0);
  expect(screen.getByTestId("days").childElementCount).toBe(1);
});
