import { BlockStack, Button, Form, FormLayout, TextField } from "@shopify/polaris";
import { useCallback, useReducer, useState, useSyncExternalStore } from "react";
import { exampleShopDomain, normaliseShopDomain, shopDomainProblem } from "#app/domain/shop-domain.ts";
import { callApi } from "../shared/api-client.ts";
import { messageFor } from "../shared/api-error.ts";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { useCameBack } from "../shared/use-came-back.ts";
import { initialInstallState, installReducer } from "./install-state.ts";

type Props = {
  /** What the server was given by a form without a script, and what it said to it. */
  typed: string;
  error: string | null;
  /** Goes to the platform; tests put their own in its place. */
  leaveTo?: (url: string) => void;
};

function leave(url: string): void {
  window.location.assign(url);
}

const never = () => () => undefined;

/** False on the server and until the script runs; the form is a plain one as long. */
function useIsScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function readInstallUrl(answer: unknown): string {
  const isAnswer = typeof answer === "object" && answer !== null && "installUrl" in answer;
  if (isAnswer && typeof answer.installUrl === "string") return answer.installUrl;
  throw new Error("An unexpected error occurred. Please try again.");
}

/** The shop-domain form. Without a script the browser posts it to the page's action, which does the same. */
export function InstallForm({ typed, error, leaveTo = leave }: Props) {
  const given = { shopDomain: typed, error };
  const [state, dispatch] = useReducer(installReducer, given, initialInstallState);
  const isScripted = useIsScripted();
  // Whoever comes back from the platform finds a form that works, not one that is still leaving.
  useCameBack(useCallback(() => dispatch({ type: "reset" }), []));
  const problem = shopDomainProblem(state.shopDomain);
  // Nothing is wrong until something was typed; after that an empty field is.
  const [hasTyped, setHasTyped] = useState(typed !== "");
  const shownProblem = hasTyped ? (problem ?? false) : false;
  const isBusy = state.isLoading || state.currentStep === "redirecting";

  async function submit() {
    if (problem !== null || isBusy) return;
    const shop = normaliseShopDomain(state.shopDomain);
    dispatch({ type: "submitted", shopDomain: shop });
    try {
      const answer = await callApi(`/auth?shop=${encodeURIComponent(shop)}`);
      const installUrl = readInstallUrl(answer);
      dispatch({ type: "answered", installUrl });
      leaveTo(installUrl);
    } catch (failure) {
      dispatch({ type: "failed", error: messageFor(failure) });
    }
  }

  return (
    <BlockStack gap="400">
      <ErrorBanner
        title="Installation Error"
        message={state.error}
        onRetry={() => dispatch({ type: "reset" })}
        onDismiss={() => dispatch({ type: "dismissed" })}
      />
      <Form method="post" action="/install" preventDefault={isScripted} onSubmit={() => void submit()}>
        <FormLayout>
          <TextField
            label="Shop Domain"
            name="shop"
            value={state.shopDomain}
            onChange={(shopDomain) => {
              setHasTyped(true);
              dispatch({ type: "typed", shopDomain });
            }}
            placeholder={exampleShopDomain}
            helpText="Enter your Shopify store domain"
            autoComplete="off"
            // The specification asks for it: the field is what this page is for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            disabled={isBusy}
            spellCheck={false}
            error={shownProblem}
          />
          <Button
            submit
            variant="primary"
            fullWidth
            loading={isBusy}
            disabled={isScripted && (problem !== null || isBusy)}
          >
            Install App
          </Button>
        </FormLayout>
      </Form>
    </BlockStack>
  );
}
