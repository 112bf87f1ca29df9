import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSavedViews, viewUrl } from "#app/ui/admin/reports/saved-views.tsx";
import { renderPage } from "../shell/stub.tsx";

const views = [
  {
    id: "rvw_1",
    name: "Last week",
    report: "links" as const,
    query: { range: "last-7", country: "", sort: "net" },
    createdAt: "2026-03-01T00:00:00.000Z",
  },
];
const address = "/dashboard/reports?range=last-7&country=&sort=net&report=links&view=rvw_1";

/** The actions of the page, and the form. */
function SavedViews() {
  const { save, actions, form } = useSavedViews(views);
  return (
    <>
      {[save, ...actions].map(({ content, onAction }) => (
        <button key={content} type="button" onClick={onAction}>
          {content}
        </button>
      ))}
      {form}
    </>
  );
}

function open(at: string, answer: (posted: FormData) => unknown = () => null) {
  return renderPage(<SavedViews />, { at, answer });
}

test("a view leads to what it kept, days relative to today too", async () => {
  open("/dashboard/reports?sort=orders");
  expect(views.map(viewUrl)).toEqual([address.slice("/dashboard/reports".length)]);
  expect(screen.queryByRole("button", { name: "Rename view" })).toBeNull();
});

test("a view is saved under a name; an error is shown at its field", async () => {
  const posted: Record<string, unknown>[] = [];
  open("/dashboard/reports?sort=orders", (form) => {
    posted.push(Object.fromEntries(form));
    const message = "There is a view of this name already";
    return { ok: false, message, errors: [{ field: "name", message }] };
  });
  fireEvent.click(screen.getByRole("button", { name: "Save view" }));
  fireEvent.change(screen.getByLabelText("View name"), { target: { value: "Last week" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("There is a view of this name already")).toBeDefined();
  expect(posted).toEqual([{ intent: "save-view", shown: "sort=orders", name: "Last week" }]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByLabelText("View name")).toBeNull();
});

test("the view that is open is renamed, and brought to what is shown", async () => {
  const posted: Record<string, unknown>[] = [];
  open(address, (form) => {
    posted.push(Object.fromEntries(form));
    return { ok: true };
  });
  fireEvent.click(screen.getByRole("button", { name: "Rename view" }));
  expect(screen.getByLabelText<HTMLInputElement>("View name").value).toBe("Last week");
  const buttons = screen.getAllByRole("button", { name: "Rename view" });
  const [, submit] = buttons;
  if (!submit) throw new Error("The form has a button of its own");
  fireEvent.click(submit);
  await expect.poll(() => posted).toEqual([{ intent: "rename-view", view: "rvw_1", name: "Last week" }]);
  fireEvent.click(screen.getByRole("button", { name: "Update view" }));
  await expect.poll(() => posted.length).toBe(2);
  expect(posted[1]).toMatchObject({ intent: "update-view", view: "rvw_1", shown: address.split("?")[1] });
});
