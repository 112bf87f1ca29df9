import translations from "@shopify/polaris/locales/en.json" with { type: "json" };
import { useLocation, useNavigate } from "@remix-run/react";
import { AppProvider, BlockStack, Card, Spinner, Text } from "@shopify/polaris";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { ConfirmModal } from "../shared/confirm-modal.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { readUnanswered, useUnanswered } from "../shared/no-answer.ts";
import { PolarisLink } from "../shared/polaris-link.tsx";
import { useCameBack } from "../shared/use-came-back.ts";
import { usePolarisTheme } from "../theme/theme.ts";
import {
  findAppBridge,
  type PageHost,
  type Theme,
  type Toast,
  UiProvider,
  usePageHost,
  useUiActions,
  useUiState,
} from "./ui-provider.tsx";

type Props = { theme: Theme; host: PageHost; children: ReactNode };

/** Providers around every page: UI state, Polaris in the chosen theme, and the banners above a page. */
export function AppProviders({ theme, host, children }: Props) {
  return (
    <UiProvider theme={theme} host={host}>
      <ThemedPolaris>{children}</ThemedPolaris>
    </UiProvider>
  );
}

function ThemedPolaris({ children }: { children: ReactNode }) {
  const theme = usePolarisTheme();
  useAdminNavigation();
  return (
    <AppProvider i18n={translations} linkComponent={PolarisLink} theme={theme}>
      {children}
      <ConfirmModal />
      <PageWait />
      <NoAnswerBanner />
      <ToastStack />
    </AppProvider>
  );
}

/** Handles navigation from the admin's menu. Without this it would reload the whole page. */
function useAdminNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: Event) {
      const href = event.target instanceof Element ? event.target.getAttribute("href") : null;
      if (href) navigate(href);
    }
    window.addEventListener("shopify:navigate", follow);
    return () => window.removeEventListener("shopify:navigate", follow);
  }, [navigate]);
}

/** Banner for requests without an answer, above any page and its dialogs. The page below stays as it is. */
function NoAnswerBanner() {
  const { pathname } = useLocation();
  return <BannerOfPage key={pathname} />;
}

function BannerOfPage() {
  const requests = useUnanswered();
  useEffect(() => dismissAll, []);
  if (requests.length === 0) return null;
  return (
    <div className="no-answer">
      <ErrorBanner message={requests.at(-1)?.message} onRetry={retryAll} onDismiss={dismissAll} />
    </div>
  );
}

function retryAll(): void {
  for (const { retry } of readUnanswered()) retry();
}

function dismissAll(): void {
  for (const { dismiss } of readUnanswered()) dismiss();
}

/** Overlay for global loading of the Ui state, with its message. */
function PageWait() {
  const { isGlobalLoading, globalLoadingMessage } = useUiState();
  const { setGlobalLoading } = useUiActions();
  const { embedded } = usePageHost();
  useCameBack(useCallback(() => setGlobalLoading(false), [setGlobalLoading]));

  useEffect(() => {
    if (embedded) findAppBridge()?.loading(isGlobalLoading);
  }, [embedded, isGlobalLoading]);

  if (!isGlobalLoading) return null;
  const message = globalLoadingMessage ?? "Loading…";
  return (
    <output className="page-wait" aria-live="assertive">
      <Card>
        <BlockStack gap="200" inlineAlign="center">
          <Spinner hasFocusableParent />
          <Text as="p">{message}</Text>
        </BlockStack>
      </Card>
    </output>
  );
}

/**
 * Shows toasts. Unlike Polaris' toasts, they stay while the pointer or the focus is on them, and work on pages without
 * a frame. Inside the admin, Shopify shows them.
 */
function ToastStack() {
  const { toasts } = useUiState();
  const { embedded } = usePageHost();
  if (embedded) return toasts.map((toast) => <RelayedToast key={toast.id} toast={toast} />);
  return (
    <ol className="toast-stack" aria-label="Notifications" aria-live="polite">
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
      <button type="button" aria-label="Dismiss notification" onClick={() => removeToast(toast.id)}>
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
