import { BlockStack, Page, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { FactList, Section } from "../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../shared/format.ts";
import {
  DayChart,
  type LinkDay,
  LinkEditForm,
  LinkFormList,
  type QrDrawing,
  QrSection,
  useLinkStatus,
} from "../shared/links/link-sections.tsx";
import type { LinkChoices } from "../shared/links/link-fields.tsx";
import { StateBadge } from "../shared/state-badge.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnCopyButton } from "./own-copy-button.tsx";
import { useLinkTexts } from "./use-link-texts.ts";
import { OwnErrorBanner } from "./own-error-banner.tsx";

type Props = {
  link: LinkWire;
  formerSlugs: readonly string[];
  days: readonly LinkDay[];
  qr: QrDrawing;
  choices: LinkChoices;
  addressStart: string;
  timeZone: string;
};

/** One of the affiliate's own links. */
export function OwnLinkPage({ link, formerSlugs, days, qr, choices, addressStart, timeZone }: Props) {
  const t = useText("portal");
  const states = useText("states");
  const texts = useLinkTexts(link.name);
  const { actions, refusal } = useLinkStatus(link, texts.status);
  return (
    <main>
      <Page
        title={link.name}
        titleMetadata={
          <StateBadge of="link" state={link.status}>
            {states(`link.${link.status}`)}
          </StateBadge>
        }
        backAction={{ content: t("links.title"), url: "/portal/links" }}
        secondaryActions={actions}
      >
        <BlockStack gap="400">
          <OwnErrorBanner message={refusal?.message} answer={refusal} />
          <Section title={t("links.link")}>
            <LinkFormList forms={link.forms} texts={texts} Copy={OwnCopyButton} />
            {formerSlugs.length > 0 && (
              <Text as="p" tone="subdued">
                {t("links.former", { addresses: formerSlugs.map((slug) => `/r/${slug}`).join(", ") })}
              </Text>
            )}
          </Section>
          <QrSection
            qr={qr}
            address={link.forms.short}
            fileUrl={`/portal/links/${link.id}/qr/${link.slug}`}
            texts={texts.qr}
          />
          <Section title={t("links.performance")}>
            <FactList
              facts={[
                { term: t("links.clicks"), description: formatCount(link.figures.clicks) },
                { term: t("links.orders"), description: formatCount(link.figures.orders) },
                { term: t("links.created"), description: formatDateTime(link.createdAt, timeZone) },
              ]}
            />
            <DayChart days={days} texts={texts.days} />
          </Section>
          <Section title={t("links.details")}>
            <LinkEditForm
              key={link.id}
              link={link}
              choices={choices}
              addressStart={addressStart}
              isGuarded={false}
              texts={texts}
            />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}
