import { Link, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { links } from "#app/i18n/en/admin/links.ts";
import {
  DetailPage,
  FactList,
  type EventDetails,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
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
import { merchantText, provideTexts, useText } from "../../texts/use-text.ts";
import { ownClicksUrl, ownFigureUrl } from "../reports/report-figures.ts";
import { useLinkTexts } from "./use-link-texts.ts";

provideTexts({ links });

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
  const t = useText("links");
  const texts = useLinkTexts(link.name);
  const { actions, refusal } = useLinkStatus(link, texts.status);
  return (
    <DetailPage
      title={link.name}
      subtitle={`/r/${link.slug}`}
      status={<StatusBadge of="link" state={link.status} />}
      back={{ content: frameText("pages.links"), url: "/dashboard/affiliates/links" }}
      secondaryActions={actions}
      aside={
        <>
          <Section title={t("page.about")}>
            <FactList
              facts={[
                {
                  term: t("page.affiliate"),
                  description: (
                    <Link url={`/dashboard/affiliates/${link.affiliate.id}`}>{link.affiliate.name}</Link>
                  ),
                },
                {
                  term: t("page.clicks"),
                  description: (
                    <Link url={ownClicksUrl({ link: link.id }, link.createdAt)}>
                      {formatCount(link.figures.clicks)}
                    </Link>
                  ),
                },
                {
                  term: t("page.orders"),
                  description: (
                    <Link url={ownFigureUrl({ link: link.id }, "orders")}>
                      {formatCount(link.figures.orders)}
                    </Link>
                  ),
                },
                { term: t("page.program"), description: link.program?.name ?? t("fields.allPrograms") },
                { term: t("page.created"), description: formatDateTime(link.createdAt, timeZone) },
              ]}
            />
          </Section>
          <Section title={t("page.timeline")}>
            <HistoryList entries={history} timeZone={timeZone} />
          </Section>
        </>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <Section title={t("page.link")}>
        <LinkFormList forms={link.forms} texts={texts} />
        {formerSlugs.length > 0 && (
          <Text as="p" tone="subdued">
            {t("page.former", { addresses: formerSlugs.map((slug) => `/r/${slug}`).join(", ") })}
          </Text>
        )}
      </Section>
      <QrSection
        qr={qr}
        address={link.forms.short}
        fileUrl={`/dashboard/affiliates/links/${link.id}/qr/${link.slug}`}
        texts={texts.qr}
      />
      <Section title={t("page.performance")}>
        <DayChart days={days} texts={texts.days} />
      </Section>
      <Section title={t("page.details")}>
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

/** History entry of a link as a sentence. An action from a later version is shown by its name. */
export function linkHistoryText(action: string, details: EventDetails): string {
  const t = merchantText("links");
  switch (action) {
    case "created":
      return t("history.created", { target: String(details["target"]) });
    case "renamed":
      return t("history.renamed", { from: String(details["from"]), to: String(details["to"]) });
    case "paused":
    case "archived":
    case "resumed":
      return t(`history.${action}`);
    case "changed":
      return t("history.changed", { fields: fieldsText(details["changed"]) });
    default:
      return action;
  }
}

function fieldsText(changed: unknown): string {
  const t = merchantText("links");
  if (!Array.isArray(changed)) return t("history.details");
  return changed.map((field) => (isField(field) ? t(`history.fields.${field}`) : String(field))).join(", ");
}

function isField(field: unknown): field is keyof typeof links.history.fields {
  return typeof field === "string" && field in links.history.fields;
}
