import { FormLayout, RadioButton, TextField } from "@shopify/polaris";
import { errorProp, type FormRefusal } from "../../../shared/error-banner.tsx";
import { useText } from "../../../texts/use-text.ts";
import type { ProgramValues } from "../program-values.ts";

type Props = { values: ProgramValues; refusal: FormRefusal | null; currency: string };

const kinds = ["percentage", "fixed", "per-item", "none"] as const;

const unchanged = () => undefined;

/**
 * Terms without JavaScript: the fallback and the days. Rules, limits and bonuses stay as they are, and so do tiers
 * unless another kind is chosen. Inside noscript, nothing changes.
 */
export function PlainTermsFields({ values, refusal, currency }: Props) {
  const t = useText("programs");
  const { terms } = values;
  const { commission } = terms;
  const isTiered = commission.type === "tiered";
  const percent = commission.type === "percentage" ? commission.percent : "";
  const amount = "amount" in commission ? commission.amount.amount : "";
  return (
    <FormLayout>
      <fieldset className="plain-fieldset">
        <legend>{t("editor.earn")}</legend>
        {[...kinds, ...(isTiered ? (["tiered"] as const) : [])].map((kind) => (
          <div key={kind}>
            <RadioButton
              id={`plain-commissionType-${kind}`}
              name="commissionType"
              value={kind}
              label={kind === "tiered" ? t("pay.tiersUnchanged") : t(`pay.kinds.${kind}`)}
              checked={commission.type === kind}
              onChange={unchanged}
            />
          </div>
        ))}
      </fieldset>
      <FormLayout.Group>
        <TextField
          id="plain-percent"
          name="percent"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "percent", "terms.commission.percent", "terms.commission")}
          label={t("pay.percent")}
          suffix="%"
          value={percent}
        />
        <TextField
          id="plain-amount"
          name="amount"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "amount", "terms.commission.amount")}
          label={t("pay.amount")}
          suffix={currency}
          value={amount}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <TextField
          id="plain-windowDays"
          name="windowDays"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "windowDays", "terms.windowDays")}
          label={t("timing.window")}
          value={terms.windowDays}
        />
        <TextField
          id="plain-approvalDays"
          name="approvalDays"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "approvalDays", "terms.approvalDays")}
          label={t("timing.period")}
          value={terms.approvalDays}
        />
      </FormLayout.Group>
      {values.joining && (
        <TextField
          id="plain-noticeDays"
          name="noticeDays"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "noticeDays")}
          label={t("joining.notice")}
          suffix={t("joining.days")}
          value={values.noticeDays}
        />
      )}
    </FormLayout>
  );
}
