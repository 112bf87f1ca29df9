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
import { embedDays, programDays } from "#app/domain/program.ts";
import { useText } from "../../../texts/use-text.ts";
import { baseParts, type BonusDraft, freeId, replaced, type TermsDraft, without } from "./draft.ts";
import { useEditedField, useEditorCurrency, useFaultAt } from "./editor-context.ts";
import { MoneyField, PeriodFields, ThresholdFields } from "./terms-fields.tsx";

type Base = TermsDraft["base"];
type BaseFieldsProps = { base: Base; onChange: (base: Base) => void };

/** M7, T7: parts of the eligible amount besides the net price of ordinary goods. */
export function BaseFields({ base, onChange }: BaseFieldsProps) {
  const t = useText("programs");
  return (
    <fieldset className="plain-fieldset">
      <legend>{t("base.help")}</legend>
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200">
        {baseParts.map((name) => (
          <Checkbox
            key={name}
            label={t(`base.parts.${name}`)}
            checked={base[name]}
            onChange={(checked) => onChange({ ...base, [name]: checked })}
            {...(name === "giftCards" && { helpText: t("base.giftCardsHelp") })}
          />
        ))}
      </InlineGrid>
    </fieldset>
  );
}

type Caps = TermsDraft["caps"];
type CapFieldsProps = { caps: Caps; onChange: (caps: Caps) => void };

/** T8, T9: caps per order, and per affiliate and period. */
export function CapFields({ caps, onChange }: CapFieldsProps) {
  const t = useText("programs");
  const currencyCode = useEditorCurrency();
  const { perOrder, perAffiliate } = caps;
  const empty = { amount: "", currencyCode };
  return (
    <BlockStack gap="300">
      <Checkbox
        label={t("limits.perOrder")}
        checked={perOrder !== null}
        onChange={(checked) => onChange({ ...caps, perOrder: checked ? empty : null })}
      />
      {perOrder && (
        <MoneyField
          label={t("limits.perOrderAmount")}
          path="terms.caps.perOrder"
          value={perOrder}
          onChange={(amount) => onChange({ ...caps, perOrder: amount })}
        />
      )}
      <Checkbox
        label={t("limits.perAffiliate")}
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
            label={t("limits.perAffiliateAmount")}
            path="terms.caps.perAffiliate.amount"
            alsoAt="terms.caps.perAffiliate"
            value={perAffiliate.amount}
            onChange={(amount) => onChange({ ...caps, perAffiliate: { ...perAffiliate, amount } })}
          />
          <PeriodFields
            label={t("limits.period")}
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

const starts = ["order", "payment", "fulfilment"] as const;

/** M11, M19: attribution window and approval. */
export function TimeFields({ terms, onChange }: TimeFieldsProps) {
  const t = useText("programs");
  const isManual = terms.approval === "manual";
  return (
    <BlockStack gap="300">
      <div className="editor-row editor-days">
        <span className="editor-word">{t("timing.clicks")}</span>
        <TextField
          label={t("timing.window")}
          labelHidden
          type="number"
          min={programDays.attribution.least}
          max={programDays.attribution.most}
          value={terms.windowDays}
          autoComplete="off"
          onChange={(windowDays) => onChange({ windowDays })}
          {...useEditedField("terms.windowDays", "windowDays")}
        />
        <span className="editor-word">{t("timing.days")}</span>
      </div>
      {Number(terms.windowDays) > embedDays.initial && (
        <Text as="p" tone="subdued">
          {t("timing.embed", { days: embedDays.initial })}
        </Text>
      )}
      <div className="editor-row editor-days">
        <span className="editor-word">{t("timing.approve")}</span>
        <Select
          label={t("timing.approval")}
          labelHidden
          options={(["automatic", "manual"] as const).map((value) => ({
            value,
            label: t(`timing.${value}`),
          }))}
          value={terms.approval}
          onChange={(approval) => onChange({ approval: approval as TermsDraft["approval"] })}
          {...useEditedField("terms.approval")}
        />
        <TextField
          label={t("timing.period")}
          labelHidden
          type="number"
          min={programDays.hold.least}
          max={programDays.hold.most}
          value={terms.approvalDays}
          autoComplete="off"
          onChange={(approvalDays) => onChange({ approvalDays })}
          {...useEditedField("terms.approvalDays", "approvalDays")}
        />
        <span className="editor-word">{t("timing.after")}</span>
        <Select
          label={t("timing.start")}
          labelHidden
          options={starts.map((value) => ({ value, label: t(`timing.starts.${value}`) }))}
          value={terms.approvalFrom}
          onChange={(approvalFrom) => onChange({ approvalFrom: approvalFrom as TermsDraft["approvalFrom"] })}
          {...useEditedField("terms.approvalFrom")}
        />
      </div>
      {isManual && (
        <Text as="p" tone="subdued">
          {t("timing.manualHelp")}
        </Text>
      )}
    </BlockStack>
  );
}

type BonusListProps = { bonuses: BonusDraft[]; onChange: (bonuses: BonusDraft[]) => void };

/** T11: bonuses. */
export function BonusList({ bonuses, onChange }: BonusListProps) {
  const t = useText("programs");
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
        <Button onClick={() => add(t("bonuses.firstName"), "1")} disabled={bonuses.length >= 20}>
          {t("bonuses.addFirst")}
        </Button>
        <Button onClick={() => add(t("bonuses.milestoneName"), "")} disabled={bonuses.length >= 20}>
          {t("bonuses.addMilestone")}
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
  const t = useText("programs");
  const path = `terms.bonuses.${index}`;
  const name = bonus.name.trim() === "" ? t("bonuses.numbered", { number: index + 1 }) : bonus.name;
  return (
    <fieldset className="editor-part">
      <legend>{name}</legend>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group condensed>
            <TextField
              label={t("bonuses.name")}
              value={bonus.name}
              maxLength={120}
              autoComplete="off"
              onChange={(value) => onChange({ ...bonus, name: value })}
              {...useEditedField(`${path}.name`, `${path}.id`)}
            />
            <MoneyField
              label={t("bonuses.amount")}
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
            label={t("bonuses.repeats")}
            checked={bonus.repeats}
            onChange={(repeats) => onChange({ ...bonus, repeats })}
          />
        </FormLayout>
        <div>
          <Button
            variant="plain"
            tone="critical"
            accessibilityLabel={t("bonuses.removeNamed", { name })}
            onClick={onRemove}
          >
            {t("bonuses.remove")}
          </Button>
        </div>
      </BlockStack>
    </fieldset>
  );
}
