import { signalName } from "#app/i18n/signal-words.ts";
import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, ChoiceList, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { AttributionPreviewWire, AttributionWire } from "#app/contracts/attribution.ts";
import { type EvidenceKind, evidenceKinds, longestBindingDays } from "#app/domain/attribution.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { callApi } from "../../shared/api-client.ts";
import { Section } from "../../shared/detail-page.tsx";
import {
  bannerMessage,
  ErrorBanner,
  errorProp,
  fieldError,
  type FormAnswer,
  type FormRefusal,
} from "../../shared/error-banner.tsx";
import { formatCount } from "../../shared/format.ts";
import { ReorderList } from "../../shared/reorder-list.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { kindHelp } from "./rules-text.ts";

type ChangeDraft = (change: Partial<Draft>) => void;

/** Form for the attribution rules, with their effect on recent orders. */
export function RulesForm({ rules }: { rules: AttributionWire["rules"] }) {
  const { addToast } = useUiActions();
  const fetcher = useFetcher<FormAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(rules));
  const answer = fetcher.data;
  const refusal = answer?.ok === false ? answer : null;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(rules));
  useEffect(() => {
    if (answer?.ok) addToast({ message: "Rules saved: they hold for orders from now on", type: "success" });
  }, [answer, addToast]);
  const change: ChangeDraft = (part) => setDraft((before) => ({ ...before, ...part }));
  return (
    <fetcher.Form method="post" ref={form} noValidate>
      {draft.signals
        .filter((one) => one.isOn)
        .map(({ kind }) => (
          <input key={kind} type="hidden" name="precedence" value={kind} />
        ))}
      <BlockStack gap="400">
        <ErrorBanner
          message={bannerMessage(refusal, ["precedence", ...Object.keys(draft)])}
          answer={refusal}
        />
        <Section title="Which signal counts first">
          <Text as="p" tone="subdued">
            An order is credited to one affiliate: by the first of these that points to somebody. Every signal
            is kept with the order, and its explanation says why it won or lost.
          </Text>
          <ErrorBanner message={fieldError(refusal, "precedence")} answer={refusal} />
          <SignalList signals={draft.signals} change={change} />
        </Section>
        <Section title="Clicks, customers">
          <Choices draft={draft} change={change} refusal={refusal} />
        </Section>
        <RulesPreview rules={rulesOf(draft)} isDirty={isDirty} />
      </BlockStack>
      <AppSaveBar
        isDirty={isDirty}
        isBusy={fetcher.state !== "idle"}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={() => setDraft(draftOf(rules))}
      />
    </fetcher.Form>
  );
}

function SignalList({ signals, change }: { signals: Draft["signals"]; change: ChangeDraft }) {
  return (
    <ReorderList
      label="Signals, strongest first"
      onMove={(from, to) => change({ signals: moved(signals, from, to) })}
      items={signals.map(({ kind, isOn }) => ({
        key: kind,
        name: signalName(kind),
        actions: (
          <Button
            accessibilityLabel={`${isOn ? "Switch off" : "Switch on"} ${signalName(kind)}`}
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

type ChoicesProps = { draft: Draft; change: ChangeDraft; refusal: FormRefusal | null };

function Choices({ draft, change, refusal }: ChoicesProps) {
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
          max={longestBindingDays}
          value={draft.bindingDays}
          onChange={(bindingDays) => change({ bindingDays })}
          autoComplete="off"
          helpText="From the order that bound the customer; the next credited order after that binds anew."
          {...errorProp(refusal, "bindingDays")}
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

type Props = { rules: AttributionWire["rules"] | null; isDirty: boolean };

/** The newest orders under the draft. Decided orders do not change. */
function RulesPreview({ rules, isDirty }: Props) {
  const { preview, isBusy } = useRulesPreview(isDirty ? rules : null);
  return (
    <Section title="What would have changed">
      <div aria-live="polite" aria-busy={isBusy}>
        <Text as="p">{sentenceOf(preview, { isDirty, isBusy, isComplete: rules !== null })}</Text>
        {isDirty && preview !== null && preview.changed.length > 0 && (
          <ul className="history-list">
            {preview.changed.map(({ id, name, from, to }) => (
              <li key={id}>
                <Link url={`/dashboard/orders/${id}`}>{name}</Link>
                {`: ${from?.name ?? "nobody"} → ${to?.name ?? "nobody"}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

type FormState = { readonly isDirty: boolean; readonly isBusy: boolean; readonly isComplete: boolean };

function sentenceOf(preview: AttributionPreviewWire | null, shown: FormState): string {
  if (!shown.isDirty) return "Change something, and the newest orders are judged by it here.";
  if (!shown.isComplete) return "Enter the days first.";
  if (preview === null) {
    return shown.isBusy ? "Judging the newest orders…" : "The orders could not be judged.";
  }
  const orders = preview.orders === 1 ? "order" : "orders";
  return `Of the newest ${formatCount(preview.orders)} ${orders}, ${formatCount(preview.changed.length)} would have been credited to somebody else. What was decided stays.`;
}

type Rules = AttributionWire["rules"];

/** Rules as the form holds them: every signal in a row, including those that are off. */
type Draft = {
  readonly signals: readonly { readonly kind: EvidenceKind; readonly isOn: boolean }[];
  readonly touch: Rules["touch"];
  readonly binding: Rules["binding"]["kind"];
  readonly bindingDays: string;
  readonly newCustomer: Rules["newCustomer"];
};

function draftOf({ precedence, touch, binding, newCustomer }: Rules): Draft {
  const off = evidenceKinds.filter((kind) => !precedence.includes(kind));
  return {
    signals: [
      ...precedence.map((kind) => ({ kind, isOn: true })),
      ...off.map((kind) => ({ kind, isOn: false })),
    ],
    touch,
    binding: binding.kind,
    bindingDays: binding.kind === "days" ? String(binding.days) : "365",
    newCustomer,
  };
}

/** Rules of a draft; null while its days are not a number. */
function rulesOf({ signals, binding, bindingDays, touch, newCustomer }: Draft): Rules | null {
  const precedence = signals.filter((one) => one.isOn).map((one) => one.kind);
  if (binding !== "days") return { precedence, touch, binding: { kind: binding }, newCustomer };
  if (!/^[1-9]\d{0,3}$/.test(bindingDays)) return null;
  return { precedence, touch, binding: { kind: "days", days: Number(bindingDays) }, newCustomer };
}

/** The signals with one of them at another place. */
function moved(signals: Draft["signals"], from: number, to: number): Draft["signals"] {
  const rest = signals.filter((_, place) => place !== from);
  const one = signals[from];
  return one === undefined ? signals : [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** The signals with one of them switched on or off. */
function switched(signals: Draft["signals"], kind: EvidenceKind): Draft["signals"] {
  return signals.map((one) => (one.kind === kind ? { kind, isOn: !one.isOn } : one));
}

const pauseMs = 400;

type RulesPreviewAnswer = { readonly asked: string; readonly preview: AttributionPreviewWire | null };

/** Newest orders under these rules, requested shortly after the last change. */
export function useRulesPreview(rules: AttributionWire["rules"] | null): {
  readonly preview: AttributionPreviewWire | null;
  readonly isBusy: boolean;
} {
  const asked = rules === null ? "" : JSON.stringify(rules);
  const [shown, setShown] = useState<RulesPreviewAnswer>({ asked: "", preview: null });
  useEffect(() => {
    if (asked === "") return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      callApi("/api/v1/attribution/preview", {
        method: "POST",
        body: JSON.parse(asked) as unknown,
        signal: leaving.signal,
      }).then(
        (answer) => setShown({ asked, preview: answer as AttributionPreviewWire }),
        () => {
          if (!leaving.signal.aborted) setShown({ asked, preview: null });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asked]);
  return { preview: shown.preview, isBusy: asked !== "" && shown.asked !== asked };
}
