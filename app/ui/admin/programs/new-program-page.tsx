import { DetailPage, Section } from "../../shared/detail-page.tsx";
import type { ProgramAnswer } from "./program-answer.ts";
import { ProgramForm } from "./program-form.tsx";
import { programsList } from "./program-page.tsx";
import { newProgramValues, type ProgramDefaults } from "./program-values.ts";

type Props = { defaults: ProgramDefaults; currency: string; answer: ProgramAnswer | undefined };

/** The form of a program that is not made yet, with the shop's defaults in it. */
export function NewProgramPage({ defaults, currency, answer }: Props) {
  return (
    <DetailPage title="Create New Program" back={programsList}>
      <Section title="Program">
        <ProgramForm
          saved={{ values: newProgramValues(defaults), revision: null }}
          answer={answer}
          currency={currency}
          submitLabel="Create program"
        />
      </Section>
    </DetailPage>
  );
}
