import { useFetcher } from "@remix-run/react";
import { Banner, Button, Checkbox, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { FraudRuleWire } from "#app/contracts/fraud-rule.ts";
import { isYesNo } from "#app/domain/fraud/rules.ts";
import { DetailPage, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { actionChoices } from "./flag-words.ts";
import { WouldFlag } from "./would-flag.tsx";

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
