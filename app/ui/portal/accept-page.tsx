import { Box, BlockStack } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ProgramTermsWords } from "#app/contracts/portal-terms.ts";
import { useText } from "../texts/use-text.ts";
import { LinkPage } from "./link-page.tsx";
import { ProgramTermsCard } from "./program-terms-card.tsx";
import { useLinkToken } from "./use-link-token.ts";

/** Where the link in the invitation email leads. */
export function AcceptPage() {
  const t = useText("portal");
  return (
    <LinkPage
      title={t("accept.title")}
      text={t("accept.text")}
      button={t("accept.button")}
      action="/portal/accept"
    >
      <OfferedTerms />
    </LinkPage>
  );
}

type Offered = readonly ProgramTermsWords[];

/** The server never sees the token in the address, so the page asks for the terms with it. */
function OfferedTerms() {
  const token = useLinkToken();
  const [programs, setPrograms] = useState<Offered>([]);
  useEffect(() => {
    const leaving = new AbortController();
    if (token !== "") fetchOffered(token, leaving.signal).then(setPrograms, () => undefined);
    return () => leaving.abort();
  }, [token]);
  if (programs.length === 0) return null;
  return (
    <Box paddingBlockStart="400">
      <BlockStack gap="400">
        {programs.map((one) => (
          <ProgramTermsCard key={one.id} terms={one} />
        ))}
      </BlockStack>
    </Box>
  );
}

/** Without an answer the invitation can be accepted all the same. */
async function fetchOffered(token: string, signal: AbortSignal): Promise<Offered> {
  const body = new URLSearchParams({ token });
  const response = await fetch("/portal/accept/terms", { method: "POST", body, signal });
  if (!response.ok) return [];
  const { programs } = (await response.json()) as { readonly programs: Offered };
  return programs;
}
