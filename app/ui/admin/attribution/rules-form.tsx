import { signals as signalTexts } from "#app/i18n/en/admin/signals.ts";
import { signalName } from "#app/i18n/signal-words.ts";
import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Button, ChoiceList, InlineStack, Link, Text, TextField } from "@shopify/polaris";
import type { TextFunction } from "#app/i18n/text-function.ts";
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
import { ReorderList } from "../../shared/reorder-list.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ signals: signalTexts });

type ChangeDraft = (change: Partial<Draft>) => void;

/** Form for the attribution rules, with their effect on recent orders. */
export function RulesForm({ rules }: { rules: AttributionWire["rules"] }) {
  const t = useText("attribution");
  const { addToast } = useUiActions();
  const fetcher = useFetcher<FormAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(rules));
  const answer = fetcher.data;
  const refusal = answer?.ok === false ? answer : null;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(rules));
  useEffect(() => {
    if (answer?.ok) addToast({ message: t("saved") });
  }, [answer, addToast, t]);
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
        <Section title={t("priority.title")}>
          <Text as="p" tone="subdued">
            {t("priority.text")}
          </Text>
          <ErrorBanner message={fieldError(refusal, "precedence")} answer={refusal} />
          <SignalList signals={draft.signals} change={change} />
        </Section>
        <Section title={t("choices.title")}>
          <Text as="p" tone="subdued">
            {t("choices.text")}
          </Text>
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
  const t = useText("attribution");
  return (
    <ReorderList
      label={t("priority.list")}
      onMove={(from, to) => change({ signals: moved(signals, from, to) })}
      items={signals.map(({ kind, isOn }) => ({
        key: kind,
        name: signalName(kind),
        actions: (
          <Button
            accessibilityLabel={t(isOn ? "priority.turnOff" : "priority.turnOn", {
              signal: signalName(kind),
            })}
            onClick={() => change({ signals: switched(signals, kind) })}
          >
            {t(isOn ? "priority.off" : "priority.on")}
          </Button>
        ),
        content: <SignalHelp kind={kind} isOn={isOn} />,
      }))}
    />
  );
}

function SignalHelp({ kind, isOn }: { kind: EvidenceKind; isOn: boolean }) {
  const t = useText("attribution");
  const about = useText("signals");
  return (
    <InlineStack gap="200" blockAlign="center">
      {!isOn && <Badge>{t("priority.isOff")}</Badge>}
      <Text as="span" tone="subdued">
        {about(`about.${kind}`)}
      </Text>
    </InlineStack>
  );
}

type ChoicesProps = { draft: Draft; change: ChangeDraft; refusal: FormRefusal | null };

function Choices({ draft, change, refusal }: ChoicesProps) {
  const t = useText("attribution");
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={t("choices.touch")}
        name="touch"
        selected={[draft.touch]}
        onChange={([touch]) => change({ touch: touch === "first" ? "first" : "last" })}
        choices={[
          { value: "last", label: t("choices.last") },
          { value: "first", label: t("choices.first") },
        ]}
      />
      <ChoiceList
        title={t("choices.binding")}
        name="binding"
        selected={[draft.binding]}
        onChange={([kind]) => change({ binding: bindingKindOf(kind) })}
        choices={(["never", "days", "life"] as const).map((value) => ({
          value,
          label: t(`choices.bindings.${value}`),
        }))}
      />
      {draft.binding === "days" && (
        <TextField
          id="rules-bindingDays"
          name="bindingDays"
          label={t("choices.days")}
          type="number"
          min={1}
          max={longestBindingDays}
          value={draft.bindingDays}
          onChange={(bindingDays) => change({ bindingDays })}
          autoComplete="off"
          helpText={t("choices.daysHelp")}
          {...errorProp(refusal, "bindingDays")}
        />
      )}
      <ChoiceList
        title={t("choices.newCustomer")}
        name="newCustomer"
        selected={[draft.newCustomer]}
        onChange={([one]) => change({ newCustomer: one === "affiliate" ? "affiliate" : "store" })}
        choices={[
          { value: "store", label: t("choices.store") },
          { value: "affiliate", label: t("choices.affiliate") },
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
  const t = useText("attribution");
  const { preview, isBusy } = useRulesPreview(isDirty ? rules : null);
  return (
    <Section title={t("preview.title")}>
      <div aria-live="polite" aria-busy={isBusy}>
        <Text as="p">{sentenceOf(t, preview, { isDirty, isBusy, isComplete: rules !== null })}</Text>
        {isDirty && preview !== null && preview.changed.length > 0 && (
          <ul className="history-list">
            {preview.changed.map(({ id, name, from, to }) => (
              <li key={id}>
                <Link url={`/dashboard/orders/${id}`}>{name}</Link>
                {t("preview.change", {
                  from: from?.name ?? t("preview.nobody"),
                  to: to?.name ?? t("preview.nobody"),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

type FormState = { readonly isDirty: boolean; readonly isBusy: boolean; readonly isComplete: boolean };

function sentenceOf(
  t: TextFunction<"attribution">,
  preview: AttributionPreviewWire | null,
  shown: FormState,
): string {
  if (!shown.isDirty) return t("preview.start");
  if (!shown.isComplete) return t("preview.days");
  if (preview === null) return t(shown.isBusy ? "preview.busy" : "preview.failed");
  return t("preview.result", { orders: preview.orders, changed: preview.changed.length });
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
