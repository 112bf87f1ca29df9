import { BlockStack, Box, Card, DescriptionList, InlineStack, Layout, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { AppPage, type PageAction } from "./frame/app-page.tsx";
import { commonText as t } from "./common-text.ts";
import { formatDateTime, formatListTime } from "./format.ts";

type Props = {
  title: string;
  subtitle?: string;
  status?: ReactNode;
  /** Link back to the list. A section of the settings has none. */
  back?: { content: string; url: string };
  primaryAction?: PageAction;
  secondaryActions?: readonly PageAction[];
  moreActions?: readonly PageAction[];
  /** The main column: `Section`s. */
  children: ReactNode;
  /** The narrow column. */
  aside?: ReactNode;
};

/** Page of one item: back link, title and status, actions, and sections. */
export function DetailPage(props: Props) {
  const { title, subtitle, status, back, primaryAction, secondaryActions, moreActions, children, aside } =
    props;
  return (
    <AppPage
      title={title}
      {...(back && { backAction: back })}
      {...(subtitle !== undefined && { subtitle })}
      titleMetadata={status}
      {...(primaryAction && { primaryAction })}
      {...(secondaryActions && { secondaryActions })}
      {...(moreActions && { moreActions })}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">{children}</BlockStack>
        </Layout.Section>
        {aside && (
          <Layout.Section variant="oneThird">
            <BlockStack gap="400">{aside}</BlockStack>
          </Layout.Section>
        )}
      </Layout>
    </AppPage>
  );
}

type SectionProps = {
  title: string;
  /** Link next to the title. */
  link?: { readonly content: string; readonly url: string; readonly spoken?: string };
  children: ReactNode;
};

export function Section({ title, link, children }: SectionProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="baseline" gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {link && (
            <Link url={link.url} {...(link.spoken !== undefined && { accessibilityLabel: link.spoken })}>
              {link.content}
            </Link>
          )}
        </InlineStack>
        {children}
      </BlockStack>
    </Card>
  );
}

type FoldedProps = {
  title: string;
  /** Its content in a line. */
  summary?: string;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Content that opens below its title, also without JavaScript. */
export function Folded({ title, summary, isOpen, onToggle, children }: FoldedProps) {
  return (
    <details
      {...(isOpen !== undefined && { open: isOpen })}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <Text as="span" fontWeight="medium">
          {title}
        </Text>{" "}
        {summary !== undefined && (
          <Text as="span" tone="subdued">
            {summary}
          </Text>
        )}
      </summary>
      <Box paddingBlockStart="300">{children}</Box>
    </details>
  );
}

type Figure = { readonly label: string; readonly value: string; readonly url?: string };

/** Numbers with their names in a row, two in a row on a phone. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, url }) => (
        <div key={label}>
          <dt>
            <Text as="span" tone="subdued">
              {label}
            </Text>
          </dt>
          <dd>
            <Text as="span" variant="headingMd" numeric>
              {url === undefined ? value : <Link url={url}>{value}</Link>}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export type Fact = { readonly term: string; readonly description: ReactNode };

/** List of names and values. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className="fact-list">
      <DescriptionList gap="tight" items={facts.map(({ term, description }) => ({ term, description }))} />
    </div>
  );
}

/** Details of an audit event, as the action that wrote them chose. */
export type EventDetails = Readonly<Record<string, unknown>>;

export type HistoryEntry = {
  readonly id: string;
  /** The event as a sentence. */
  readonly text: string;
  /** Name of the actor. Null for what happened by itself. */
  readonly actor: string | null;
  /** ISO instant. */
  readonly at: string;
};

/** Timeline: events with actor and time, newest first. */
export function HistoryList({ entries, timeZone }: { entries: readonly HistoryEntry[]; timeZone: string }) {
  if (entries.length === 0) return <Text as="p">{t("timeline.none")}</Text>;
  return (
    <ol className="history-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Text as="p">{entry.text}</Text>
          <Text as="p" tone="subdued" variant="bodySm">
            {entry.actor === null ? "" : `${entry.actor} · `}
            <time dateTime={entry.at} title={formatDateTime(entry.at, timeZone)}>
              {formatListTime(entry.at, timeZone)}
            </time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
