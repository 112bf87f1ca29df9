import { BlockStack, FormLayout, Select, Text } from "@shopify/polaris";
import type { StatementDraftWire } from "#app/contracts/statement-draft.ts";
import { meaningLabels } from "./reading-words.ts";
import type { ChangeReading } from "./use-reading-address.ts";

type Props = { upload: StatementDraftWire; change: ChangeReading };
type Question = StatementDraftWire["questions"][number];

/** Words of the file whose meaning is asked. A row with an unknown word stays unclear. */
export function UnclearWords({ upload: { questions, reading, columns }, change }: Props) {
  const asked = questions.filter(({ setting, word }) => setting === "words" && word !== null);
  if (asked.length === 0) return null;
  const answer = (question: Question, means: string) => {
    const known = (reading?.words ?? []).map((one) => `${one.column}:${one.means}:${one.word}`);
    const use = columns[question.column ?? -1]?.use ?? "type";
    change({ word: [...known, `${use}:${means}:${question.word ?? ""}`] });
  };
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        Unclear words
      </Text>
      <FormLayout>
        {asked.map((question) => (
          <Select
            key={`${question.column} ${question.word}`}
            label={`What does '${question.word}' mean?`}
            placeholder="Choose"
            options={question.choices.map((value) => ({ value, label: meaningLabels[value] ?? value }))}
            value=""
            onChange={(means) => answer(question, means)}
          />
        ))}
      </FormLayout>
    </BlockStack>
  );
}
