import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type NewToast, useUiActions } from "#app/ui/state/ui-provider.tsx";
import { renderPage } from "./stub.tsx";

function Adder({ toast }: { toast: NewToast }) {
  const { addToast } = useUiActions();
  return <button onClick={() => addToast(toast)}>add</button>;
}

const add = () => fireEvent.click(screen.getByText("add"));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("toasts", () => {
  test("leave after 5 s", async () => {
    renderPage(<Adder toast={{ message: "Saved" }} />);
    add();
    await pass(4900);
    expect(screen.queryByText("Saved")).not.toBeNull();
    await pass(200);
    expect(screen.queryByText("Saved")).toBeNull();
  });

  test("with an action stay 10 s, and the action takes them away", async () => {
    const onAction = vi.fn<() => void>();
    renderPage(<Adder toast={{ message: "Deleted", action: { content: "Undo", onAction } }} />);
    add();
    await pass(9900);
    fireEvent.click(screen.getByText("Undo"));
    expect(onAction).toHaveBeenCalledOnce();
    expect(screen.queryByText("Deleted")).toBeNull();
    add();
    await pass(10_100);
    expect(screen.queryByText("Deleted")).toBeNull();
  });

  test("stay while the pointer or the keyboard is on them", async () => {
    renderPage(<Adder toast={{ message: "Read me" }} />);
    add();
    const item = screen.getByText("Read me").closest("li");
    if (!item) throw new Error("A toast is an item of a list.");
    fireEvent.mouseEnter(item);
    await pass(20_000);
    expect(screen.queryByText("Read me")).not.toBeNull();
    fireEvent.mouseLeave(item);
    act(() => screen.getByLabelText("Dismiss notification").focus());
    await pass(20_000);
    expect(screen.queryByText("Read me")).not.toBeNull();
    act(() => screen.getByLabelText("Dismiss notification").blur());
    await pass(5100);
    expect(screen.queryByText("Read me")).toBeNull();
  });

  test("are closed by their button", () => {
    renderPage(<Adder toast={{ message: "Bye" }} />);
    add();
    fireEvent.click(screen.getByLabelText("Dismiss notification"));
    expect(screen.queryByText("Bye")).toBeNull();
  });

  test("are the admin's inside its frame", () => {
    const show = vi.fn<(message: string, options: object) => void>();
    vi.stubGlobal("shopify", { toast: { show }, loading: () => {} });
    renderPage(<Adder toast={{ message: "Saved", type: "error" }} />, { embedded: true });
    add();
    expect(show).toHaveBeenCalledWith("Saved", expect.objectContaining({ duration: 5000, isError: true }));
    expect(screen.queryByText("Saved")).toBeNull();
  });
});
