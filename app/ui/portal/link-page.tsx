import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, Text } from "@shopify/polaris";
import { type ReactNode, useSyncExternalStore } from "react";
import type { ConfirmedDetailsWire } from "#app/contracts/payout-details.ts";
import { useText } from "../texts/use-text.ts";
import { PortalBox } from "./portal-box.tsx";

/** Error of a link, and where to request a new one. */
export type LinkProblem = { readonly message: string; readonly signInUrl: string | null };

type Props = {
  title: string;
  text: string;
  button: string;
  /** URL that the token is posted to. */
  action: string;
  /** Shown after confirmation if it leads to no other page. */
  done?: (answer: ConfirmedDetailsWire) => ReactNode;
  /** Shown below the button while the link can be used. */
  children?: ReactNode;
};

/** Page that an email's link opens. It uses the link up after a click only, because email scanners open links too. */
export function LinkPage({ title, text, button, action, done, children }: Props) {
  const t = useText("portal");
  const token = useLinkToken();
  const fetcher = useFetcher<LinkProblem | ConfirmedDetailsWire>();
  const answer = fetcher.data;
  if (answer && "confirmed" in answer) return done?.(answer);
  const problem = answer;
  // If a new link is needed, the old one cannot be clicked again.
  const isUsedUp = (problem?.signInUrl ?? null) !== null;
  return (
    <PortalBox title={title}>
      {problem && (
        <Banner
          tone="critical"
          title={problem.message}
          {...(problem.signInUrl && { action: { content: t("link.newLink"), url: problem.signInUrl } })}
        />
      )}
      <fetcher.Form method="post" action={action}>
        <input type="hidden" name="token" value={token} />
        <BlockStack gap="400">
          {!isUsedUp && <Text as="p">{text}</Text>}
          {!isUsedUp && (
            <Button submit variant="primary" disabled={token === ""} loading={fetcher.state !== "idle"}>
              {button}
            </Button>
          )}
        </BlockStack>
      </fetcher.Form>
      {!isUsedUp && children}
      <noscript>
        <p>{t("link.needsScript")}</p>
      </noscript>
    </PortalBox>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Token in the URL's fragment, which only the browser sees; empty on the server and without one. */
export function useLinkToken(): string {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "",
    () => "",
  );
}
