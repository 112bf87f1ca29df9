/** The Ui state of SPEC §3 and its transitions of SPEC §4, as a pure reducer. */
export type Theme = "light" | "dark";

export type ToastAction = { readonly content: string; readonly onAction: () => void };

export type Toast = {
  readonly id: string;
  readonly message: string;
  readonly type: "success" | "error" | "info";
  /** Milliseconds that it stays. */
  readonly duration: number;
  readonly action?: ToastAction;
};

export type NewToast = {
  readonly message: string;
  readonly type?: Toast["type"];
  readonly duration?: number;
  readonly action?: ToastAction;
};

export type ModalState = { readonly isOpen: boolean; readonly type: string | null; readonly data: unknown };

export type UiState = {
  readonly sidebarCollapsed: boolean;
  readonly theme: Theme;
  readonly toasts: readonly Toast[];
  readonly modal: ModalState;
  readonly isGlobalLoading: boolean;
  readonly globalLoadingMessage: string | null;
};

export type UiEvent =
  | { type: "sidebar-toggled" }
  | { type: "sidebar-set"; collapsed: boolean }
  | { type: "theme-set"; theme: Theme }
  | { type: "theme-toggled" }
  | { type: "toast-added"; id: string; toast: NewToast }
  | { type: "toast-removed"; id: string }
  | { type: "toasts-cleared" }
  | { type: "modal-opened"; modal: string; data: unknown }
  | { type: "modal-closed" }
  | { type: "loading-set"; loading: boolean; message?: string };

/** SPEC §9. */
export const toastDurationMs = 5000;
export const toastWithActionDurationMs = 10_000;

const closedModal: ModalState = { isOpen: false, type: null, data: null };

export function initialUiState(theme: Theme): UiState {
  return {
    sidebarCollapsed: false,
    theme,
    toasts: [],
    modal: closedModal,
    isGlobalLoading: false,
    globalLoadingMessage: null,
  };
}

export function otherTheme(theme: Theme): Theme {
  return theme === "light" ? "dark" : "light";
}

export function uiReducer(state: UiState, event: UiEvent): UiState {
  return {
    sidebarCollapsed: nextSidebar(state.sidebarCollapsed, event),
    theme: nextTheme(state.theme, event),
    toasts: nextToasts(state.toasts, event),
    modal: nextModal(state.modal, event),
    ...nextLoading(state, event),
  };
}

function nextSidebar(collapsed: boolean, event: UiEvent): boolean {
  if (event.type === "sidebar-toggled") return !collapsed;
  return event.type === "sidebar-set" ? event.collapsed : collapsed;
}

function nextTheme(theme: Theme, event: UiEvent): Theme {
  if (event.type === "theme-toggled") return otherTheme(theme);
  return event.type === "theme-set" ? event.theme : theme;
}

function nextToasts(toasts: UiState["toasts"], event: UiEvent): UiState["toasts"] {
  if (event.type === "toast-added") return [...toasts, completeToast(event.id, event.toast)];
  if (event.type === "toast-removed") return toasts.filter((toast) => toast.id !== event.id);
  return event.type === "toasts-cleared" ? [] : toasts;
}

function nextModal(modal: ModalState, event: UiEvent): ModalState {
  if (event.type === "modal-opened") return { isOpen: true, type: event.modal, data: event.data };
  return event.type === "modal-closed" ? closedModal : modal;
}

type Loading = Pick<UiState, "isGlobalLoading" | "globalLoadingMessage">;

function nextLoading(state: UiState, event: UiEvent): Loading {
  if (event.type !== "loading-set") {
    return { isGlobalLoading: state.isGlobalLoading, globalLoadingMessage: state.globalLoadingMessage };
  }
  return {
    isGlobalLoading: event.loading,
    globalLoadingMessage: event.loading ? (event.message ?? null) : null,
  };
}

function completeToast(id: string, toast: NewToast): Toast {
  const duration = toast.duration ?? (toast.action ? toastWithActionDurationMs : toastDurationMs);
  return {
    id,
    message: toast.message,
    type: toast.type ?? "success",
    duration,
    ...(toast.action && { action: toast.action }),
  };
}
