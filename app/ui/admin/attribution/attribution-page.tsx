import { Banner, BlockStack, Card, Link, List, Text } from "@shopify/polaris";
import type { AttributionWire } from "#app/contracts/attribution.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { RulesForm } from "./rules-form.tsx";
import { rulesText } from "./rules-text.ts";

type Version = AttributionWire & { readonly by: string };

export type AttributionData = {
  readonly current: AttributionWire;
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly timeZone: string;
};

/**
 * Settings ▸ Attribution: the rules of attribution with their history, and links to lifetime customers and product
 * assignments.
 */
export function AttributionPage({ current, versions, timeZone }: AttributionData) {
  return (
    <DetailPage title={frameText("pages.attribution")}>
      <Banner tone="info">
        Rules hold for orders that are placed after saving. An order is judged by the rules of its own time,
        however late it is heard of: what was decided does not change. How many days a click counts stands in
        each program&apos;s terms.
      </Banner>
      <RulesForm key={current.version} rules={current.rules} />
      <Card>
        <List>
          <List.Item>
            <Link url="/dashboard/settings/attribution/customers">{frameText("pages.customers")}</Link>
          </List.Item>
          <List.Item>
            <Link url="/dashboard/settings/attribution/products">{frameText("pages.products")}</Link>
          </List.Item>
        </List>
      </Card>
      <Section title="Versions">
        <Versions versions={versions} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function Versions({ versions, timeZone }: Pick<AttributionData, "versions" | "timeZone">) {
  return (
    <BlockStack gap="300">
      <ol className="history-list">
        {versions.map(({ version, effectiveFrom, rules, by }) => (
          <li key={version}>
            <Text as="p">
              {`Version ${version}, from `}
              <time dateTime={effectiveFrom}>{formatDateTime(effectiveFrom, timeZone)}</time>
            </Text>
            <Text as="p" tone="subdued" variant="bodySm">
              {`${rulesText(rules)}. By ${by}.`}
            </Text>
          </li>
        ))}
      </ol>
      <Text as="p" tone="subdued">
        {versions.length === 0
          ? "Nobody has changed the rules yet: the defaults hold."
          : "Before the first version the defaults held."}
      </Text>
    </BlockStack>
  );
}
