import { BlockStack } from "@shopify/polaris";
import { useMemo } from "react";
import { Section } from "../../../shared/detail-page.tsx";
import { SampleText } from "../sample-text.tsx";
import { BaseFields } from "./base-fields.tsx";
import { BonusList } from "./bonus-list.tsx";
import { CapFields } from "./cap-fields.tsx";
import type { TermsDraft } from "./draft.ts";
import { type TermsError, TermsEditingContext } from "./editor-context.ts";
import { PayPicker } from "./pay-picker.tsx";
import { RuleList } from "./rule-list.tsx";
import { TimeFields } from "./time-fields.tsx";

type Props = {
  terms: TermsDraft;
  currency: string;
  errors: readonly TermsError[];
  onChange: (terms: TermsDraft) => void;
};

/** Everything that a program pays, in the order in which it is decided. It needs a script. */
export function TermsEditor({ terms, currency, errors, onChange }: Props) {
  const editing = useMemo(() => ({ currency, errors }), [currency, errors]);
  const set = (change: Partial<TermsDraft>) => onChange({ ...terms, ...change });
  return (
    <TermsEditingContext.Provider value={editing}>
      <Section title="Rules">
        <RuleList terms={terms} onChange={onChange} />
      </Section>
      <Section title={terms.rules.length === 0 ? "Commission" : "Everything else"}>
        <BlockStack gap="300">
          <PayPicker
            pay={terms.commission}
            path="terms.commission"
            onChange={(commission) => set({ commission })}
          />
          <SampleText terms={terms} currency={currency} />
        </BlockStack>
      </Section>
      <Section title="What counts">
        <BaseFields base={terms.base} onChange={(base) => set({ base })} />
      </Section>
      <Section title="Limits">
        <CapFields caps={terms.caps} onChange={(caps) => set({ caps })} />
      </Section>
      <Section title="Bonuses">
        <BonusList bonuses={terms.bonuses} onChange={(bonuses) => set({ bonuses })} />
      </Section>
      <Section title="Timing">
        <TimeFields terms={terms} onChange={set} />
      </Section>
    </TermsEditingContext.Provider>
  );
}
