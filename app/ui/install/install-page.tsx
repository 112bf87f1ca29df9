import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, Form, FormLayout, Link, List, Text, TextField } from "@shopify/polaris";
import { useCallback, useEffect, useReducer, useState, useSyncExternalStore } from "react";
import { exampleShopDomain, findShopDomainFault, normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { install } from "#app/i18n/en/admin/install.ts";
import { ApiError, callApi, messageFor, statusOf } from "../shared/api-client.ts";
import { clearStoredToken, findBrowserSession, storedShop } from "../shared/browser-session.ts";
import { commonText } from "../shared/common-text.ts";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { useCameBack } from "../shared/use-came-back.ts";
import { TaggedText } from "../texts/tagged-text.tsx";
import { merchantText, provideTexts } from "../texts/use-text.ts";
import { CentredBox } from "./centred-box.tsx";

provideTexts({ install });
const t = merchantText("install");

/** The benefits, in the order of the specification. */
const benefits = ["manage", "calculate", "report", "share", "pay"] as const;

const legalLinks = { terms: publicLink("/terms"), privacy: publicLink("/privacy") };

function publicLink(url: string) {
  return function LegalLink(content: string) {
    return (
      <Link url={url} target="_blank">
        {content}
      </Link>
    );
  };
}

type Props = {
  formOn: boolean;
  typed: string;
  error: string | null;
  /** Outcome of checking the session stored in the browser. */
  session?: StoredSession;
};

/** SPEC §2: a centered card with the form, benefits and legal links. */
export function InstallPage({ formOn, typed, error, session }: Props) {
  return (
    <main>
      <CentredBox>
        <Card padding={{ xs: "400", sm: "600" }}>
          <BlockStack gap="500">
            <BlockStack gap="200">
              <Text as="h1" variant="headingXl" alignment="center">
                {t("title")}
              </Text>
              <Text as="p" tone="subdued" alignment="center">
                {t("lead")}
              </Text>
            </BlockStack>
            {session && (
              <ErrorBanner message={session.problem} onRetry={session.tryAgain} onDismiss={session.dismiss} />
            )}
            {formOn ? <InstallForm typed={typed} error={error} /> : <FromThePlatform />}
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                {t("benefits.title")}
              </Text>
              <div className="benefits">
                <List>
                  {benefits.map((benefit) => (
                    <List.Item key={benefit}>{t(`benefits.${benefit}`)}</List.Item>
                  ))}
                </List>
              </div>
            </BlockStack>
            <Text as="p" variant="bodySm" tone="subdued" alignment="center">
              <TaggedText text={t("legal")} tags={legalLinks} />
            </Text>
          </BlockStack>
        </Card>
      </CentredBox>
    </main>
  );
}

/** INSTALL_FORM=off: an app in Shopify's App Store must not ask for a shop's domain. */
function FromThePlatform() {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        {t("store.title")}
      </Text>
      <List type="number">
        <List.Item>{t("store.open")}</List.Item>
        <List.Item>{t("store.find")}</List.Item>
        <List.Item>{t("store.confirm")}</List.Item>
      </List>
      <Text as="p">{t("store.installed")}</Text>
    </BlockStack>
  );
}

type InstallFormProps = {
  /** Text posted by a form without JavaScript, and the server's answer to it. */
  typed: string;
  error: string | null;
  /** Opens Shopify. Tests replace it. */
  leaveTo?: (url: string) => void;
};

function goTo(url: string): void {
  window.location.assign(url);
}

const never = () => () => undefined;

/** False on the server and until the script runs. Until then the form works without JavaScript. */
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
  throw new Error(commonText("request.unexpected"));
}

/** Form for the shop's domain. Without JavaScript the browser posts it to the page's action, which does the same. */
export function InstallForm({ typed, error, leaveTo = goTo }: InstallFormProps) {
  const given = { shopDomain: typed, error };
  const [state, dispatch] = useReducer(installReducer, given, initialInstallState);
  const isScripted = useIsScripted();
  // A merchant who navigates back from Shopify must find a working form, not a spinning button.
  useCameBack(useCallback(() => dispatch({ type: "reset" }), []));
  const fault = findShopDomainFault(state.shopDomain);
  const problem = fault && t(`domain.${fault}`, { example: exampleShopDomain });
  // An empty field is an error only after the first input.
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
        title={t("form.error")}
        message={state.error}
        onRetry={() => dispatch({ type: "reset" })}
        onDismiss={() => dispatch({ type: "dismissed" })}
      />
      <Form method="post" action="/install" preventDefault={isScripted} onSubmit={() => void submit()}>
        <FormLayout>
          <TextField
            label={t("form.domain")}
            name="shop"
            value={state.shopDomain}
            onChange={(shopDomain) => {
              setHasTyped(true);
              dispatch({ type: "typed", shopDomain });
            }}
            placeholder={exampleShopDomain}
            helpText={t("form.help")}
            autoComplete="off"
            // The specification asks for autofocus.
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
            {t("form.submit")}
          </Button>
        </FormLayout>
      </Form>
    </BlockStack>
  );
}

/** SPEC §4: input → validating → redirecting, or → error; reset returns to input. */
type InstallState = {
  readonly currentStep: "input" | "validating" | "redirecting" | "error";
  readonly shopDomain: string;
  readonly error: string | null;
  readonly isLoading: boolean;
  readonly installUrl: string | null;
};

export type InstallEvent =
  | { readonly type: "typed"; readonly shopDomain: string }
  | { readonly type: "submitted"; readonly shopDomain: string }
  | { readonly type: "answered"; readonly installUrl: string }
  | { readonly type: "failed"; readonly error: string }
  | { readonly type: "dismissed" }
  | { readonly type: "reset" };

export function initialInstallState(given: { shopDomain: string; error: string | null }): InstallState {
  const currentStep = given.error === null ? "input" : "error";
  return { ...given, currentStep, isLoading: false, installUrl: null };
}

export function installReducer(state: InstallState, event: InstallEvent): InstallState {
  switch (event.type) {
    case "typed":
      return { ...state, shopDomain: event.shopDomain };
    case "submitted":
      return {
        ...state,
        currentStep: "validating",
        shopDomain: event.shopDomain,
        error: null,
        isLoading: true,
      };
    case "answered":
      return { ...state, currentStep: "redirecting", installUrl: event.installUrl };
    case "failed":
      return { ...state, currentStep: "error", error: event.error, isLoading: false };
    case "dismissed":
      return { ...state, currentStep: "input", error: null };
    case "reset":
    default:
      return { ...state, currentStep: "input", error: null, isLoading: false, installUrl: null };
  }
}

export type StoredSession = {
  /** Error of the stored session in the words of SPEC §8; null without one. */
  readonly problem: string | null;
  readonly tryAgain: () => void;
  readonly dismiss: () => void;
};

/**
 * If a token is stored, fetches its user, which renews the cookie, and goes to the dashboard. After two failures that
 * the server answered, it clears the token and stays on the page, so that nobody is redirected in circles (decision
 * 30).
 */
export function useStoredSession(): StoredSession {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    async function ask(): Promise<void> {
      try {
        if (await isStoredKnown(leaving.signal)) navigate("/dashboard", { replace: true });
      } catch (error) {
        // Without an answer the session may be valid, so its keys stay.
        if (!leaving.signal.aborted) setProblem(problemOf(error));
      }
    }
    void ask();
    return () => leaving.abort();
  }, [navigate]);

  const dismiss = useCallback(() => setProblem(null), []);
  return { problem, tryAgain: reload, dismiss };
}

function reload(): void {
  window.location.reload();
}

/** True if the server accepts the stored session; false if none is stored. */
async function isStoredKnown(signal: AbortSignal): Promise<boolean> {
  if (findBrowserSession()) {
    await fetchUser(signal);
    return true;
  }
  if (storedShop() === null) return false;
  throw new Error("No token found");
}

const secondAttemptMs = 2000;

async function fetchUser(signal: AbortSignal): Promise<void> {
  const ask = () => callApi("/auth/renew", { method: "POST", signal, keepsSession: true });
  try {
    await ask();
  } catch (error) {
    if (!hadAnswer(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, secondAttemptMs));
    signal.throwIfAborted();
    await ask().catch((second: unknown) => {
      if (hadAnswer(second)) clearStoredToken();
      throw second;
    });
  }
}

function hadAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.failure.kind === "status" || error.failure.kind === "parse");
}

/** An expired session is no error. The form is the next step. */
function problemOf(error: unknown): string | null {
  if (statusOf(error) === 401) return null;
  return hadAnswer(error) ? t("form.userFailed") : messageFor(error);
}
