import {
  Banner,
  BlockStack,
  Box,
  Button,
  Checkbox,
  ChoiceList,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import { type FieldKind, fieldKinds, mostFields, mostRules } from "#app/domain/applications/joining.ts";
import { programDays } from "#app/domain/program.ts";
import { CopyButton } from "../../../shared/copy-button.tsx";
import type { TermsError } from "../terms/editor-context.ts";
import { useText } from "../../../texts/use-text.ts";
import { ApprovalRuleFields } from "./approval-rule-fields.tsx";
import { emptyCondition, type JoiningDraft, newQuestion, type QuestionDraft } from "./joining-draft.ts";

type Props = {
  draft: JoiningDraft;
  noticeDays: string;
  /** Replaces the help of the notice period. */
  noticeHelp: string | null;
  joinUrl: string | null;
  isActive: boolean;
  canEmail: boolean;
  errors: readonly TermsError[];
  onChange: (change: { joining?: JoiningDraft; noticeDays?: string }) => void;
};

type PartProps = {
  draft: JoiningDraft;
  change: (part: Partial<JoiningDraft>) => void;
  errorOf: (path: string) => string | undefined;
};

/** How people join: access, the application form, approval rules, and the notice period. */
export function JoiningFields({ draft, joinUrl, isActive, canEmail, errors, onChange, ...notice }: Props) {
  const t = useText("programs");
  const part: PartProps = {
    draft,
    change: (changed) => onChange({ joining: { ...draft, ...changed } }),
    errorOf: (path) => errorAt(errors, path),
  };
  return (
    <BlockStack gap="400">
      {draft.mode === "open" && <OpenBanner isActive={isActive} canEmail={canEmail} />}
      <ChoiceList
        title={t("joining.who")}
        titleHidden
        choices={(["invitation", "open"] as const).map((value) => ({
          value,
          label: t(`joining.summary.${value}`),
        }))}
        selected={[draft.mode]}
        onChange={([mode]) => part.change({ mode: mode === "open" ? "open" : "invitation" })}
      />
      {draft.mode === "open" && (
        <>
          <JoinPageFields {...part} joinUrl={joinUrl} />
          <Questions {...part} />
          <ApprovalRules {...part} />
        </>
      )}
      <NoticeField {...notice} error={part.errorOf("noticeDays")} onChange={onChange} />
    </BlockStack>
  );
}

type NoticeProps = Pick<Props, "noticeDays" | "noticeHelp" | "onChange"> & { error: string | undefined };

function NoticeField({ noticeDays, noticeHelp, error, onChange }: NoticeProps) {
  const t = useText("programs");
  const help = noticeDays.trim() === "0" ? t("joining.noticeNone") : t("joining.noticeHelp");
  return (
    <TextField
      id="field-noticeDays"
      label={t("joining.notice")}
      type="number"
      min={programDays.notice.least}
      max={programDays.notice.most}
      suffix={t("joining.days")}
      autoComplete="off"
      value={noticeDays}
      onChange={(days) => onChange({ noticeDays: days })}
      helpText={noticeHelp ?? help}
      {...(error !== undefined && { error })}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      {children}
    </BlockStack>
  );
}

const pathOf = (field: string): string => field.replace(/^joining\./, "");

/** First error of a field. A text field holds a list, so it shows the errors of all its values. */
function errorAt(errors: Props["errors"], path: string): string | undefined {
  return errors.find(({ field }) => pathOf(field) === path || pathOf(field).startsWith(`${path}.`))?.message;
}

type OpenProps = { isActive: boolean; canEmail: boolean };

function OpenBanner({ isActive, canEmail }: OpenProps) {
  const t = useText("programs");
  if (!canEmail) {
    return <Banner tone="warning">{t("joining.noEmail")}</Banner>;
  }
  return isActive ? null : <Banner tone="info">{t("joining.inactive")}</Banner>;
}

function JoinPageFields({ draft, change, errorOf, joinUrl }: PartProps & { joinUrl: string | null }) {
  const t = useText("programs");
  const slugError = errorOf("slug");
  const daysError = errorOf("reapplyDays");
  return (
    <Part title={t("joining.page")}>
      {joinUrl !== null && (
        <InlineStack gap="300" blockAlign="center">
          <Text as="span" breakWord>
            {joinUrl}
          </Text>
          <CopyButton text={joinUrl} label={t("joining.copyLink")} />
        </InlineStack>
      )}
      <FormLayout>
        <TextField
          label={t("joining.slug")}
          value={draft.slug}
          onChange={(slug) => change({ slug })}
          autoComplete="off"
          helpText={t("joining.slugHelp")}
          {...(slugError !== undefined && { error: slugError })}
        />
        <Checkbox
          label={t("joining.indexable")}
          checked={draft.indexable}
          onChange={(indexable) => change({ indexable })}
        />
        <TextField
          label={t("joining.reapply")}
          type="number"
          min={0}
          suffix={t("joining.days")}
          value={draft.reapplyDays}
          onChange={(reapplyDays) => change({ reapplyDays })}
          autoComplete="off"
          helpText={t("joining.reapplyHelp")}
          {...(daysError !== undefined && { error: daysError })}
        />
      </FormLayout>
    </Part>
  );
}

function Questions({ draft, change, errorOf }: PartProps) {
  const t = useText("programs");
  const { questions } = draft;
  return (
    <Part title={t("joining.form")}>
      <Text as="p" tone="subdued">
        {t("joining.formHelp")}
      </Text>
      {questions.map((question, index) => (
        <QuestionFields
          key={question.id}
          question={question}
          number={index + 1}
          errorOf={(path) => errorOf(`fields.${index}.${path}`)}
          onChange={(part) => change({ questions: questions.with(index, { ...question, ...part }) })}
          onRemove={() => change({ questions: questions.toSpliced(index, 1) })}
        />
      ))}
      <InlineStack>
        <Button
          disabled={questions.length >= mostFields}
          onClick={() => change({ questions: [...questions, newQuestion(questions)] })}
        >
          {t("joining.addQuestion")}
        </Button>
      </InlineStack>
    </Part>
  );
}

function ApprovalRules({ draft, change, errorOf }: PartProps) {
  const t = useText("programs");
  const { rules, questions } = draft;
  return (
    <Part title={t("joining.approval")}>
      <Text as="p" tone="subdued">
        {t("joining.approvalHelp")}
      </Text>
      {rules.map((rule, index) => (
        <ApprovalRuleFields
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id until they are saved
          key={index}
          rule={rule}
          number={index + 1}
          questions={questions}
          errorOf={(path) => errorOf(`rules.${index}.${path}`)}
          onChange={(part) => change({ rules: rules.with(index, { ...rule, ...part }) })}
          onRemove={() => change({ rules: rules.toSpliced(index, 1) })}
        />
      ))}
      <InlineStack>
        <Button
          disabled={rules.length >= mostRules}
          onClick={() => change({ rules: [...rules, { name: "", conditions: [emptyCondition] }] })}
        >
          {t("joining.addRule")}
        </Button>
      </InlineStack>
    </Part>
  );
}

type QuestionFieldsProps = {
  question: QuestionDraft;
  number: number;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<QuestionDraft>) => void;
  onRemove: () => void;
};

/** One question of the application form. */
function QuestionFields({ question, number, errorOf, onChange, onRemove }: QuestionFieldsProps) {
  const t = useText("programs");
  const { kind, label, required, choices } = question;
  const [labelError, choicesError] = [errorOf("label"), errorOf("choices")];
  return (
    <Box padding="300" borderWidth="025" borderColor="border" borderRadius="200">
      <FormLayout>
        <FormLayout.Group>
          <TextField
            label={t("joining.question", { number })}
            value={label}
            onChange={(text) => onChange({ label: text })}
            autoComplete="off"
            maxLength={200}
            {...(labelError !== undefined && { error: labelError })}
          />
          <Select
            label={t("joining.answer", { number })}
            options={fieldKinds.map((one) => ({ value: one, label: t(`joining.kinds.${one}`) }))}
            value={kind}
            onChange={(value) => onChange({ kind: value as FieldKind })}
          />
        </FormLayout.Group>
        {kind === "choice" && (
          <TextField
            label={t("joining.choices", { number })}
            value={choices}
            onChange={(text) => onChange({ choices: text })}
            multiline={3}
            autoComplete="off"
            helpText={t("joining.choicesHelp")}
            {...(choicesError !== undefined && { error: choicesError })}
          />
        )}
        <InlineStack align="space-between" blockAlign="center">
          <Checkbox
            label={t("joining.required")}
            checked={required}
            onChange={(checked) => onChange({ required: checked })}
          />
          <Button
            variant="tertiary"
            onClick={onRemove}
            accessibilityLabel={t("joining.removeQuestion", { number })}
          >
            {t("joining.remove")}
          </Button>
        </InlineStack>
      </FormLayout>
    </Box>
  );
}
