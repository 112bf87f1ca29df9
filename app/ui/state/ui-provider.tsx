import type { ShopifyGlobal } from "@shopify/app-bridge-react";
import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
} from "react";

const StateContext = createContext<UiState | null>(null);
const HostContext = createContext<PageHost>({ embedded: false, developing: false });
const DispatchContext = createContext<Dispatch<UiEvent> | null>(null);

/** Where the page runs. It does not change within a document. */
export type PageHost = {
  /** True inside Shopify's admin, whose App Bridge shows toasts, loading and navigation. */
  readonly embedded: boolean;
  /** True unless in production. */
  readonly developing: boolean;
};

type Props = {
  /** Read from the cookie by the server. */
  theme: Theme;
  host: PageHost;
  children: ReactNode;
};

/** Provides the Ui state. */
export function UiProvider({ theme, host, children }: Props) {
  const [state, dispatch] = useReducer(uiReducer, theme, initialUiState);
  return (
    <HostContext.Provider value={host}>
      <DispatchContext.Provider value={dispatch}>
        <StateContext.Provider value={state}>{children}</StateContext.Provider>
      </DispatchContext.Provider>
    </HostContext.Provider>
  );
}

export function usePageHost(): PageHost {
  return useContext(HostContext);
}

export function useUiState(): UiState {
  const state = useContext(StateContext);
  if (!state) throw new Error("useUiState needs a UiProvider above it.");
  return state;
}

export type UiActions = {
  toggleSidebar: () => void;
  setSidebar: (collapsed: boolean) => void;
  setTheme: (theme: Theme) => void;
  toggleTheme: () => void;
  /** Returns the toast's id. It stays for 5 s, or 10 s with an action. */
  addToast: (toast: NewToast) => string;
  removeToast: (id: string) => void;
  clearToasts: () => void;
  openModal: (type: string, data: unknown) => void;
  closeModal: () => void;
  /** Global loading, for the whole page. */
  setGlobalLoading: (loading: boolean, message?: string) => void;
};

/** The transitions of the Ui state. The object never changes, so effects may depend on it. */
export function useUiActions(): UiActions {
  const dispatch = useContext(DispatchContext);
  if (!dispatch) throw new Error("useUiActions needs a UiProvider above it.");
  return useMemo(() => actionsOn(dispatch), [dispatch]);
}

function actionsOn(dispatch: Dispatch<UiEvent>): UiActions {
  return {
    toggleSidebar: () => dispatch({ type: "sidebar-toggled" }),
    setSidebar: (collapsed) => dispatch({ type: "sidebar-set", collapsed }),
    setTheme: (theme) => dispatch({ type: "theme-set", theme }),
    toggleTheme: () => dispatch({ type: "theme-toggled" }),
    addToast: (toast) => {
      const id = newToastId();
      dispatch({ type: "toast-added", id, toast });
      return id;
    },
    removeToast: (id) => dispatch({ type: "toast-removed", id }),
    clearToasts: () => dispatch({ type: "toasts-cleared" }),
    openModal: (type, data) => dispatch({ type: "modal-opened", modal: type, data }),
    closeModal: () => dispatch({ type: "modal-closed" }),
    setGlobalLoading: (loading, message) =>
      dispatch({ type: "loading-set", loading, ...(message !== undefined && { message }) }),
  };
}

let toastCount = 0;

/** Toasts are created in the browser only, so a counter is unique. */
function newToastId(): string {
  toastCount += 1;
  return `toast-${toastCount}`;
}

/** Shows global loading with its message while `isWaiting` is true. */
export function usePageWait(isWaiting: boolean, message: string): void {
  const { setGlobalLoading } = useUiActions();
  useEffect(() => {
    if (!isWaiting) return undefined;
    setGlobalLoading(true, message);
    return () => setGlobalLoading(false);
  }, [isWaiting, message, setGlobalLoading]);
}

/** The Ui state of SPEC §3 and its transitions of SPEC §4, as a pure reducer. */
export type Theme = "light" | "dark";

export type ToastAction = { readonly content: string; readonly onAction: () => void };

export type Toast = {
  readonly id: string;
  readonly message: string;
  readonly type: "success" | "error" | "info";
  /** Duration in milliseconds. */
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

/** Shopify's App Bridge, if its script has run, which is inside the admin's frame only. */
export function findAppBridge(): ShopifyGlobal | null {
  return typeof window !== "undefined" && "shopify" in window ? window.shopify : null;
}
