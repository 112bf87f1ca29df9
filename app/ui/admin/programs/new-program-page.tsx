import { useNavigate } from "@remix-run/react";
import { Card, Select } from "@shopify/polaris";
import { flushSync } from "react-dom";
import { backtestsPath } from "#app/contracts/backtest-place.ts";
import type { JoiningWire } from "#app/contracts/joining.ts";
import type { TermsWire } from "#app/contracts/terms.ts";
import { programs } from "#app/i18n/en/admin/programs.ts";
import { DetailPage } from "../../shared/detail-page.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { DescriptionField, JoiningSection, NameField } from "./editor/program-fields.tsx";
import { TermsForm } from "./editor/terms-form.tsx";
import { programsList } from "./programs-list.ts";
import {
  type GivenValues,
  newProgramValues,
  type ProgramDefaults,
  type ProgramValues,
} from "./program-values.ts";
import { typed } from "./terms/draft.ts";
import { type ProgramAnswer, useTermsForm } from "./use-program-form.ts";

provideTexts({ programs });

type Props = {
  defaults: ProgramDefaults;
  /** Terms of a backtest to start from; null for the shop's defaults. */
  draft: TermsWire | null;
  /** Values typed in the setup guide. */
  given?: GivenValues;
  joining: JoiningWire;
  canEmail: boolean;
  currency: string;
  timeZone: string;
  answer: ProgramAnswer | undefined;
};

/** Form for a new program, with the shop's defaults. */
export function NewProgramPage({
  defaults,
  draft,
  given,
  joining,
  canEmail,
  currency,
  timeZone,
  answer,
}: Props) {
  const t = useText("programs");
  const navigate = useNavigate();
  const state = useTermsForm({
    saved: {
      values: newProgramValues(defaults, joining, given),
      revision: null,
      draft: draft && typed(draft),
    },
    answer,
    programId: null,
    affiliateId: null,
    currency,
  });
  function discard() {
    // Discarded before the page is left, which would ask about what is unsaved.
    flushSync(state.discard);
    navigate(programsList().url);
  }
  return (
    <DetailPage title={t("create.title")} back={programsList()}>
      <TermsForm
        state={state}
        timeZone={timeZone}
        backtests={backtestsPath(null, null)}
        unsavedTitle={t("create.unsaved")}
        onDiscard={discard}
        before={<NameField state={state} />}
        after={<DescriptionField state={state} />}
        sections={
          <JoiningSection
            state={state}
            joinUrl={joining.joinUrl}
            isActive={state.values.status === "active"}
            canEmail={canEmail}
            noticeHelp={null}
          />
        }
        status={<StatusCard value={state.values.status} onChange={(status) => state.set({ status })} />}
      />
    </DetailPage>
  );
}

type Status = ProgramValues["status"];

function StatusCard({ value, onChange }: { value: Status; onChange: (status: Status) => void }) {
  const t = useText("programs");
  return (
    <Card>
      <Select
        id="field-status"
        name="status"
        label={t("status.title")}
        options={(["active", "draft"] as const).map((status) => ({
          value: status,
          label: t(`status.${status}`),
        }))}
        value={value}
        onChange={(status) => onChange(status === "draft" ? "draft" : "active")}
        helpText={t(`status.help.${value}`)}
      />
    </Card>
  );
}
