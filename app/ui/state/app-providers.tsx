import translations from "@shopify/polaris/locales/en.json" with { type: "json" };
import { useLocation } from "@remix-run/react";
import { AppProvider, BlockStack, Card, Spinner, Text } from "@shopify/polaris";
import { type ReactNode, useCallback, useEffect } from "react";
import { ConfirmModal } from "../shared/confirm-modal.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { AppLink } from "../shared/frame/app-link.tsx";
import { AppToasts } from "../shared/frame/app-toast.tsx";
import { useAppNavigate } from "../shared/frame/leave-question.ts";
import { commonText as t } from "../shared/common-text.ts";
import { readUnanswered, useFailingRefresh, useUnanswered } from "../shared/no-answer.ts";
import { useCameBack } from "../shared/use-came-back.ts";
import { usePolarisTheme } from "../theme/theme.ts";
import {
  findAppBridge,
  type PageHost,
  type Theme,
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
    <AppProvider i18n={translations} linkComponent={AppLink} theme={theme}>
      {children}
      <ConfirmModal />
      <PageWait />
      <NoAnswerBanner />
      <RefreshNote />
      <AppToasts />
    </AppProvider>
  );
}

/** Handles navigation from the admin's menu. Without this it would reload the whole page. */
function useAdminNavigation(): void {
  const navigate = useAppNavigate();
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

/** Says quietly that a refresh fails. The page stays as it is meanwhile. */
function RefreshNote() {
  const isFailing = useFailingRefresh();
  return (
    <div className="refresh-note" aria-live="polite">
      {isFailing && (
        <Text as="span" variant="bodySm">
          {t("cantRefresh")}
        </Text>
      )}
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
  return (
    <output className="page-wait" aria-live="assertive">
      <Card>
        <BlockStack gap="200" inlineAlign="center">
          <Spinner hasFocusableParent />
          <Text as="p">{globalLoadingMessage}</Text>
        </BlockStack>
      </Card>
    </output>
  );
}
