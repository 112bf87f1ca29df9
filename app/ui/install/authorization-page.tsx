import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Spinner, Text } from "@shopify/polaris";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { CentredBox } from "./centred-box.tsx";
import { type AuthorizationView, useAuthorization } from "./use-authorization.ts";

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
