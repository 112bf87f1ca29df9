import { Form, useNavigation } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useRef, useState } from "react";
import type { JoiningWire } from "#app/contracts/joining.ts";
import { type FieldKind, fieldKinds, mostFields, mostRules } from "#app/domain/applications/joining.ts";
import { AppPage } from "../../../shared/frame/app-page.tsx";
import { AppSaveBar } from "../../../shared/frame/app-save-bar.tsx";
import { CopyButton } from "../../../shared/copy-button.tsx";
import { Section } from "../../../shared/detail-page.tsx";
import {
  ErrorBanner,
  type FormAnswer,
  type FormRefusal,
  useShowFault,
} from "../../../shared/error-banner.tsx";
import { SaveButtons } from "../../../shared/save-buttons.tsx";
import { useAnswerToast } from "../../../shared/use-answer-toast.ts";
import {
  bodyOf,
  draftOf,
  emptyCondition,
  type JoiningDraft,
  newQuestion,
  type QuestionDraft,
  RuleFields,
} from "./rule-fields.tsx";

type Props = {
  program: { readonly id: string; readonly name: string; readonly status: string };
  joining: JoiningWire;
  canEmail: boolean;
  answer: FormAnswer | undefined;
};

/** Programs ▸ Joining: access, questions of the form, and approval rules. */
export function JoiningPage(props: Props) {
  const { program, joining, answer } = props;
  useAnswerToast(answer, savedText);
  return (
    <AppPage
      title={`Joining: ${program.name}`}
      backAction={{ content: program.name, url: `/dashboard/programs/${program.id}` }}
    >
      {/* A new key after saving resets the form to the saved values. */}
      <JoiningForm key={joining.revision} {...props} refusal={answer?.ok === false ? answer : null} />
    </AppPage>
  );
}

const savedText = () => "Joining saved";

type FormProps = Omit<Props, "answer"> & { refusal: FormRefusal | null };
type ChangeJoining = (change: Partial<JoiningDraft>) => void;
type PartProps = {
  draft: JoiningDraft;
  change: ChangeJoining;
  errorOf: (path: string) => string | undefined;
};

function JoiningForm({ program, joining, canEmail, refusal }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(joining));
  const isBusy = useNavigation().state !== "idle";
  const change: ChangeJoining = (part) => setDraft((before) => ({ ...before, ...part }));
  const errorOf = (path: string) => errorAt(refusal, path);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(joining));
  const form = useRef<HTMLFormElement>(null);
  useShowFault(form, refusal);
  const discard = () => setDraft(draftOf(joining));
  const part = { draft, change, errorOf };
  return (
    <Form method="post" ref={form}>
      <input type="hidden" name="joining" value={JSON.stringify(bodyOf(draft, joining.revision))} />
      <AppSaveBar
        isDirty={isChanged}
        isBusy={isBusy}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={discard}
      />
      <BlockStack gap="400">
        <ErrorBanner message={refusal && bannerText(refusal)} answer={refusal} />
        {draft.mode === "open" && <OpenBanner status={program.status} canEmail={canEmail} />}
        <Card>
          <ChoiceList
            title="Joining"
            choices={[
              { label: "Invitation only", value: "invitation" },
              { label: "Anyone can apply", value: "open" },
            ]}
            selected={[draft.mode]}
            onChange={([mode]) => change({ mode: mode === "open" ? "open" : "invitation" })}
          />
        </Card>
        {draft.mode === "open" && (
          <>
            <JoinPageSection {...part} joinUrl={joining.joinUrl} />
            <Questions {...part} />
            <Rules {...part} />
          </>
        )}
        <SaveButtons isDirty={isChanged} isBusy={isBusy} onDiscard={discard} />
      </BlockStack>
    </Form>
  );
}

const pathOf = (field: string): string => field.replace(/^joining\./, "");

/** First error of a field. A text field holds a list, so it shows the errors of all its values. */
function errorAt(refusal: FormRefusal | null, path: string): string | undefined {
  return refusal?.errors.find(({ field }) => pathOf(field) === path || pathOf(field).startsWith(`${path}.`))
    ?.message;
}

const fieldPaths = /^(slug|reapplyDays|(fields|rules)\.\d+\..+)$/;

/** Null if a field shows the only error. */
function bannerText({ message, errors }: FormRefusal): string | null {
  const areShown = errors.length > 0 && errors.every(({ field }) => fieldPaths.test(pathOf(field)));
  if (!areShown) return message;
  return errors.length === 1 ? null : `Fix ${errors.length} errors to save.`;
}

function OpenBanner({ status, canEmail }: { status: string; canEmail: boolean }) {
  if (!canEmail) {
    return (
      <Banner tone="warning">
        Set up an email server to take applications. People confirm their address.
      </Banner>
    );
  }
  if (status === "active") return null;
  return <Banner tone="info">People can apply while the program is active.</Banner>;
}

function JoinPageSection({ draft, change, errorOf, joinUrl }: PartProps & { joinUrl: string | null }) {
  const slugError = errorOf("slug");
  const daysError = errorOf("reapplyDays");
  return (
    <Section title="Join page">
      {joinUrl !== null && (
        <InlineStack gap="300" blockAlign="center">
          <Text as="span" breakWord>
            {joinUrl}
          </Text>
          <CopyButton text={joinUrl} label="Copy link" />
          <Button url={joinUrl} target="_blank" variant="plain">
            View join page
          </Button>
        </InlineStack>
      )}
      <FormLayout>
        <TextField
          label="Address"
          value={draft.slug}
          onChange={(slug) => change({ slug })}
          autoComplete="off"
          helpText="Leave blank to use the program's name."
          {...(slugError !== undefined && { error: slugError })}
        />
        <Checkbox
          label="Show in search engines"
          checked={draft.indexable}
          onChange={(indexable) => change({ indexable })}
        />
        <TextField
          label="Apply again after"
          type="number"
          min={0}
          suffix="days"
          value={draft.reapplyDays}
          onChange={(reapplyDays) => change({ reapplyDays })}
          autoComplete="off"
          helpText="For people you declined."
          {...(daysError !== undefined && { error: daysError })}
        />
      </FormLayout>
    </Section>
  );
}

function Questions({ draft, change, errorOf }: PartProps) {
  const { questions } = draft;
  return (
    <Section title="Form">
      <Text as="p" tone="subdued">
        Name and email are always asked.
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
          Add question
        </Button>
      </InlineStack>
    </Section>
  );
}

function Rules({ draft, change, errorOf }: PartProps) {
  const { rules, questions } = draft;
  return (
    <Section title="Auto-approval">
      <Text as="p" tone="subdued">
        The first rule that matches approves the application once the email is confirmed. You decide the rest.
      </Text>
      {rules.map((rule, index) => (
        <RuleFields
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
          Add rule
        </Button>
      </InlineStack>
    </Section>
  );
}

const kindNames: Readonly<Record<FieldKind, string>> = {
  text: "Text",
  choice: "Choice",
  link: "Link",
  checkbox: "Checkbox",
};
const kinds = fieldKinds.map((value) => ({ value, label: kindNames[value] }));

type QuestionFieldsProps = {
  question: QuestionDraft;
  number: number;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<QuestionDraft>) => void;
  onRemove: () => void;
};

/** One question of the application form. */
function QuestionFields({ question, number, errorOf, onChange, onRemove }: QuestionFieldsProps) {
  const { kind, label, required, choices } = question;
  const [labelError, choicesError] = [errorOf("label"), errorOf("choices")];
  return (
    <Box padding="300" borderWidth="025" borderColor="border" borderRadius="200">
      <FormLayout>
        <FormLayout.Group>
          <TextField
            label={`Question ${number}`}
            value={label}
            onChange={(text) => onChange({ label: text })}
            autoComplete="off"
            maxLength={200}
            {...(labelError !== undefined && { error: labelError })}
          />
          <Select
            label={`Answer to question ${number}`}
            options={kinds}
            value={kind}
            onChange={(value) => onChange({ kind: value as FieldKind })}
          />
        </FormLayout.Group>
        {kind === "choice" && (
          <TextField
            label={`Choices of question ${number}`}
            value={choices}
            onChange={(text) => onChange({ choices: text })}
            multiline={3}
            autoComplete="off"
            helpText="One per line."
            {...(choicesError !== undefined && { error: choicesError })}
          />
        )}
        <InlineStack align="space-between" blockAlign="center">
          <Checkbox
            label="Required"
            checked={required}
            onChange={(checked) => onChange({ required: checked })}
          />
          <Button variant="tertiary" onClick={onRemove} accessibilityLabel={`Remove question ${number}`}>
            Remove
          </Button>
        </InlineStack>
      </FormLayout>
    </Box>
  );
}
