import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { ReorderList } from "#app/ui/shared/reorder-list.tsx";
import { accessibilityFaults, renderPage } from "./stub.tsx";

const movedItem = (keys: string[], from: number, to: number) =>
  keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? "");

function Signals() {
  const [keys, setKeys] = useState(["Code", "Click", "Landing page"]);
  return (
    <ReorderList
      label="Signals in their order"
      items={keys.map((key) => ({ key, name: key, content: <p>{`About ${key}`}</p> }))}
      onMove={(from, to) => setKeys(movedItem(keys, from, to))}
    />
  );
}

const headings = () => screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent);
const focused = () => document.activeElement?.getAttribute("aria-label");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const item = (text: string) => screen.getByText(`About ${text}`).closest("li") as HTMLElement;
const handle = (text: string) => item(text).querySelector("[draggable]") as HTMLElement;

/** jsdom has no DataTransfer. */
const parcel = () => ({ dataTransfer: { setData: () => undefined, setDragImage: () => undefined } });

test("an item is moved by its buttons, says its position, and keeps the focus", async () => {
  const { container } = renderPage(<Signals />);
  expect(headings()).toEqual(["1. Code", "2. Click", "3. Landing page"]);
  press("Move Landing page up");
  expect(headings()).toEqual(["1. Code", "2. Landing page", "3. Click"]);
  expect(screen.getByText("Landing page is now number 2 of 3").getAttribute("aria-live")).toBe("polite");
  expect(focused()).toBe("Move Landing page up");
  press("Move Landing page up");
  // At the top there is no further up.
  expect(focused()).toBe("Move Landing page down");
  press("Move Landing page down");
  press("Move Landing page down");
  expect(focused()).toBe("Move Landing page up");
  expect(headings()).toEqual(["1. Code", "2. Click", "3. Landing page"]);
  expect(within(item("Code")).getByRole("button", { name: "Move Code up" })).toHaveProperty(
    "ariaDisabled",
    "true",
  );
  expect(screen.getByRole("list", { name: "Signals in their order" })).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});

test("an item is dragged by its handle, down and up, and shows its new position", () => {
  renderPage(<Signals />);
  fireEvent.dragStart(handle("Code"), parcel());
  fireEvent.dragOver(item("Landing page"), parcel());
  expect(item("Landing page").dataset["drop"]).toBe("after");
  fireEvent.drop(item("Landing page"), parcel());
  expect(headings()).toEqual(["1. Click", "2. Landing page", "3. Code"]);
  expect(screen.getByText("Code is now number 3 of 3")).toBeDefined();
  expect(document.querySelector("[data-drop]")).toBeNull();
  fireEvent.dragStart(handle("Code"), parcel());
  fireEvent.dragOver(item("Click"), parcel());
  expect(item("Click").dataset["drop"]).toBe("before");
  fireEvent.drop(item("Click"), parcel());
  expect(headings()).toEqual(["1. Code", "2. Click", "3. Landing page"]);
});

test("a drag that is given up, and one from elsewhere, move nothing", () => {
  renderPage(<Signals />);
  fireEvent.dragStart(handle("Code"), parcel());
  fireEvent.dragOver(item("Click"), parcel());
  fireEvent.dragEnd(handle("Code"), parcel());
  fireEvent.drop(item("Click"), parcel());
  // Only what may be dropped is taken out of the browser's hands.
  expect(fireEvent.dragOver(item("Click"), parcel())).toBe(true);
  expect(headings()).toEqual(["1. Code", "2. Click", "3. Landing page"]);
  expect(screen.queryByText(/is now number/)).toBeNull();
});
