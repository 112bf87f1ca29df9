import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, Text } from "@shopify/polaris";
import { type ReactNode, useSyncExternalStore } from "react";
import type { ConfirmedDetailsWire } from "#app/contracts/payout-details.ts";
import { useText } from "../texts/texts-provider.tsx";
import { PortalBox } from "./portal-box.tsx";

/** Why a link did not open, and where a new one can be asked for. */
export type LinkProblem = { readonly message: string; readonly signInUrl: string | null };

type Props = {
  title: string;
  text: string;
  button: string;
  /** Where the token is posted. */
  action: string;
  /** Shown after confirmation if it leads to no other page. */
  done?: (answer: ConfirmedDetailsWire) => ReactNode;
  /** Shown below the button while the link can be used. */
  children?: ReactNode;
};

/**
 * The page of a mail's link. It asks for a click before it uses the link up, because programs that look into mails
 * open links too.
 */
export function LinkPage({ title, text, button, action, done, children }: Props) {
  const t = useText("portal");
  const token = useLinkToken();
  const fetcher = useFetcher<LinkProblem | ConfirmedDetailsWire>();
  const answer = fetcher.data;
  if (answer && "confirmed" in answer) return done?.(answer);
  const problem = answer;
  // Where a new link is the way on, clicking the old one again is not.
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

/** The token in the address's fragment, which only the browser sees; empty on the server and where there is none. */
export function useLinkToken(): string {
  return useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "",
    () => "",
  );
}
