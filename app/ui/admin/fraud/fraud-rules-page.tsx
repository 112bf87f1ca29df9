import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { FraudPreviewWire, FraudRuleWire } from "#app/contracts/fraud-rule.ts";
import { isYesNo } from "#app/domain/fraud/rules.ts";
import { ApiError, callApi } from "../../shared/api-client.ts";
import { DetailPage } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormCheckbox, type FormField, FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { formatCount } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useText } from "../../texts/use-text.ts";
import { actionChoices } from "./flag-words.ts";

/** Settings ▸ Fraud: the rules and the effects of their flags. */
export function FraudRulesPage({ rules }: { rules: readonly FraudRuleWire[] }) {
  const t = useText("fraud");
  const fetcher = useFetcher<FormAnswer>();
  useAnswerToast<FormAnswer>(fetcher.data, () => t("settings.saved"));
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "fraud-rules",
    defaultValue: valuesOf(rules),
    answer: fetcher.data,
  });
  return (
    <DetailPage title={t("settings.title")}>
      <div className="outside-cards">
        <Text as="p" tone="subdued">
          {t("settings.intro")}
        </Text>
      </div>
      <ErrorBanner {...banner} />
      <fetcher.Form method="post" id={id} noValidate>
        <Card padding="0">
          <div className="rule-table-box">
            <table className="rule-table">
              <thead>
                <tr>
                  <th scope="col">{t("settings.rule")}</th>
                  <th scope="col">{t("settings.action")}</th>
                  <th scope="col">{t("settings.limits")}</th>
                  <th scope="col">
                    <Text as="span" visuallyHidden>
                      {t("settings.tests")}
                    </Text>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rules.map((rule) => (
                  <RuleRow key={rule.kind} rule={rule} fields={fields} values={values} />
                ))}
              </tbody>
            </table>
          </div>
        </Card>
        <AppSaveBar isDirty={isDirty} isBusy={fetcher.state !== "idle"} onSave={submit} onDiscard={discard} />
      </fetcher.Form>
    </DetailPage>
  );
}

type RuleRowProps = {
  rule: FraudRuleWire;
  fields: Readonly<Record<string, FormField>>;
  values: RuleValues;
};

function RuleRow({ rule, fields, values }: RuleRowProps) {
  const t = useText("fraud");
  const { kind, name, limits } = rule;
  const action = fields[actionName(rule)];
  return (
    <tr>
      <th scope="row">
        {name}
        <BlockStack gap="100">
          <Text as="span" variant="bodyMd">
            {rule.about}
          </Text>
          <Text as="span" variant="bodySm" tone="subdued">
            {t("settings.raised", { count: rule.raised })}
          </Text>
        </BlockStack>
      </th>
      <td>
        {action && (
          <FormSelect
            field={action}
            label={t("settings.actionOf", { rule: name })}
            labelHidden
            options={actionChoices}
          />
        )}
      </td>
      <td className={limits.length === 0 ? "empty" : undefined}>
        <BlockStack gap="200">
          {limits.map((limit) => {
            const field = fields[limitName(rule, limit)];
            return field && <LimitField key={limit.key} field={field} limit={limit} />;
          })}
        </BlockStack>
      </td>
      <td>
        <WouldFlag kind={kind} name={name} limits={limitsGiven(rule, values)} />
      </td>
    </tr>
  );
}

type RuleLimit = FraudRuleWire["limits"][number];
type RuleValues = Readonly<Record<string, string | string[]>>;

const actionName = ({ kind }: FraudRuleWire) => `${kind}.action`;
const limitName = ({ kind }: FraudRuleWire, { key }: RuleLimit) => `${kind}.limits.${key}`;

function valuesOf(rules: readonly FraudRuleWire[]): RuleValues {
  const entries = rules.flatMap((rule): [string, string | string[]][] => [
    [actionName(rule), rule.action],
    ...rule.limits.map((limit): [string, string | string[]] => {
      const value = String(limit.value);
      return [limitName(rule, limit), isYesNo(limit) ? [value].filter((one) => one === "1") : value];
    }),
  ]);
  return Object.fromEntries(entries);
}

type RuleLimitProps = { field: FormField; limit: RuleLimit };

/** A number or a checkbox. Browsers omit unchecked boxes, so a hidden field before it has the value for "off". */
function LimitField({ field, limit }: RuleLimitProps) {
  const { label, least, most } = limit;
  if (!isYesNo(limit)) {
    return <FormTextField field={field} label={label} type="number" min={least} max={most} />;
  }
  return (
    <div>
      <input type="hidden" name={field.name} value="0" />
      <FormCheckbox field={field} label={label} value="1" />
    </div>
  );
}

/** Limits as typed. An empty field means the default. */
function limitsGiven(rule: FraudRuleWire, values: RuleValues): Record<string, number> {
  const given = rule.limits.map((limit) => {
    const value = values[limitName(rule, limit)] ?? "";
    return [limit.key, typeof value === "string" ? value : String(Number(value.includes("1")))] as const;
  });
  return Object.fromEntries(
    given.filter(([, text]) => text.trim() !== "").map(([key, text]) => [key, Number(text)]),
  );
}

type Props = { kind: string; name: string; limits: Readonly<Record<string, number>> };
type FlagCount = { readonly asked: string; readonly sentence: string };

/** Number of recent orders that a rule would have flagged with the typed limits, counted on request. */
function WouldFlag({ kind, name, limits }: Props) {
  const t = useText("fraud");
  const [counted, setCounted] = useState<FlagCount | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const asked = JSON.stringify(limits);
  const known = counted?.asked === asked ? counted.sentence : "";
  async function count() {
    setIsBusy(true);
    const sentence = await askSentence({ kind, limits }, t);
    setCounted({ asked, sentence });
    setIsBusy(false);
  }
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        size="slim"
        loading={isBusy}
        onClick={() => void count()}
        accessibilityLabel={t("settings.testRule", { rule: name })}
      >
        {t("settings.test")}
      </Button>
      <div aria-live="polite">
        <Text as="p" tone="subdued">
          {isBusy ? t("settings.testing") : known}
        </Text>
      </div>
    </BlockStack>
  );
}

type Words = ReturnType<typeof useText<"fraud">>;

async function askSentence({ kind, limits }: Omit<Props, "name">, t: Words): Promise<string> {
  try {
    const answer = await callApi(`/api/v1/fraud-rules/${kind}/preview`, { method: "POST", body: { limits } });
    return sentenceOf(kind, answer as FraudPreviewWire, t);
  } catch (error) {
    return error instanceof ApiError ? error.message : t("settings.failed");
  }
}

function sentenceOf(kind: string, preview: FraudPreviewWire, t: Words): string {
  const { looked, isCapped, affiliateFlags } = preview;
  const found = formatCount(preview.found);
  const orders = isCapped
    ? t("settings.foundNewest", { found, looked: formatCount(looked) })
    : t("settings.found", { found, looked });
  if (affiliateFlags === null) return orders;
  const cause =
    kind === "burst"
      ? t("settings.spikes", { spikes: affiliateFlags })
      : t("settings.shared", { affiliates: affiliateFlags });
  return `${orders} ${cause}`;
}
