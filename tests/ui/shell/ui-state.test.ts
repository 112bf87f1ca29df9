import { describe, expect, test } from "vitest";
import { initialUiState, uiReducer, type UiEvent, type UiState } from "#app/ui/state/ui-provider.tsx";

const after = (events: UiEvent[], from: UiState = initialUiState("light")) => events.reduce(uiReducer, from);

describe("Ui state (SPEC §3, §4)", () => {
  test("starts as specified", () => {
    expect(initialUiState("light")).toEqual({
      sidebarCollapsed: false,
      theme: "light",
      toasts: [],
      modal: { isOpen: false, type: null, data: null },
      isGlobalLoading: false,
      globalLoadingMessage: null,
    });
  });

  test("the sidebar toggles, and is set explicitly", () => {
    expect(after([{ type: "sidebar-toggled" }]).sidebarCollapsed).toBe(true);
    expect(after([{ type: "sidebar-toggled" }, { type: "sidebar-toggled" }]).sidebarCollapsed).toBe(false);
    expect(after([{ type: "sidebar-set", collapsed: true }]).sidebarCollapsed).toBe(true);
    expect(
      after([{ type: "sidebar-toggled" }, { type: "sidebar-set", collapsed: false }]).sidebarCollapsed,
    ).toBe(false);
  });

  test("the theme is set, and toggled", () => {
    expect(after([{ type: "theme-set", theme: "dark" }]).theme).toBe("dark");
    expect(after([{ type: "theme-toggled" }, { type: "theme-toggled" }]).theme).toBe("light");
  });

  test("a toast stays 5 s, 10 s with an action, or as long as it says", () => {
    const action = { content: "Undo", onAction: () => {} };
    const { toasts } = after([
      { type: "toast-added", id: "a", toast: { message: "Saved" } },
      { type: "toast-added", id: "b", toast: { message: "Deleted", action } },
      { type: "toast-added", id: "c", toast: { message: "Failed", type: "error", duration: 1 } },
    ]);
    expect(toasts.map(({ id, duration, type }) => ({ id, duration, type }))).toEqual([
      { id: "a", duration: 5000, type: "success" },
      { id: "b", duration: 10_000, type: "success" },
      { id: "c", duration: 1, type: "error" },
    ]);
  });

  test("toasts are removed by id, or all cleared", () => {
    const two = after([
      { type: "toast-added", id: "a", toast: { message: "1" } },
      { type: "toast-added", id: "b", toast: { message: "2" } },
    ]);
    expect(after([{ type: "toast-removed", id: "a" }], two).toasts.map(({ id }) => id)).toEqual(["b"]);
    expect(after([{ type: "toasts-cleared" }], two).toasts).toEqual([]);
  });

  test("closing a modal resets it to closed with null type and data", () => {
    const open = after([{ type: "modal-opened", modal: "confirm", data: { of: 1 } }]);
    expect(open.modal).toEqual({ isOpen: true, type: "confirm", data: { of: 1 } });
    expect(after([{ type: "modal-closed" }], open).modal).toEqual({ isOpen: false, type: null, data: null });
  });

  test("global loading carries an optional message and forgets it at the end", () => {
    const loading = after([{ type: "loading-set", loading: true, message: "Sending" }]);
    expect(loading).toMatchObject({ isGlobalLoading: true, globalLoadingMessage: "Sending" });
    expect(after([{ type: "loading-set", loading: false }], loading)).toMatchObject({
      isGlobalLoading: false,
      globalLoadingMessage: null,
    });
    expect(after([{ type: "loading-set", loading: true }]).globalLoadingMessage).toBeNull();
  });

  test("an event changes its own part only", () => {
    const before = after([{ type: "toast-added", id: "a", toast: { message: "1" } }]);
    expect(after([{ type: "theme-toggled" }], before)).toEqual({ ...before, theme: "dark" });
  });
});
