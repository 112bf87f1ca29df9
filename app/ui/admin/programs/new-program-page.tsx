import type { TermsWire } from "#app/contracts/terms.ts";
import { DetailPage } from "../../shared/detail-page.tsx";
import type { ProgramAnswer } from "./use-program-form.ts";
import { ProgramForm } from "./program-form.tsx";
import { programsList } from "./program-page.tsx";
import { type GivenValues, newProgramValues, type ProgramDefaults } from "./program-values.ts";
import { typed } from "./terms/draft.ts";

type Props = {
  defaults: ProgramDefaults;
  /** Terms of a backtest to start from; null for the shop's defaults. */
  draft: TermsWire | null;
  /** Values typed in the setup guide. */
  given?: GivenValues;
  currency: string;
  timeZone: string;
  answer: ProgramAnswer | undefined;
};

/** Form for a new program, with the shop's defaults. */
export function NewProgramPage({ defaults, draft, given, currency, timeZone, answer }: Props) {
  return (
    <DetailPage title="Create New Program" back={programsList}>
      <ProgramForm
        saved={{ values: newProgramValues(defaults, given), revision: null, draft: draft && typed(draft) }}
        answer={answer}
        programId={null}
        currency={currency}
        timeZone={timeZone}
        submitLabel="Create program"
      />
    </DetailPage>
  );
}
