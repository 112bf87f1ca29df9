import { Form, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Card, FormLayout, List, RadioButton, Text, TextField } from "@shopify/polaris";
import { type ReactNode, type RefObject, useEffect, useSyncExternalStore } from "react";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { bannerMessage, ErrorBanner, errorProp, type FormRefusal } from "../../shared/error-banner.tsx";
import { formatCount, formatDate, formatMoney } from "../../shared/format.ts";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { changeWords } from "./terms-changes.ts";
import { PreviewSection } from "./preview/preview-section.tsx";
import type { LivePreview } from "./preview/use-preview.ts";
import { daysWords } from "./terms-text.ts";
import type { TermsDraft } from "./terms/draft.ts";
import type { TermsError } from "./terms/editor-context.ts";
import { TermsEditor } from "./terms/terms-editor.tsx";
import type { TermsFormState } from "./use-program-form.ts";

type Props = {
  state: TermsFormState;
  timeZone: string;
  submitLabel: string;
  /** Names of the fields above the terms, which show their own errors. */
  fields: readonly string[];
  /** The fields. */
  children?: ReactNode;
};

/** Form for terms with a preview. Without JavaScript it posts like any form. */
export function TermsEditingForm({ state, timeZone, submitLabel, fields, children }: Props) {
  const { values, revision, set, form, preview, refusal, errors, currency, isDirty, isBusy } = state;
  const unsaved = { isDirty, isBusy, onDiscard: state.discard };
  return (
    <BlockStack gap="400">
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        {revision !== null && <input type="hidden" name="revision" value={revision} />}
        <BlockStack gap="400">
          <TermsFormBanner refusal={refusal} fields={fields} isDirty={isDirty} onDiscard={state.discard} />
          <ScheduleQuestion plan={state.plan} form={form} timeZone={timeZone} />
          {children}
          <TermsFormPart
            terms={values.terms}
            refusal={refusal}
            errors={errors}
            currency={currency}
            onChange={(terms) => set({ terms })}
          />
          <PreviewSummary preview={preview} />
          <div className="outside-cards">
            <SaveButtons submitLabel={submitLabel} {...unsaved} />
          </div>
        </BlockStack>
        <AppSaveBar {...unsaved} onSave={() => form.current?.requestSubmit()} />
      </Form>
      <PreviewSection preview={preview} terms={values.terms} currency={currency} timeZone={timeZone} />
    </BlockStack>
  );
}

/** Commission of the basket in one sentence, visible while terms are edited. */
export function PreviewSummary({ preview }: { preview: LivePreview }) {
  return (
    <div className="needs-script preview-summary" aria-live="polite">
      <Text as="p" {...(preview.isStale && { tone: "subdued" as const })}>
        {summaryOf(preview)}
      </Text>
    </div>
  );
}

const wrongDraft = "What is wrong stands at its field; the preview is of the last draft without it.";

function summaryOf({ seen, errors, failure }: LivePreview): string {
  if (failure !== null) return failure;
  if (errors.length > 0) return wrongDraft;
  if (!seen?.basket) return "The preview comes in a moment.";
  const { draft, today } = seen.basket;
  const pays = `The draft pays ${formatMoney(draft.totals.commission)} for the basket below`;
  const beside = today ? `, today's terms pay ${formatMoney(today.totals.commission)}` : "";
  return `${pays}${beside}.${draft.moreThanSold ? " Commission is more than net sales." : ""}`;
}

type ScheduleQuestionProps = {
  plan: TermsPlanWire | undefined;
  form: RefObject<HTMLFormElement | null>;
  timeZone: string;
};

const title = "Schedule lower commission?";

/**
 * Asks for confirmation before lower terms are scheduled. Without JavaScript a banner asks, and saving again confirms.
 */
function ScheduleQuestion({ plan, form, timeZone }: ScheduleQuestionProps) {
  const confirm = useConfirm();
  const submit = useSubmit();
  useEffect(() => {
    if (!plan) return;
    confirm({
      title,
      message: [...plan.changes.map((change) => `${changeWords(change)}.`), noticeWords(plan, timeZone)].join(
        " ",
      ),
      confirmLabel: "Schedule change",
      onConfirm: () => {
        if (!form.current) return;
        const fields = new FormData(form.current);
        fields.set("confirmed", "yes");
        submit(fields, { method: "post" });
      },
    });
  }, [plan, confirm, submit, form, timeZone]);
  if (!plan) return null;
  return (
    <noscript>
      <input type="hidden" name="confirmed" value="yes" />
      <Banner tone="warning" title={title}>
        <BlockStack gap="200">
          <List>
            {plan.changes.map((change) => (
              <List.Item key={changeWords(change)}>{changeWords(change)}</List.Item>
            ))}
          </List>
          <p>{noticeWords(plan, timeZone)} Save again to schedule the change.</p>
        </BlockStack>
      </Banner>
    </noscript>
  );
}

function noticeWords({ affiliates, noticeDays, startsAt }: TermsPlanWire, timeZone: string): string {
  const who = affiliates === 1 ? "1 affiliate gets" : `${formatCount(affiliates)} affiliates get`;
  const notice = `${daysWords(noticeDays)}${noticeDays === 1 ? "'s" : "'"} notice`;
  return `${who} ${notice}. New terms start ${formatDate(startsAt, timeZone)}.`;
}

type TermsFormPartProps = {
  terms: TermsDraft;
  refusal: FormRefusal | null;
  errors: readonly TermsError[];
  currency: string;
  onChange: (terms: TermsDraft) => void;
};

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/** Terms as part of a form: the editor, or flat fields without JavaScript. */
function TermsFormPart({ terms, refusal, errors, currency, onChange }: TermsFormPartProps) {
  // Hidden fields need a script to follow the editor, so a page without one omits them.
  const isLive = useSyncExternalStore(neverChanges, inBrowser, onServer);
  return (
    <>
      {isLive && (
        <>
          <input type="hidden" name="commissionType" value="edited" />
          <input type="hidden" name="terms" value={JSON.stringify(terms)} />
        </>
      )}
      <noscript>
        {/* The editor needs JavaScript. */}
        <style>{".needs-script{display:none}"}</style>
        <Card>
          <PlainTermsFields terms={terms} refusal={refusal} currency={currency} />
        </Card>
      </noscript>
      <div className="needs-script editor-sections">
        <TermsEditor terms={terms} currency={currency} errors={errors} onChange={onChange} />
      </div>
    </>
  );
}

type BannerProps = {
  refusal: FormRefusal | null;
  /** Names of the flat fields that show their own errors. */
  fields: readonly string[];
  isDirty: boolean;
  onDiscard: () => void;
};

/** Errors that no field shows, and the way out of a conflict. */
function TermsFormBanner({ refusal, fields, isDirty, onDiscard }: BannerProps) {
  const isConflict = refusal?.errors.some((error) => error.field === "revision") ?? false;
  if (!isConflict || !isDirty) {
    const shown = refusal?.errors.map((error) => error.field).filter(isTermsPath) ?? [];
    return <ErrorBanner message={bannerMessage(refusal, [...fields, ...shown])} answer={refusal} />;
  }
  return (
    <Banner
      title="Error"
      tone="critical"
      action={{ content: "Discard mine and show the newest", onAction: onDiscard }}
    >
      <p>{refusal?.message}</p>
    </Banner>
  );
}

const flatPaths = new Set(["percent", "amount", "commissionType", "windowDays", "approvalDays"]);

function isTermsPath(field: string): boolean {
  return field.startsWith("terms.") || flatPaths.has(field);
}

type PlainTermsFieldsProps = { terms: TermsDraft; refusal: FormRefusal | null; currency: string };

const kinds = [
  { value: "percentage", label: "Percentage of the order" },
  { value: "fixed", label: "Fixed amount per order" },
  { value: "per-item", label: "Fixed amount per item" },
  { value: "none", label: "No commission" },
];

const unchanged = () => undefined;

/**
 * Terms without JavaScript: the fallback and the days. Rules, limits and bonuses stay as they are, and so do tiers
 * unless another kind is chosen. Inside noscript, nothing changes.
 */
function PlainTermsFields({ terms, refusal, currency }: PlainTermsFieldsProps) {
  const { commission } = terms;
  const isTiered = commission.type === "tiered";
  const percent = commission.type === "percentage" ? commission.percent : "";
  const amount = "amount" in commission ? commission.amount.amount : "";
  return (
    <FormLayout>
      <fieldset className="plain-fieldset">
        <legend>Commission</legend>
        {[...kinds, ...(isTiered ? [{ value: "tiered", label: "Tiers, as they are" }] : [])].map((kind) => (
          <div key={kind.value}>
            <RadioButton
              id={`plain-commissionType-${kind.value}`}
              name="commissionType"
              value={kind.value}
              label={kind.label}
              checked={commission.type === kind.value}
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
          label="Percentage"
          suffix="%"
          value={percent}
        />
        <TextField
          id="plain-amount"
          name="amount"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "amount", "terms.commission.amount")}
          label="Amount"
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
          label="Days that clicks count"
          value={terms.windowDays}
        />
        <TextField
          id="plain-approvalDays"
          name="approvalDays"
          autoComplete="off"
          onChange={unchanged}
          {...errorProp(refusal, "approvalDays", "terms.approvalDays")}
          label="Approval period in days"
          value={terms.approvalDays}
        />
      </FormLayout.Group>
    </FormLayout>
  );
}
