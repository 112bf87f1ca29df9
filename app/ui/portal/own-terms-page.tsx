import { Badge, BlockStack, Page, Text } from "@shopify/polaris";
import type { OwnTermsWords } from "#app/contracts/portal.ts";
import { useText } from "../texts/use-text.ts";
import { Lines, ProgramTermsCard } from "./program-terms-card.tsx";

type Props = { readonly programs: readonly OwnTermsWords[] };

/** The affiliate's terms in each program: current, next and earlier ones. */
export function OwnTermsPage({ programs }: Props) {
  const t = useText("terms");
  const home = useText("home");
  return (
    <main>
      <Page title={t("page.title")} backAction={{ content: home("nav.more"), url: "/portal/more" }}>
        <BlockStack gap="400">
          {programs.length === 0 && <Text as="p">{t("page.none")}</Text>}
          {programs.map((one) => (
            <OwnProgram key={one.id} terms={one} />
          ))}
        </BlockStack>
      </Page>
    </main>
  );
}

function OwnProgram({ terms }: { readonly terms: OwnTermsWords }) {
  const t = useText("terms");
  const { upcoming, earlier, since, isAccepted } = terms;
  return (
    <ProgramTermsCard terms={terms}>
      <Text as="p" tone="subdued">
        {t("page.since", { date: since })}
        {isAccepted && ` · ${t("page.accepted")}`}
      </Text>
      {upcoming && (
        <BlockStack gap="200">
          <Badge tone="attention">{t("page.upcoming", { date: upcoming.date })}</Badge>
          <Lines lines={upcoming.changes} />
        </BlockStack>
      )}
      {earlier.length > 0 && (
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">
            {t("page.earlier")}
          </Text>
          {earlier.map(({ from, to, lines }) => (
            <BlockStack key={`${from} ${to} ${lines.join()}`} gap="100">
              <Text as="p" tone="subdued">
                {from === to ? from : t("page.between", { from, to })}
              </Text>
              <Lines lines={lines} />
            </BlockStack>
          ))}
        </BlockStack>
      )}
    </ProgramTermsCard>
  );
}
