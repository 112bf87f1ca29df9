import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, ChoiceList, InlineStack, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { AttributionWire } from "#app/contracts/attribution.ts";
import { type EvidenceKind, evidenceKindName } from "#app/domain/attribution.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { ReorderList } from "../../shared/reorder-list.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { type Draft, draftOf, moved, rulesOf, switched } from "./draft.ts";
import { kindHelp } from "./rules-text.ts";
import { RulesPreview } from "./rules-preview.tsx";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };
type Change = (change: Partial<Draft>) => void;

const fields = ["precedence", "touch", "binding", "bindingDays", "newCustomer"] as const;

/** The rules of attribution, with what the draft would have changed. */
export function RulesForm({ rules }: { rules: AttributionWire["rules"] }) {
  const { addToast } = useUiActions();
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(rules));
  const answer = fetcher.data;
  const refusal = answer?.ok === false ? answer : null;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(rules));
  useEffect(() => {
    if (answer?.ok) addToast({ message: "Rules saved: they hold for orders from now on", type: "success" });
  }, [answer, addToast]);
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }));
  return (
    <fetcher.Form method="post" ref={form} noValidate>
      {draft.signals
        .filter((one) => one.isOn)
        .map(({ kind }) => (
          <input key={kind} type="hidden" name="precedence" value={kind} />
        ))}
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, fields)} answer={refusal} />
        <Section title="Which signal counts first">
          <Text as="p" tone="subdued">
            An order is credited to one affiliate: by the first of these that points to somebody. Every signal
            is kept with the order, and its explanation says why it won or lost.
          </Text>
          <ErrorBanner message={fieldError(refusal, "precedence")} answer={refusal} />
          <SignalList signals={draft.signals} change={change} />
        </Section>
        <Section title="Clicks, customers">
          <Choices draft={draft} change={change} daysError={fieldError(refusal, "bindingDays")} />
        </Section>
        <RulesPreview rules={rulesOf(draft)} isDirty={isDirty} />
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <InlineStack align="end">
            <Button submit variant="primary" loading={fetcher.state !== "idle"} disabled={!isDirty}>
              Save rules
            </Button>
          </InlineStack>
        </Box>
      </BlockStack>
      <UnsavedGuard
        isDirty={isDirty}
        isBusy={fetcher.state !== "idle"}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={() => setDraft(draftOf(rules))}
      />
    </fetcher.Form>
  );
}

function SignalList({ signals, change }: { signals: Draft["signals"]; change: Change }) {
  return (
    <ReorderList
      label="Signals, strongest first"
      onMove={(from, to) => change({ signals: moved(signals, from, to) })}
      items={signals.map(({ kind, isOn }) => ({
        key: kind,
        name: evidenceKindName(kind),
        actions: (
          <Button
            accessibilityLabel={`${isOn ? "Switch off" : "Switch on"} ${evidenceKindName(kind)}`}
            onClick={() => change({ signals: switched(signals, kind) })}
          >
            {isOn ? "Switch off" : "Switch on"}
          </Button>
        ),
        content: <SignalHelp kind={kind} isOn={isOn} />,
      }))}
    />
  );
}

function SignalHelp({ kind, isOn }: { kind: EvidenceKind; isOn: boolean }) {
  return (
    <InlineStack gap="200" blockAlign="center">
      {!isOn && <Badge tone="attention">Off: decides nothing</Badge>}
      <Text as="span" tone="subdued">
        {kindHelp[kind]}
      </Text>
    </InlineStack>
  );
}

type ChoicesProps = { draft: Draft; change: Change; daysError: string | undefined };

function Choices({ draft, change, daysError }: ChoicesProps) {
  return (
    <BlockStack gap="400">
      <ChoiceList
        title="Of several clicks"
        name="touch"
        selected={[draft.touch]}
        onChange={([touch]) => change({ touch: touch === "first" ? "first" : "last" })}
        choices={[
          { value: "last", label: "The last one counts" },
          { value: "first", label: "The first one counts" },
        ]}
      />
      <ChoiceList
        title="After an order that an affiliate is credited with, its customer is bound to them"
        name="binding"
        selected={[draft.binding]}
        onChange={([kind]) => change({ binding: bindingKindOf(kind) })}
        choices={[
          { value: "never", label: "Not at all" },
          { value: "days", label: "For some days" },
          { value: "life", label: "For life" },
        ]}
      />
      {draft.binding === "days" && (
        <TextField
          id="rules-bindingDays"
          name="bindingDays"
          label="Days"
          type="number"
          min={1}
          max={3650}
          value={draft.bindingDays}
          onChange={(bindingDays) => change({ bindingDays })}
          autoComplete="off"
          helpText="From the order that bound the customer; the next credited order after that binds anew."
          {...(daysError !== undefined && { error: daysError })}
        />
      )}
      <ChoiceList
        title="A new customer is one"
        name="newCustomer"
        selected={[draft.newCustomer]}
        onChange={([one]) => change({ newCustomer: one === "affiliate" ? "affiliate" : "store" })}
        choices={[
          { value: "store", label: "Who has bought nothing in the store before" },
          { value: "affiliate", label: "Of whom no earlier order was credited to an affiliate" },
        ]}
      />
    </BlockStack>
  );
}

function bindingKindOf(kind: string | undefined): Draft["binding"] {
  return kind === "days" || kind === "life" ? kind : "never";
}
