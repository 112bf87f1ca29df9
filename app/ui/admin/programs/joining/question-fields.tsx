import { Box, Button, Checkbox, FormLayout, InlineStack, Select, TextField } from "@shopify/polaris";
import { fieldKinds, type FieldKind } from "#app/domain/applications/form.ts";
import type { QuestionDraft } from "./joining-draft.ts";

const kindNames: Readonly<Record<FieldKind, string>> = {
  text: "Text",
  choice: "Choice",
  link: "Link",
  checkbox: "Checkbox",
};
const kinds = fieldKinds.map((value) => ({ value, label: kindNames[value] }));

type Props = {
  question: QuestionDraft;
  number: number;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<QuestionDraft>) => void;
  onRemove: () => void;
};

/** One question of the application form. */
export function QuestionFields({ question, number, errorOf, onChange, onRemove }: Props) {
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
