import { useFetcher } from "@remix-run/react";
import { Banner, Button, Checkbox, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { FraudPreviewWire, FraudRuleWire } from "#app/contracts/fraud-rule.ts";
import { isYesNo } from "#app/domain/fraud/rules.ts";
import { callApi } from "../../shared/api-client.ts";
import { ApiError } from "../../shared/api-error.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { formatCount } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { actionChoices } from "./flag-words.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

/** Settings ▸ Fraud rules: what is looked for, and what a flag does. */
export function FraudRulesPage({ rules }: { rules: readonly FraudRuleWire[] }) {
  return (
    <DetailPage title="Fraud rules" back={{ content: "Settings", url: "/dashboard/settings" }}>
      <Banner tone="info">
        A flag never acts silently: what it holds or denies is a decision in the commission&apos;s history
        that names it, and dismissing the flag takes it back. A change holds for flags from now on. What was
        released already is only noted.
      </Banner>
      {rules.map((rule) => (
        <RuleForm key={rule.kind} rule={rule} />
      ))}
    </DetailPage>
  );
}

function RuleForm({ rule }: { rule: FraudRuleWire }) {
  const fetcher = useFetcher<Answer>();
  const [action, setAction] = useState<string>(rule.action);
  const [limits, setLimits] = useState(() => rule.limits.map(({ value }) => String(value)));
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  useAnswerToast<Answer>(fetcher.data, () => `${rule.name}: saved`);
  const faultAt = (field: string) => refusal?.errors.find((one) => one.field === field)?.message;
  return (
    <Section title={rule.name}>
      <Text as="p">{rule.about}</Text>
      <Text as="p" tone="subdued">{`${rule.raised} raised in the last 30 days`}</Text>
      <ErrorBanner
        message={refusal && refusal.errors.length === 0 ? refusal.message : null}
        answer={refusal}
      />
      <fetcher.Form method="post" action="/dashboard/settings/fraud">
        <input type="hidden" name="kind" value={rule.kind} />
        <FormLayout>
          <Select
            label="What a flag does"
            name="action"
            options={actionChoices}
            value={action}
            onChange={setAction}
            error={faultAt("action") ?? ""}
          />
          {rule.limits.map((limit, place) => (
            <LimitField
              key={limit.key}
              limit={limit}
              value={limits[place] ?? ""}
              onChange={(value) => setLimits(limits.map((one, at) => (at === place ? value : one)))}
              error={faultAt(`limits.${limit.key}`) ?? ""}
            />
          ))}
          <WouldFlag kind={rule.kind} name={rule.name} limits={limitsGiven(rule, limits)} />
          <InlineStack align="end">
            <Button submit loading={fetcher.state !== "idle"} accessibilityLabel={`Save ${rule.name}`}>
              Save
            </Button>
          </InlineStack>
        </FormLayout>
      </fetcher.Form>
    </Section>
  );
}

type LimitProps = {
  limit: FraudRuleWire["limits"][number];
  value: string;
  onChange: (value: string) => void;
  error: string;
};

/** A number, or a box to tick. Only a ticked box is sent, so before it stands what holds without. */
function LimitField({ limit, value, onChange, error }: LimitProps) {
  const { key, label, least, most } = limit;
  const name = `limits.${key}`;
  if (isYesNo(limit)) {
    return (
      <>
        <input type="hidden" name={name} value="0" />
        <Checkbox
          label={label}
          name={name}
          value="1"
          checked={value === "1"}
          onChange={(checked) => onChange(checked ? "1" : "0")}
          error={error}
        />
      </>
    );
  }
  return (
    <TextField
      label={label}
      name={name}
      type="number"
      min={least}
      max={most}
      autoComplete="off"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

/** What the fields say; what is empty stands at its usual. */
function limitsGiven(rule: FraudRuleWire, typed: readonly string[]): Record<string, number> {
  const given = rule.limits.map(({ key }, place) => [key, typed[place] ?? ""] as const);
  return Object.fromEntries(
    given.filter(([, text]) => text.trim() !== "").map(([key, text]) => [key, Number(text)]),
  );
}

type Props = { kind: string; name: string; limits: Readonly<Record<string, number>> };
type Counted = { readonly asked: string; readonly sentence: string };

/** How many orders a rule would have flagged lately under the limits in its fields, counted when somebody asks. */
function WouldFlag({ kind, name, limits }: Props) {
  const [counted, setCounted] = useState<Counted | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const asked = JSON.stringify(limits);
  const known = counted?.asked === asked ? counted.sentence : "";
  async function count() {
    setIsBusy(true);
    const sentence = await askSentence(kind, limits);
    setCounted({ asked, sentence });
    setIsBusy(false);
  }
  return (
    <InlineStack gap="300" blockAlign="center">
      <Button
        size="slim"
        loading={isBusy}
        onClick={() => void count()}
        accessibilityLabel={`Try on the last 30 days: ${name}`}
      >
        Try on the last 30 days
      </Button>
      <div aria-live="polite">
        <Text as="p" tone="subdued">
          {isBusy ? "Looking at the orders…" : known}
        </Text>
      </div>
    </InlineStack>
  );
}

async function askSentence(kind: string, limits: Props["limits"]): Promise<string> {
  try {
    const answer = await callApi(`/api/v1/fraud-rules/${kind}/preview`, { method: "POST", body: { limits } });
    return sentenceOf(kind, answer as FraudPreviewWire);
  } catch (error) {
    return error instanceof ApiError ? error.message : "It could not be counted. Try again.";
  }
}

function sentenceOf(kind: string, { found, looked, isCapped, affiliateFlags }: FraudPreviewWire): string {
  const orders = looked === 1 ? "credited order" : "credited orders";
  const share = `${formatCount(found)} of ${isCapped ? "the newest " : ""}${formatCount(looked)} ${orders}`;
  if (affiliateFlags === null) return `${share} would be flagged.`;
  const count = formatCount(affiliateFlags);
  const one = affiliateFlags === 1;
  return kind === "burst"
    ? `${share} would be reached by ${count} ${one ? "burst" : "bursts"}.`
    : `${share} would be reached, since ${count} ${one ? "affiliate shares" : "affiliates share"} an account with another.`;
}
