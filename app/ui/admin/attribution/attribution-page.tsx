import { BlockStack, Card, Link, List, Text } from "@shopify/polaris";
import type { AttributionWire } from "#app/contracts/attribution.ts";
import { attribution } from "#app/i18n/en/admin/attribution.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { RulesForm } from "./rules-form.tsx";
import { rulesText } from "./rules-text.ts";

provideTexts({ attribution });

const lists = [
  { name: "customers", url: "/dashboard/settings/attribution/customers" },
  { name: "products", url: "/dashboard/settings/attribution/products" },
] as const;

type Version = AttributionWire & { readonly by: string };

export type AttributionData = {
  readonly current: AttributionWire;
  /** Newest first. */
  readonly versions: readonly Version[];
  /** Numbers of active lifetime customers and product assignments. */
  readonly counts: { readonly customers: number; readonly products: number };
  readonly timeZone: string;
};

/**
 * Settings ▸ Attribution: the rules of attribution with their history, and links to lifetime customers and product
 * assignments.
 */
export function AttributionPage({ current, versions, counts, timeZone }: AttributionData) {
  const t = useText("attribution");
  return (
    <DetailPage title={frameText("pages.attribution")}>
      <RulesForm key={current.version} rules={current.rules} />
      <Card>
        <List>
          {lists.map(({ name, url }) => (
            <List.Item key={name}>
              <Link url={url}>
                {t("counted", { name: frameText(`pages.${name}`), number: formatCount(counts[name]) })}
              </Link>
            </List.Item>
          ))}
        </List>
      </Card>
      <Section title={t("versions.title")}>
        <Versions versions={versions} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function Versions({ versions, timeZone }: Pick<AttributionData, "versions" | "timeZone">) {
  const t = useText("attribution");
  return (
    <BlockStack gap="300">
      {versions.length > 0 && (
        <ol className="history-list">
          {versions.map(({ version, effectiveFrom, rules, by }) => (
            <li key={version}>
              <Text as="p">
                {t("versions.version", { version, from: formatDateTime(effectiveFrom, timeZone) })}
              </Text>
              <Text as="p" tone="subdued" variant="bodySm">
                {t("versions.by", { rules: rulesText(rules), name: by })}
              </Text>
            </li>
          ))}
        </ol>
      )}
      <Text as="p" tone="subdued">
        {t(versions.length === 0 ? "versions.none" : "versions.before")}
      </Text>
    </BlockStack>
  );
}
