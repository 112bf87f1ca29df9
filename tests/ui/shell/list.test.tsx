import { Link, useLocation } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ListPage } from "#app/ui/shared/list/list-page.tsx";
import { changedParams, readPage } from "#app/ui/shared/list/use-list-params.ts";
import { accessibilityFaults, renderPage } from "./stub.tsx";
import { thingList, thingRow } from "./thing-list.ts";

const rows = ["a", "b", "c"].map((id) => ({ id, clicks: 7 }));
const list = { ...thingList, sorts: ["newest", "name"] as const };
const onAction = vi.fn<(ids: string[], clear: () => void) => void>();

function Things({ empty = false }: { empty?: boolean }) {
  const { search } = useLocation();
  return (
    <>
      <output data-testid="query">{search}</output>
      <Link to="?preview=b">Open drawer</Link>
      <ListPage
        title="Things"
        resourceName={{ singular: "thing", plural: "things" }}
        list={list}
        rows={empty ? [] : rows}
        rowOf={thingRow}
        timeZone="UTC"
        pagination={{ page: 2, limit: 10, total: 23 }}
        searchLabel="Search things"
        statuses={[
          { label: "Active", value: "active" },
          { label: "Paused", value: "paused" },
        ]}
        bulkActions={[{ content: "Pause", onAction }]}
        emptyState={<p>No things yet</p>}
      />
    </>
  );
}

const query = () => screen.getByTestId("query").textContent;
const rowOfB = () => screen.getByRole("row", { name: /Thing b/ });
const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => vi.useRealTimers());

describe("what a list shows lives in its address", () => {
  test("defaults: page 1, limit 10; nonsense is the default", () => {
    expect(readPage(new URLSearchParams())).toEqual({ page: 1, limit: 10 });
    expect(readPage(new URLSearchParams("page=-3&limit=x"))).toEqual({ page: 1, limit: 10 });
  });

  test("another filter leads back to the first page; defaults are omitted", () => {
    const now = new URLSearchParams("status=active&page=4&cursor=x&keep=me");
    expect(changedParams(now, { status: "paused" }).toString()).toBe("status=paused&keep=me");
    expect(changedParams(now, { status: null }).toString()).toBe("keep=me");
    expect(changedParams(now, { page: 5 }).toString()).toBe("status=active&page=5&keep=me");
    expect(changedParams(now, { page: 1 }).toString()).toBe("status=active&keep=me");
    expect(changedParams(now, { limit: 10 }).toString()).toBe("status=active&keep=me");
  });

  test("searching waits until the typing pauses", async () => {
    vi.useFakeTimers();
    renderPage(<Things />, { at: "/things?page=2" });
    const field = screen.getByRole("searchbox", { name: "Search things" });
    fireEvent.change(field, { target: { value: "be" } });
    await pass(200);
    fireEvent.change(field, { target: { value: "bea" } });
    await pass(200);
    expect(query()).toBe("?page=2");
    await pass(200);
    expect(query()).toBe("?search=bea");
  });

  test("status, order, rows and pages are links or change the address", async () => {
    renderPage(<Things />, { at: "/things?page=2" });
    expect(href("Active")).toMatch(/\?status=active$/);
    expect(href("Thing b")).toBe("/things/b");
    fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: "name" } });
    expect(query()).toBe("?sort=name");
    fireEvent.change(screen.getByLabelText("Rows per page"), { target: { value: "50" } });
    expect(query()).toBe("?sort=name&limit=50");
    expect(screen.getByText("11-13 of 23")).toBeDefined();
  });

  test("J and K turn the pages", async () => {
    renderPage(<Things />, { at: "/things?page=2" });
    fireEvent.keyUp(document, { keyCode: 75 });
    await waitFor(() => expect(query()).toBe("?page=3"));
    fireEvent.keyUp(document, { keyCode: 74 });
    await waitFor(() => expect(query()).toBe(""));
  });
});

describe("rows", () => {
  test("those selected are given to the bulk action", () => {
    renderPage(<Things />, { at: "/things" });
    const boxes = screen.getAllByRole("checkbox", { name: /select thing/i });
    fireEvent.click(boxes[0] ?? document.body);
    fireEvent.click(boxes[2] ?? document.body);
    fireEvent.click(screen.getAllByRole("button", { name: "Pause" })[0] ?? document.body);
    expect(onAction.mock.calls[0]?.[0]).toEqual(["a", "c"]);
  });

  test("another order has rows of its own, so none jumps; an opened drawer keeps them", () => {
    renderPage(<Things />, { at: "/things" });
    const before = rowOfB();
    fireEvent.click(screen.getByRole("link", { name: "Open drawer" }));
    expect(query()).toBe("?preview=b");
    expect(rowOfB()).toBe(before);
    fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: "name" } });
    expect(query()).toContain("sort=name");
    expect(rowOfB()).not.toBe(before);
  });

  test("nothing at all is the empty state; nothing that matches says so", () => {
    const first = renderPage(<Things empty />, { at: "/things" });
    expect(screen.getByText("No things yet")).toBeDefined();
    expect(screen.queryByText("Export")).toBeNull();
    first.unmount();
    renderPage(<Things empty />, { at: "/things?search=zzz&limit=50&other=1" });
    expect(screen.queryByText("No things yet")).toBeNull();
    expect(screen.getByText("No things match")).toBeDefined();
    expect(href("Clear filters")).toBe("/things?limit=50&other=1");
    const files = screen.getAllByText("Export").map((text) => text.closest("a")?.getAttribute("href"));
    expect(files).toContain("/dashboard/export/things.csv?search=zzz");
  });

  test("a list has no accessibility fault", async () => {
    const { container } = renderPage(<Things />, { at: "/things?status=active" });
    expect(screen.getByRole("link", { name: "Active, selected" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });
});
