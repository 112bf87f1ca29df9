import {
  BlockStack,
  Button,
  Checkbox,
  FormLayout,
  InlineError,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useMemo } from "react";
import { type Money, toDecimal } from "#app/domain/money.ts";
import { embedDays, programDays } from "#app/domain/program.ts";
import { Section } from "../../../shared/detail-page.tsx";
import { formatMoney } from "../../../shared/format.ts";
import { sampleOf } from "../program-values.ts";
import { type BonusDraft, freeId, replaced, type TermsDraft, without } from "./draft.ts";
import {
  TermsEditingContext,
  type TermsError,
  useEditorCurrency,
  useFaultAt,
  useFieldFault,
} from "./editor-context.ts";
import { MoneyField, PeriodFields, ThresholdFields } from "./terms-fields.tsx";
import { PayPicker } from "./pay-picker.tsx";
import { RuleList } from "./rule-list.tsx";

type Props = {
  terms: TermsDraft;
  currency: string;
  errors: readonly TermsError[];
  onChange: (terms: TermsDraft) => void;
};

/** Editor of all terms, in the order of evaluation. It needs JavaScript. */
export function TermsEditor({ terms, currency, errors, onChange }: Props) {
  const editing = useMemo(() => ({ currency, errors }), [currency, errors]);
  const set = (change: Partial<TermsDraft>) => onChange({ ...terms, ...change });
  return (
    <TermsEditingContext.Provider value={editing}>
      <Section title="Rules">
        <RuleList terms={terms} onChange={onChange} />
      </Section>
      <Section title={terms.rules.length === 0 ? "Commission" : "Everything else"}>
        <BlockStack gap="300">
          <PayPicker
            pay={terms.commission}
            path="terms.commission"
            onChange={(commission) => set({ commission })}
          />
          <SampleText terms={terms} currency={currency} />
        </BlockStack>
      </Section>
      <Section title="What counts">
        <BaseFields base={terms.base} onChange={(base) => set({ base })} />
      </Section>
      <Section title="Limits">
        <CapFields caps={terms.caps} onChange={(caps) => set({ caps })} />
      </Section>
      <Section title="Bonuses">
        <BonusList bonuses={terms.bonuses} onChange={(bonuses) => set({ bonuses })} />
      </Section>
      <Section title="Timing">
        <TimeFields terms={terms} onChange={set} />
      </Section>
    </TermsEditingContext.Provider>
  );
}

type Base = TermsDraft["base"];
type BaseFieldsProps = { base: Base; onChange: (base: Base) => void };

const parts: readonly { name: keyof Base; label: string; help?: string }[] = [
  { name: "shipping", label: "Shipping" },
  { name: "tax", label: "Tax" },
  { name: "tips", label: "Tips" },
  { name: "duties", label: "Duties" },
  { name: "giftCards", label: "Gift cards as goods", help: "Paying with a gift card lowers nothing." },
  { name: "beforeDiscounts", label: "Prices before discounts" },
];

/** M7, T7: parts of the eligible amount besides the net price of ordinary goods. */
function BaseFields({ base, onChange }: BaseFieldsProps) {
  return (
    <fieldset className="plain-fieldset">
      <legend>Goods count at their net price. Also counts:</legend>
      <InlineGrid columns={{ xs: 2, sm: 3 }} gap="200">
        {parts.map(({ name, label, help }) => (
          <Checkbox
            key={name}
            label={label}
            checked={base[name]}
            onChange={(checked) => onChange({ ...base, [name]: checked })}
            {...(help !== undefined && { helpText: help })}
          />
        ))}
      </InlineGrid>
    </fieldset>
  );
}

/** Example of the typed fallback rate, calculated with the formula that evaluates real orders. */
function SampleText({ terms, currency }: { terms: TermsDraft; currency: string }) {
  const sample = sampleOf(terms, currency);
  return (
    <div aria-live="polite">
      <Text as="p" {...(!sample && { tone: "subdued" as const })}>
        {sample
          ? `An order of ${money(sample.order)} pays ${money(sample.commission)}. If half of it is returned, ${money(sample.afterReturn)} stays.`
          : withoutSample(terms)}
      </Text>
    </div>
  );
}

function withoutSample({ rules, caps, commission }: TermsDraft): string {
  if (rules.length > 0) return "What no rule pays for earns this.";
  if (caps.perOrder || caps.perAffiliate) return "The preview shows what the limits leave of it.";
  if (commission.type === "none") return "Nothing is paid.";
  if (commission.type === "tiered") return "The preview shows what each tier pays.";
  return "Enter a commission to see what an order pays.";
}

function money(amount: Money): string {
  return formatMoney({ amount: toDecimal(amount), currencyCode: amount.currency });
}

type Caps = TermsDraft["caps"];
type CapFieldsProps = { caps: Caps; onChange: (caps: Caps) => void };

/** T8, T9: caps per order, and per affiliate and period. */
function CapFields({ caps, onChange }: CapFieldsProps) {
  const currencyCode = useEditorCurrency();
  const { perOrder, perAffiliate } = caps;
  const empty = { amount: "", currencyCode };
  return (
    <BlockStack gap="300">
      <Checkbox
        label="Limit what one order earns"
        checked={perOrder !== null}
        onChange={(checked) => onChange({ ...caps, perOrder: checked ? empty : null })}
      />
      {perOrder && (
        <MoneyField
          label="At most, for an order"
          path="terms.caps.perOrder"
          value={perOrder}
          onChange={(amount) => onChange({ ...caps, perOrder: amount })}
        />
      )}
      <Checkbox
        label="Limit what an affiliate earns in a period"
        checked={perAffiliate !== null}
        onChange={(checked) =>
          onChange({
            ...caps,
            perAffiliate: checked ? { amount: empty, period: { type: "calendar", unit: "month" } } : null,
          })
        }
      />
      {perAffiliate && (
        <FormLayout>
          <MoneyField
            label="At most, for an affiliate"
            path="terms.caps.perAffiliate.amount"
            alsoAt="terms.caps.perAffiliate"
            value={perAffiliate.amount}
            onChange={(amount) => onChange({ ...caps, perAffiliate: { ...perAffiliate, amount } })}
          />
          <PeriodFields
            label="Period of the limit"
            period={perAffiliate.period}
            path="terms.caps.perAffiliate.period"
            onChange={(period) => onChange({ ...caps, perAffiliate: { ...perAffiliate, period } })}
          />
        </FormLayout>
      )}
    </BlockStack>
  );
}

type TimeFieldsProps = { terms: TermsDraft; onChange: (change: Partial<TermsDraft>) => void };

const approvals = [
  { value: "automatic", label: "automatically" },
  { value: "manual", label: "manually" },
];

const approvalStarts = [
  { value: "order", label: "the order" },
  { value: "payment", label: "the payment" },
  { value: "fulfilment", label: "the fulfillment" },
];

const manualHelp =
  "Commissions wait for your approval after this period. Approve earlier to skip the rest of it.";

/** M11, M19: attribution window and approval. */
function TimeFields({ terms, onChange }: TimeFieldsProps) {
  const isManual = terms.approval === "manual";
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Text as="span">Clicks count for</Text>
        <TextField
          label="Days that clicks count"
          labelHidden
          type="number"
          min={programDays.attribution.least}
          max={programDays.attribution.most}
          value={terms.windowDays}
          autoComplete="off"
          onChange={(windowDays) => onChange({ windowDays })}
          {...useFieldFault("terms.windowDays", "windowDays")}
        />
        <Text as="span">days</Text>
      </InlineStack>
      {Number(terms.windowDays) > embedDays.initial && (
        <Text as="p" tone="subdued">
          {`The theme's app embed remembers clicks for ${embedDays.initial} days unless you change its settings.`}
        </Text>
      )}
      <InlineStack gap="200" blockAlign="center">
        <Text as="span">Approve</Text>
        <Select
          label="Approval"
          labelHidden
          options={approvals}
          value={terms.approval}
          onChange={(approval) => onChange({ approval: approval as TermsDraft["approval"] })}
          {...useFieldFault("terms.approval")}
        />
        <TextField
          label="Approval period in days"
          labelHidden
          type="number"
          min={programDays.hold.least}
          max={programDays.hold.most}
          value={terms.approvalDays}
          autoComplete="off"
          onChange={(approvalDays) => onChange({ approvalDays })}
          {...useFieldFault("terms.approvalDays", "approvalDays")}
        />
        <Text as="span">days after</Text>
        <Select
          label="Start of the approval period"
          labelHidden
          options={approvalStarts}
          value={terms.approvalFrom}
          onChange={(approvalFrom) => onChange({ approvalFrom: approvalFrom as TermsDraft["approvalFrom"] })}
          {...useFieldFault("terms.approvalFrom")}
        />
      </InlineStack>
      {isManual && (
        <Text as="p" tone="subdued">
          {manualHelp}
        </Text>
      )}
    </BlockStack>
  );
}

type BonusListProps = { bonuses: BonusDraft[]; onChange: (bonuses: BonusDraft[]) => void };

/** T11: bonuses. */
export function BonusList({ bonuses, onChange }: BonusListProps) {
  const currencyCode = useEditorCurrency();
  const fault = useFaultAt("terms.bonuses");
  function add(name: string, count: string) {
    const bonus: BonusDraft = {
      id: freeId("bonus", bonuses),
      name,
      atLeast: { measure: "orders", count },
      repeats: false,
      amount: { amount: "", currencyCode },
    };
    onChange([...bonuses, bonus]);
  }
  return (
    <BlockStack gap="300">
      {bonuses.length === 0 && (
        <Text as="p" tone="subdued">
          No bonuses.
        </Text>
      )}
      {fault !== undefined && <InlineError fieldID="bonuses" message={fault} />}
      {bonuses.map((bonus, index) => (
        <BonusFields
          key={bonus.id}
          bonus={bonus}
          index={index}
          onChange={(next) => onChange(replaced(bonuses, index, next))}
          onRemove={() => onChange(without(bonuses, index))}
        />
      ))}
      <InlineStack gap="200">
        <Button onClick={() => add("First sale", "1")} disabled={bonuses.length >= 20}>
          Add first-sale bonus
        </Button>
        <Button onClick={() => add("Milestone", "")} disabled={bonuses.length >= 20}>
          Add milestone
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

type BonusProps = {
  bonus: BonusDraft;
  index: number;
  onChange: (bonus: BonusDraft) => void;
  onRemove: () => void;
};

function BonusFields({ bonus, index, onChange, onRemove }: BonusProps) {
  const path = `terms.bonuses.${index}`;
  const name = bonus.name.trim() === "" ? `Bonus ${index + 1}` : bonus.name;
  return (
    <fieldset className="editor-part">
      <legend>{name}</legend>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group condensed>
            <TextField
              label="Name of the bonus"
              value={bonus.name}
              maxLength={120}
              autoComplete="off"
              onChange={(value) => onChange({ ...bonus, name: value })}
              {...useFieldFault(`${path}.name`, `${path}.id`)}
            />
            <MoneyField
              label="Bonus"
              path={`${path}.amount`}
              value={bonus.amount}
              onChange={(amount) => onChange({ ...bonus, amount })}
            />
          </FormLayout.Group>
          <ThresholdFields
            threshold={bonus.atLeast}
            path={`${path}.atLeast`}
            onChange={(atLeast) => onChange({ ...bonus, atLeast })}
          />
          <Checkbox
            label="Pays again at every further multiple"
            checked={bonus.repeats}
            onChange={(repeats) => onChange({ ...bonus, repeats })}
          />
        </FormLayout>
        <div>
          <Button
            variant="plain"
            tone="critical"
            accessibilityLabel={`Remove bonus: ${name}`}
            onClick={onRemove}
          >
            Remove bonus
          </Button>
        </div>
      </BlockStack>
    </fieldset>
  );
}
