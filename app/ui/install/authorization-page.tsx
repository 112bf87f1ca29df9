import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Spinner, Text } from "@shopify/polaris";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type AuthorizationResult, readAuthorization } from "#app/domain/authorization-result.ts";
import { install } from "#app/i18n/en/admin/install.ts";
import { callApi } from "../shared/api-client.ts";
import { type BrowserSession, saveBrowserSession } from "../shared/browser-session.ts";
import { merchantText, provideTexts } from "../texts/use-text.ts";
import { CentredBox } from "./centred-box.tsx";

provideTexts({ install });
const t = merchantText("install");

/** SPEC §9. */
const countdownSeconds = 5;

type Props = {
  initial: AuthorizationView;
  /** Fields of the form for browsers without JavaScript; null when there is nothing to redeem. */
  ticket: { token: string; shop: string } | null;
};

/** SPEC §2, /auth/success: processing, success or error. */
export function AuthorizationPage({ initial, ticket }: Props) {
  const { view, tryAgain } = useAuthorization(initial);
  return (
    <main>
      <CentredBox>
        <Card padding={{ xs: "400", sm: "600" }}>
          <div aria-live="polite">
            {view.step === "processing" && <Processing ticket={ticket} />}
            {view.step === "success" && <Success shop={view.shop} />}
            {view.step === "error" && <Failure fault={view.fault} onTryAgain={tryAgain} />}
          </div>
        </Card>
      </CentredBox>
    </main>
  );
}

function Stack({ children }: { children: ReactNode }) {
  return (
    <BlockStack gap="400" inlineAlign="center">
      {children}
    </BlockStack>
  );
}

function Processing({ ticket }: Pick<Props, "ticket">) {
  return (
    <Stack>
      <Spinner accessibilityLabel={t("result.spinner")} />
      <Text as="h1" variant="headingLg" alignment="center">
        {t("result.processing")}
      </Text>
      <Text as="p" alignment="center">
        {t("result.wait")}
      </Text>
      {ticket && (
        <noscript>
          <form method="post" action="/auth/redeem">
            <input type="hidden" name="token" value={ticket.token} />
            <input type="hidden" name="shop" value={ticket.shop} />
            <button type="submit">{t("result.dashboard")}</button>
          </form>
        </noscript>
      )}
    </Stack>
  );
}

function Success({ shop }: { shop: string }) {
  const navigate = useNavigate();
  const goOn = useCallback(() => navigate("/dashboard", { replace: true }), [navigate]);
  const left = useCountdown(countdownSeconds, goOn);
  return (
    <Stack>
      <Text as="h1" variant="headingLg" alignment="center">
        {t("result.success")}
      </Text>
      <Text as="p" alignment="center">
        {t("result.connected", { shop })}
      </Text>
      <Text as="p" tone="subdued" alignment="center">
        {t("result.redirecting", { seconds: left })}
      </Text>
      <Button variant="primary" onClick={goOn}>
        {t("result.dashboard")}
      </Button>
    </Stack>
  );
}

type Fault = Extract<AuthorizationResult, { kind: "error" }>["fault"];

function Failure({ fault, onTryAgain }: { fault: Fault; onTryAgain: () => void }) {
  return (
    <Stack>
      <Text as="h1" variant="headingLg" alignment="center">
        {t("result.failed")}
      </Text>
      <div role="alert">
        <Text as="p" tone="critical" alignment="center" breakWord>
          {typeof fault === "string" ? t(`result.faults.${fault}`) : fault.said}
        </Text>
      </div>
      <Text as="p" alignment="center">
        {t("result.again")}
      </Text>
      <InlineStack gap="300" align="center">
        <Button variant="primary" onClick={onTryAgain}>
          {t("result.retry")}
        </Button>
        <Button url="/install">{t("result.back")}</Button>
      </InlineStack>
    </Stack>
  );
}

/** Counts whole seconds down to 0, then calls `onEnd` once. */
function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) onEnd();
    const timer = left === 0 ? undefined : setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return left;
}

export type AuthorizationView =
  | { readonly step: "processing" }
  | { readonly step: "success"; readonly shop: string }
  | { readonly step: "error"; readonly fault: Fault };

/**
 * SPEC §4, authorization callback: processing → success, or → error. Redeems a ticket for the session, stores it, and
 * removes the ticket from the URL. On the error view the parameters stay, so that Try Again can read them.
 */
export function useAuthorization(initial: AuthorizationView) {
  const [view, setView] = useState(initial);
  const isUnderWay = useRef(false);

  const process = useCallback(async () => {
    // In development React runs effects twice, but a ticket can be redeemed once.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setView(await readAndRedeem());
    isUnderWay.current = false;
  }, []);

  useEffect(() => {
    if (initial.step === "processing") void process();
  }, [initial.step, process]);

  const tryAgain = useCallback(() => {
    setView({ step: "processing" });
    void process();
  }, [process]);

  return { view, tryAgain };
}

async function readAndRedeem(): Promise<AuthorizationView> {
  const result = readAuthorization(new URLSearchParams(window.location.search));
  if (result.kind === "error") return { step: "error", fault: result.fault };
  try {
    const body = { token: result.token, shop: result.shop };
    const session: unknown = await callApi("/auth/redeem", { method: "POST", body });
    if (!isSession(session)) return { step: "error", fault: "failed" };
    saveBrowserSession(session);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    return { step: "success", shop: session.shop };
  } catch {
    return { step: "error", fault: "failed" };
  }
}

function isSession(value: unknown): value is BrowserSession {
  if (typeof value !== "object" || value === null || !("token" in value && "shop" in value)) return false;
  return typeof value.token === "string" && value.token !== "" && typeof value.shop === "string";
}
