import { useCallback, useState } from "react";

export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** Every row of the page that can be selected is. */
  readonly isWhole: boolean;
  readonly toggle: (id: string) => void;
  readonly toggleAll: () => void;
  readonly clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/** Selected rows of a page. Other rows clear the selection, or rows of another page would be changed unseen. */
export function useSelection(selectable: readonly string[]): Selection {
  const page = selectable.join();
  const [state, setState] = useState({ page, ids: none });
  const ids = state.page === page ? state.ids : none;
  const isWhole = selectable.length > 0 && ids.size === selectable.length;
  const toggle = useCallback(
    (id: string) =>
      setState((now) => {
        const next = new Set(now.page === page ? now.ids : none);
        if (!next.delete(id)) next.add(id);
        return { page, ids: next };
      }),
    [page],
  );
  return {
    ids,
    isWhole,
    toggle,
    toggleAll: () => setState({ page, ids: isWhole ? none : new Set(selectable) }),
    clear: () => setState({ page, ids: none }),
  };
}
