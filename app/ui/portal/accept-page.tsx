import { Box, BlockStack } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ProgramTermsWords } from "#app/contracts/portal.ts";
import { useText } from "../texts/use-text.ts";
import { LinkPage, useLinkToken } from "./link-page.tsx";
import { ProgramTermsCard } from "./program-terms-card.tsx";

/** Page that the invitation email links to. */
export function AcceptPage() {
  const t = useText("portal");
  const { shop, programs } = useOffer();
  return (
    <LinkPage
      title={shop === null ? t("accept.title") : t("accept.titleFrom", { shop })}
      text={t("accept.text")}
      button={t("accept.button")}
      action="/portal/accept"
    >
      {programs.length > 0 && (
        <Box paddingBlockStart="400">
          <BlockStack gap="400">
            {programs.map((one) => (
              <ProgramTermsCard key={one.id} terms={one} />
            ))}
          </BlockStack>
        </Box>
      )}
    </LinkPage>
  );
}

type Offer = { readonly shop: string | null; readonly programs: readonly ProgramTermsWords[] };

const nothing: Offer = { shop: null, programs: [] };

/**
 * The token is in the URL's fragment, which the server never sees, so the page requests the store and its terms with
 * it.
 */
function useOffer(): Offer {
  const token = useLinkToken();
  const [offer, setOffer] = useState(nothing);
  useEffect(() => {
    const leaving = new AbortController();
    if (token !== "") fetchOffer(token, leaving.signal).then(setOffer, () => undefined);
    return () => leaving.abort();
  }, [token]);
  return offer;
}

/** Without an answer the invitation can still be accepted. */
async function fetchOffer(token: string, signal: AbortSignal): Promise<Offer> {
  const body = new URLSearchParams({ token });
  const response = await fetch("/portal/accept/terms", { method: "POST", body, signal });
  return response.ok ? ((await response.json()) as Offer) : nothing;
}
