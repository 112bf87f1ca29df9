import { Link, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import {
  DetailPage,
  FactList,
  type EventDetails,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import {
  DayChart,
  type LinkDay,
  LinkEditForm,
  LinkFormList,
  type QrDrawing,
  QrSection,
  useLinkStatus,
} from "../../shared/links/link-sections.tsx";
import type { LinkChoices } from "../../shared/links/link-fields.tsx";
import { englishLinkTexts } from "../../shared/links/link-texts.ts";
import { ownClicksUrl, ownFigureUrl } from "../reports/report-figures.ts";

export type LinkPageProps = {
  link: LinkWire;
  formerSlugs: readonly string[];
  days: readonly LinkDay[];
  history: readonly HistoryEntry[];
  qr: QrDrawing;
  choices: LinkChoices;
  addressStart: string;
  timeZone: string;
};

/** Page of a link: its URLs, figures, form and history. */
export function LinkPage(props: LinkPageProps) {
  const { link, formerSlugs, days, history, qr, choices, addressStart, timeZone } = props;
  const texts = englishLinkTexts(link.name);
  const { actions, refusal } = useLinkStatus(link, texts.status);
  return (
    <DetailPage
      title={link.name}
      subtitle={`/r/${link.slug}`}
      status={<StatusBadge of="link" state={link.status} />}
      back={{ content: "Links", url: "/dashboard/affiliates/links" }}
      secondaryActions={actions}
      aside={
        <>
          <Section title="About">
            <FactList
              facts={[
                {
                  term: "Affiliate",
                  description: (
                    <Link url={`/dashboard/affiliates/${link.affiliate.id}`}>{link.affiliate.name}</Link>
                  ),
                },
                {
                  term: "Clicks",
                  description: (
                    <Link url={ownClicksUrl({ link: link.id }, link.createdAt)}>
                      {formatCount(link.figures.clicks)}
                    </Link>
                  ),
                },
                {
                  term: "Orders",
                  description: (
                    <Link url={ownFigureUrl({ link: link.id }, "orders")}>
                      {formatCount(link.figures.orders)}
                    </Link>
                  ),
                },
                { term: "Counts in", description: link.program?.name ?? "Every program of the affiliate" },
                { term: "Made", description: formatDateTime(link.createdAt, timeZone) },
              ]}
            />
          </Section>
          <Section title="History">
            <HistoryList entries={history} timeZone={timeZone} />
          </Section>
        </>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Section title="Link">
        <LinkFormList forms={link.forms} texts={texts} />
        {formerSlugs.length > 0 && (
          <Text as="p" tone="subdued">
            {`Former addresses that go on working: ${formerSlugs.map((slug) => `/r/${slug}`).join(", ")}`}
          </Text>
        )}
      </Section>
      <QrSection
        qr={qr}
        address={link.forms.short}
        fileUrl={`/dashboard/affiliates/links/${link.id}/qr/${link.slug}`}
        texts={texts.qr}
      />
      <Section title="Last 30 days">
        <DayChart days={days} texts={texts.days} />
      </Section>
      <Section title="Details">
        <LinkEditForm
          key={link.id}
          link={link}
          choices={choices}
          addressStart={addressStart}
          isGuarded
          texts={texts}
        />
      </Section>
    </DetailPage>
  );
}

const names: Readonly<Record<string, string>> = {
  name: "name",
  target: "page",
  subId: "sub-id",
  utm: "UTM",
  programId: "program",
  discountCode: "discount code",
};

/** History entry of a link as a sentence. An action from a later version is shown by its name. */
export function linkHistoryText(action: string, details: EventDetails): string {
  switch (action) {
    case "created":
      return `Made, leading to ${String(details["target"])}`;
    case "renamed":
      return `Address changed from ${String(details["from"])} to ${String(details["to"])}; the old one goes on working`;
    case "paused":
      return "Paused";
    case "archived":
      return "Archived";
    case "resumed":
      return "Works again";
    case "changed":
      return `Changed: ${fieldsText(details["changed"])}`;
    default:
      return action;
  }
}

function fieldsText(changed: unknown): string {
  if (!Array.isArray(changed)) return "details";
  return changed.map((field) => names[String(field)] ?? String(field)).join(", ");
}
