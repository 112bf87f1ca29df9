import { useNavigate } from "@remix-run/react";
import { AppProvider } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json" with { type: "json" };
import { useEffect, type ReactNode } from "react";
import { ConfirmModal } from "../shared/confirm-modal.tsx";
import { PolarisLink } from "../shared/polaris-link.tsx";
import { usePolarisTheme } from "../theme/use-polaris-theme.ts";
import { NoAnswerBanner } from "./no-answer-banner.tsx";
import { PageWait } from "./page-wait.tsx";
import { ToastStack } from "./toast-stack.tsx";
import { UiProvider, type Place } from "./ui-provider.tsx";
import type { Theme } from "./ui-state.ts";

type Props = { theme: Theme; place: Place; children: ReactNode };

/** What every page stands in: the Ui state, Polaris in the chosen theme, and what is shown above a page. */
export function AppProviders({ theme, place, children }: Props) {
  return (
    <UiProvider theme={theme} place={place}>
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

/** The admin's own menu tells the frame where to go; without this it would load the whole page anew. */
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
