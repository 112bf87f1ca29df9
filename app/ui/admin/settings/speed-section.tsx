import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { VitalsWire } from "#app/contracts/vitals.ts";
import type { DeepReadonly } from "#app/contracts/wire.ts";
import { vitalDays, type VitalName } from "#app/domain/vitals.ts";
import { vitals as vitalTexts } from "#app/i18n/en/admin/vitals.ts";
import { formatCount, formatDay } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ vitals: vitalTexts });

type Vital = DeepReadonly<VitalsWire["vitals"][number]>;
type Props = { readonly vitals: readonly Vital[] };

/** Settings ▸ Health: the app's speed in the staff's browsers, against the limits of "Built for Shopify". */
export function SpeedSection({ vitals }: Props) {
  const t = useText("vitals");
  const isMeasured = vitals.some(({ count }) => count > 0);
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("title")}
          </Text>
          <Text as="p" tone="subdued">
            {isMeasured ? t("intro", { days: vitalDays }) : t("none")}
          </Text>
        </BlockStack>
        {isMeasured && vitals.map((vital) => <VitalRow key={vital.name} vital={vital} />)}
        {isMeasured && <DaysTable vitals={vitals} />}
      </BlockStack>
    </Card>
  );
}

function VitalRow({ vital: { name, p75, limit } }: { vital: Vital }) {
  const t = useText("vitals");
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {t(`names.${name}`)}
        </Text>
        {p75 !== null && (
          <Badge tone={p75 <= limit ? "success" : "warning"}>{p75 <= limit ? t("good") : t("slow")}</Badge>
        )}
      </InlineStack>
      <Text as="p">
        {p75 === null
          ? t("noValue")
          : t(`result.${name}`, { value: valueText(t, name, p75), limit: valueText(t, name, limit) })}
      </Text>
    </BlockStack>
  );
}

function DaysTable({ vitals }: Props) {
  const t = useText("vitals");
  const days = [...new Set(vitals.flatMap((vital) => vital.days.map(({ day }) => day)))];
  return (
    <details className="period-table">
      <summary>{t("byDay")}</summary>
      <ScrollBox label={t("region")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              {vitals.flatMap(({ name }) => [
                <th key={name} scope="col" className="amount">
                  {t(`names.${name}`)}
                </th>,
                <th key={`${name} loads`} scope="col" className="amount">
                  {t("loads", { name: t(`names.${name}`) })}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {days
              .toSorted()
              .toReversed()
              .map((day) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  {vitals.flatMap(({ name, days: own }) => {
                    const of = own.find((one) => one.day === day);
                    const value = of?.p75 ?? null;
                    return [
                      <td key={name} className="amount">
                        {value === null ? t("dash") : valueText(t, name, value)}
                      </td>,
                      <td key={`${name} loads`} className="amount">
                        {formatCount(of?.count ?? 0)}
                      </td>,
                    ];
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

/** "1.2 s", "180 ms", "0.05". */
function valueText(t: TextFunction<"vitals">, name: VitalName, value: number): string {
  if (name === "CLS") return formatCount(value);
  return value < 1000
    ? t("milliseconds", { value: formatCount(value) })
    : t("seconds", { value: formatCount(value / 1000) });
}
