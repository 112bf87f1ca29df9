import { type RefObject, useEffect, useRef, useState } from "react";
import {
  findAppBridge,
  type Toast,
  usePageHost,
  useUiActions,
  useUiState,
} from "../../state/ui-provider.tsx";
import { frameText as t } from "./frame-text.ts";

/**
 * Shows toasts. Unlike Polaris' toasts, they stay while the pointer or the focus is on them, and work on pages without
 * a frame. Inside the admin, Shopify shows them.
 */
export function AppToasts() {
  const { toasts } = useUiState();
  const { embedded } = usePageHost();
  if (embedded) return toasts.map((toast) => <RelayedToast key={toast.id} toast={toast} />);
  return (
    <ol className="toast-stack" aria-label={t("toasts.label")} aria-live="polite">
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </ol>
  );
}

function ShownToast({ toast }: { toast: Toast }) {
  const { removeToast } = useUiActions();
  const item = useRef<HTMLLIElement>(null);
  const held = useHeld(item);

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => removeToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.duration, removeToast]);

  const { action } = toast;
  return (
    <li ref={item} className="toast" data-type={toast.type}>
      <span>{toast.message}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            removeToast(toast.id);
            action.onAction();
          }}
        >
          {action.content}
        </button>
      )}
      <button type="button" aria-label={t("toasts.dismiss")} onClick={() => removeToast(toast.id)}>
        ✕
      </button>
    </li>
  );
}

/** True while the pointer or the focus is on the element. */
function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const hold = () => setHeld(true);
    const letGo = () => setHeld(element.matches(":hover") || element.contains(document.activeElement));
    const leave = () => setHeld(element.contains(document.activeElement));
    const events = { mouseenter: hold, focusin: hold, mouseleave: leave, focusout: letGo };
    for (const [name, listener] of Object.entries(events)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(events)) element.removeEventListener(name, listener);
    };
  }, [ref]);
  return held;
}

function RelayedToast({ toast }: { toast: Toast }) {
  const { removeToast } = useUiActions();
  useEffect(() => {
    const bridge = findAppBridge();
    const { action } = toast;
    bridge?.toast.show(toast.message, {
      duration: toast.duration,
      isError: toast.type === "error",
      onDismiss: () => removeToast(toast.id),
      ...(action && { action: action.content, onAction: action.onAction }),
    });
    const timer = setTimeout(() => removeToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [toast, removeToast]);
  return null;
}
