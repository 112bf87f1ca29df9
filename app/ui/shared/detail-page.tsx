import { BlockStack, Card, DescriptionList, Layout, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { AppPage, type PageAction } from "./frame/app-page.tsx";
import { commonText as t } from "./common-text.ts";
import { formatDateTime } from "./format.ts";

type Props = {
  title: string;
  subtitle?: string;
  status?: ReactNode;
  /** Link back to the list. A section of the settings has none. */
  back?: { content: string; url: string };
  primaryAction?: PageAction;
  secondaryActions?: readonly PageAction[];
  /** The main column: `Section`s. */
  children: ReactNode;
  /** The narrow column. */
  aside?: ReactNode;
};

/** Page of one item: back link, title and status, actions, and sections. */
export function DetailPage(props: Props) {
  const { title, subtitle, status, back, primaryAction, secondaryActions, children, aside } = props;
  return (
    <AppPage
      title={title}
      {...(back && { backAction: back })}
      {...(subtitle !== undefined && { subtitle })}
      titleMetadata={status}
      {...(primaryAction && { primaryAction })}
      {...(secondaryActions && { secondaryActions })}
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

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {children}
      </BlockStack>
    </Card>
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
            <time dateTime={entry.at}>{formatDateTime(entry.at, timeZone)}</time>
          </Text>
        </li>
      ))}
    </ol>
  );
}
