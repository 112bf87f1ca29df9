import { isRouteErrorResponse, useNavigate, useRouteError } from "@remix-run/react";
import { Banner, BlockStack, Card, Text } from "@shopify/polaris";
import { useContext, useEffect } from "react";
import { isSetupFault } from "#app/contracts/setup-fault.ts";
import { AppPage } from "./frame/app-page.tsx";
import { ApiError, messageFor } from "./api-client.ts";
import { clearBrowserSession } from "./browser-session.ts";
import { commonText as t } from "./common-text.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { Nonce } from "./nonce.ts";
import { NotFoundPage, SupportText } from "./not-found-page.tsx";

/** Error boundary of a route. A 401 ends the session in the browser and leads to /install. */
export function RouteFault() {
  const error = useRouteError();
  const nonce = useContext(Nonce);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  // Shopify's library answers some documents with a page that continues by script.
  if (isRouteErrorResponse(error) && status < 400) {
    const page = String(error.data).replaceAll("<script", `<script nonce="${nonce}"`);
    return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: page }} />;
  }
  if (isRouteErrorResponse(error) && isSetupFault(error.data)) return <SetupFaultPage />;
  if (status === 401) return <SessionEnded />;
  if (status === 404) return <NotFoundPage />;
  return <FaultPage status={status} />;
}

function SessionEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    clearBrowserSession();
    navigate("/install", { replace: true });
  }, [navigate]);
  return <FaultPage status={401} />;
}

/** Replaces every page while session tokens cannot be verified. It has no retry, because reloading would not help. */
function SetupFaultPage() {
  return (
    <main>
      <AppPage narrowWidth title={t("setup.title")}>
        <Banner tone="critical">
          <Text as="p">{t("setup.text")}</Text>
          <Text as="p">{t("setup.operator")}</Text>
        </Banner>
      </AppPage>
    </main>
  );
}

/** Error page with the reason in the words of SPEC §8, and a retry button. */
function FaultPage({ status }: { status: number }) {
  const message = messageFor(new ApiError({ kind: "status", status, serverMessage: null, fields: [] }));
  return (
    <AppPage narrowWidth title={t(status === 403 ? "fault.denied" : "fault.title")}>
      <BlockStack gap="400">
        <ErrorBanner message={message} onRetry={() => window.location.reload()} />
        <Card>
          <Text as="p">
            <SupportText text={t("fault.text")} />
          </Text>
        </Card>
      </BlockStack>
    </AppPage>
  );
}

type FetchFaultProps = {
  title: string;
  /** Used if the failure has no text of its own. */
  message?: string;
};

/** Shown in place of data that could not be fetched (SPEC §8). */
export function FetchFault({ title, message = t("fault.load") }: FetchFaultProps) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <RouteFault />;
  const shown = isNetworkError(error)
    ? messageFor(new ApiError({ kind: "network" }))
    : (ownWords(error) ?? message);
  return (
    <AppPage title={title}>
      <ErrorBanner message={shown} onRetry={() => window.location.reload()} />
    </AppPage>
  );
}

/** A read that took too long has its own advice. */
function ownWords(error: unknown): string | null {
  const isOwn = isRouteErrorResponse(error) && error.status === 503 && typeof error.data === "string";
  return isOwn && error.data !== "" ? error.data : null;
}

/** Browsers throw different messages when no answer arrives. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
