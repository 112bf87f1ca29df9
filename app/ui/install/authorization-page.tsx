import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Spinner, Text } from "@shopify/polaris";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { authorizationMessages, readAuthorization } from "#app/domain/authorization-result.ts";
import { callApi } from "../shared/api-client.ts";
import { type BrowserSession, saveBrowserSession } from "../shared/browser-session.ts";
import { CentredBox } from "./centred-box.tsx";

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
            {view.step === "error" && <Failure message={view.message} onTryAgain={tryAgain} />}
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
      <Spinner accessibilityLabel="Processing" />
      <Text as="h1" variant="headingLg" alignment="center">
        Processing Authorization
      </Text>
      <Text as="p" alignment="center">
        Please wait while we complete your app installation...
      </Text>
      {ticket && (
        <noscript>
          <form method="post" action="/auth/redeem">
            <input type="hidden" name="token" value={ticket.token} />
            <input type="hidden" name="shop" value={ticket.shop} />
            <button type="submit">Go to Dashboard Now</button>
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
        Installation Successful
      </Text>
      <Text as="p" alignment="center">
        {shop} has been successfully connected.
      </Text>
      <Text as="p" tone="subdued" alignment="center">
        Redirecting to your dashboard in {left} {left === 1 ? "second" : "seconds"}...
      </Text>
      <Button variant="primary" onClick={goOn}>
        Go to Dashboard Now
      </Button>
    </Stack>
  );
}

function Failure({ message, onTryAgain }: { message: string; onTryAgain: () => void }) {
  return (
    <Stack>
      <Text as="h1" variant="headingLg" alignment="center">
        Installation Failed
      </Text>
      <div role="alert">
        <Text as="p" tone="critical" alignment="center" breakWord>
          {message}
        </Text>
      </div>
      <Text as="p" alignment="center">
        Don&apos;t worry! You can try installing the app again.
      </Text>
      <InlineStack gap="300" align="center">
        <Button variant="primary" onClick={onTryAgain}>
          Try Again
        </Button>
        <Button url="/install">Back to Installation</Button>
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
  | { readonly step: "error"; readonly message: string };

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
  if (result.kind === "error") return { step: "error", message: result.message };
  try {
    const body = { token: result.token, shop: result.shop };
    const session: unknown = await callApi("/auth/redeem", { method: "POST", body });
    if (!isSession(session)) return { step: "error", message: authorizationMessages.failed };
    saveBrowserSession(session);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    return { step: "success", shop: session.shop };
  } catch {
    return { step: "error", message: authorizationMessages.failed };
  }
}

function isSession(value: unknown): value is BrowserSession {
  if (typeof value !== "object" || value === null || !("token" in value && "shop" in value)) return false;
  return typeof value.token === "string" && value.token !== "" && typeof value.shop === "string";
}
