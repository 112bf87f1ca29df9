import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
} from "react";
import {
  initialUiState,
  type NewToast,
  type Theme,
  type UiEvent,
  uiReducer,
  type UiState,
} from "./ui-state.ts";

const StateContext = createContext<UiState | null>(null);
const PlaceContext = createContext<Place>({ embedded: false, developing: false });
const DispatchContext = createContext<Dispatch<UiEvent> | null>(null);

/** Where the page stands; holds as long as the document does. */
export type Place = {
  /** Inside the platform's admin, whose App Bridge shows toasts, waits and navigation. */
  readonly embedded: boolean;
  /** Not in production. */
  readonly developing: boolean;
};

type Props = {
  /** Read from the cookie by the server. */
  theme: Theme;
  place: Place;
  children: ReactNode;
};

/** Holds the Ui state for everything below it. */
export function UiProvider({ theme, place, children }: Props) {
  const [state, dispatch] = useReducer(uiReducer, theme, initialUiState);
  return (
    <PlaceContext.Provider value={place}>
      <DispatchContext.Provider value={dispatch}>
        <StateContext.Provider value={state}>{children}</StateContext.Provider>
      </DispatchContext.Provider>
    </PlaceContext.Provider>
  );
}

export function usePlace(): Place {
  return useContext(PlaceContext);
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
  /** Answers the generated id. 5 s, or 10 s when it has an action. */
  addToast: (toast: NewToast) => string;
  removeToast: (id: string) => void;
  clearToasts: () => void;
  openModal: (type: string, data: unknown) => void;
  closeModal: () => void;
  /** For waits that concern the whole page. */
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

/** Toasts are made in the browser only, so a counter is unique where it has to be. */
function newToastId(): string {
  toastCount += 1;
  return `toast-${toastCount}`;
}

/** Shows the wait of the whole page, with its message, for as long as `isWaiting` holds. */
export function usePageWait(isWaiting: boolean, message: string): void {
  const { setGlobalLoading } = useUiActions();
  useEffect(() => {
    if (!isWaiting) return undefined;
    setGlobalLoading(true, message);
    return () => setGlobalLoading(false);
  }, [isWaiting, message, setGlobalLoading]);
}
