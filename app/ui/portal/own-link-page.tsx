import { BlockStack, Page, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { FactList, Section } from "../shared/detail-page.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { formatCount, formatDateTime } from "../shared/format.ts";
import { DayBars, type LinkDay } from "../shared/links/day-bars.tsx";
import { LinkEditForm } from "../shared/links/link-edit-form.tsx";
import type { LinkChoices } from "../shared/links/link-fields.tsx";
import { LinkFormList } from "../shared/links/link-form-list.tsx";
import { QrSection, type QrDrawing } from "../shared/links/qr-section.tsx";
import { useLinkStatus } from "../shared/links/use-link-status.ts";
import { StatusBadge } from "../shared/status-badge.tsx";

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
  const { actions, refusal } = useLinkStatus(link);
  return (
    <main>
      <Page
        title={link.name}
        titleMetadata={<StatusBadge status={link.status} />}
        backAction={{ content: "Your links", url: "/portal/links" }}
        secondaryActions={actions}
      >
        <BlockStack gap="400">
          <ErrorBanner message={refusal?.message} answer={refusal} />
          <Section title="Link">
            <LinkFormList forms={link.forms} />
            {formerSlugs.length > 0 && (
              <Text as="p" tone="subdued">
                {`Former addresses that go on working: ${formerSlugs.map((slug) => `/r/${slug}`).join(", ")}`}
              </Text>
            )}
          </Section>
          <QrSection
            qr={qr}
            address={link.forms.short}
            fileUrl={`/portal/links/${link.id}/qr/${link.slug}`}
          />
          <Section title="What it brought">
            <FactList
              facts={[
                { term: "Clicks", description: formatCount(link.figures.clicks) },
                { term: "Orders", description: formatCount(link.figures.orders) },
                { term: "Made", description: formatDateTime(link.createdAt, timeZone) },
              ]}
            />
            <DayBars days={days} />
          </Section>
          <Section title="Change it">
            <LinkEditForm
              key={link.id}
              link={link}
              choices={choices}
              addressStart={addressStart}
              isGuarded={false}
            />
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}
