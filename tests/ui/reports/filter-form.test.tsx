import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSearchParams } from "@remix-run/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FilterForm } from "#app/ui/admin/reports/filter-bar.tsx";
import { renderPage } from "../shell/stub.tsx";

const days = { from: "2026-03-01", to: "2026-03-09" };
const found = (value: string, name: string | null = null) => ({ value, name, orders: 1 });
const values = [
  found("US"),
  found("DE"),
  found(""),
  // Nothing that an answer is not.
  { value: 7, name: null },
];

function Address() {
  const [params] = useSearchParams();
  return <output>{`?${params.toString()}`}</output>;
}

/** Asks for one thing; answers what was asked of the server. */
function choose(label: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(Response.json({ values }));
  });
  renderPage(
    <>
      <Address />
      <FilterForm days={days} onApplied={() => {}} />
    </>,
  );
  const field = screen.getByLabelText("Filter by");
  fireEvent.change(field, { target: { value: label } });
  return asked;
}

const offered = () =>
  within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const active = () => screen.getByRole("listbox").getAttribute("aria-activedescendant");
const address = () => screen.getByRole("status").textContent;

afterEach(() => vi.unstubAllGlobals());

describe("what a report is narrowed by", () => {
  test("is found among what these days have, those with most orders before anything is typed", async () => {
    const asked = choose("country");
    const field = screen.getByRole("combobox", { name: "Country" });
    fireEvent.focus(field);
    await waitFor(() => expect(offered()).toEqual(["United States", "Germany", "Unknown country"]));
    const path = "/api/v1/reports/countries/values?from=2026-03-01&to=2026-03-09";
    expect(asked).toEqual([`${path}&limit=10`]);
    fireEvent.change(field, { target: { value: " ger" } });
    fireEvent.change(field, { target: { value: " germ" } });
    // Asked once the person pauses.
    await waitFor(() => expect(asked).toEqual([`${path}&limit=10`, `${path}&search=germ&limit=10`]));
    await screen.findByRole("option", { name: "Germany" });
    fireEvent.click(screen.getByRole("option", { name: "Germany" }));
    await waitFor(() => expect(address()).toBe("?country=DE"));
  });

  test("may be what has no value, and what these days do not have", async () => {
    choose("country");
    const field = screen.getByRole("combobox", { name: "Country" });
    fireEvent.focus(field);
    fireEvent.click(await screen.findByRole("option", { name: "Unknown country" }));
    await waitFor(() => expect(address()).toBe("?country="));
    fireEvent.change(field, { target: { value: " jp " } });
    fireEvent.click(screen.getByRole("button", { name: "Apply filter" }));
    await waitFor(() => expect(address()).toBe("?country=JP"));
  });

  test("can be typed where nothing can be asked", async () => {
    choose("code");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    fireEvent.change(screen.getByRole("combobox", { name: "Code" }), { target: { value: "SAVE10" } });
    fireEvent.click(screen.getByRole("button", { name: "Apply filter" }));
    await waitFor(() => expect(address()).toBe("?code=SAVE10"));
  });

  test("is a program found by its name, the first ones before anything is typed, with the keyboard too", async () => {
    const programs = [
      { id: "prg_1", name: "Creators" },
      { id: "prg_2", name: "Partners" },
    ];
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const search = new URLSearchParams(path.split("?")[1]).get("search") ?? "";
      const fitting = programs.filter(({ name }) => name.toLowerCase().includes(search));
      return Promise.resolve(Response.json({ programs: fitting }));
    });
    renderPage(
      <>
        <Address />
        <FilterForm days={days} onApplied={() => {}} />
      </>,
    );
    fireEvent.change(screen.getByLabelText("Filter by"), { target: { value: "program" } });
    const field = screen.getByRole("combobox", { name: "Program" });
    expect(asked).toEqual([]);
    fireEvent.focus(field);
    await waitFor(() => expect(offered()).toEqual(["Creators", "Partners"]));
    fireEvent.change(field, { target: { value: "part" } });
    await waitFor(() =>
      expect(asked).toEqual([
        "/api/v1/programs?sort=name&limit=10",
        "/api/v1/programs?search=part&sort=name&limit=10",
      ]),
    );
    await waitFor(() => expect(offered()).toEqual(["Partners"]));
    // Keys are heard as soon as the list has seen that it changed.
    const option = screen.getByRole("option", { name: "Partners" });
    await waitFor(() => expect(active()).toBe(option.id));
    await act(() => Promise.resolve());
    for (const [key, keyCode] of [
      ["ArrowDown", 40],
      ["Enter", 13],
    ] as const) {
      fireEvent.keyDown(field, { key, keyCode });
      fireEvent.keyUp(field, { key, keyCode });
    }
    await waitFor(() => expect(address()).toBe("?program=prg_2"));
  });
});
