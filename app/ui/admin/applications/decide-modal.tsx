import { useFetcher } from "@remix-run/react";
import { BlockStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import type { ApplicationWire } from "#app/contracts/application.ts";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { type FocusOrigin, giveFocusBack, whoAsks } from "../../shared/give-focus-back.ts";
import type { BulkOutcome } from "../../shared/list/bulk-result.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { useText } from "../../texts/use-text.ts";

export type Decision = "approve" | "decline";

type DecisionAnswer = BulkOutcome | ({ readonly ok: false } & FormRefusal);

type Question = {
  readonly decision: Decision;
  readonly ids: readonly string[];
  readonly asker: FocusOrigin | null;
  readonly onDecided: () => void;
};

/** Approves or declines applications after a confirmation, and keeps the last result. */
export function useDecideApplications(
  applications: readonly ApplicationWire[],
  reapplyDays: Readonly<Record<string, number>>,
) {
  const t = useText("applications");
  const fetcher = useFetcher<DecisionAnswer>();
  const [question, setQuestion] = useState<Question | null>(null);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const { data: answer, submit } = fetcher;
  const shown = answer === dismissed ? undefined : answer;
  const close = useCallback(() => setQuestion(null), []);
  useAnswerToast(answer, ({ changed: count, status }) =>
    t(status === "approved" ? "decide.done.approved" : "decide.done.declined", { count }),
  );

  function decide({ decision, ids, onDecided }: Question, texts: DecisionTexts): void {
    const form = new FormData();
    form.set("intent", "decide");
    form.set("decision", decision);
    form.set("message", texts.message.trim());
    // Notes from before stay unless there is a new one.
    if (texts.note.trim() !== "") form.set("note", texts.note.trim());
    for (const id of ids) form.append("ids", id);
    submit(form, { method: "post" });
    close();
    onDecided();
  }

  const chosen = applications.filter(({ id }) => question?.ids.includes(id));
  return {
    ask: useCallback(
      (decision: Decision, ids: readonly string[], onDecided: () => void) =>
        setQuestion({ decision, ids, asker: whoAsks(), onDecided }),
      [],
    ),
    modal: question && (
      <DecideModal
        question={question}
        reapplyDays={chosen.map(({ program }) => reapplyDays[program.id] ?? 0)}
        onDecide={(texts) => decide(question, texts)}
        onClose={close}
      />
    ),
    isBusy: fetcher.state !== "idle",
    refusal: shown?.ok === false ? shown : null,
    /** Only if some could not be decided. Otherwise the toast is enough. */
    result: shown?.ok === true && shown.unchanged.length > 0 ? shown : null,
    dismiss: useCallback(() => setDismissed(answer), [answer]),
  };
}

/** The message is part of the email about the decision. */
type DecisionTexts = { readonly message: string; readonly note: string };

type ModalProps = {
  readonly question: Question;
  /** Days until each of the applicants can apply again. */
  readonly reapplyDays: readonly number[];
  readonly onDecide: (texts: DecisionTexts) => void;
  readonly onClose: () => void;
};

function DecideModal({ question: { decision, ids, asker }, reapplyDays, onDecide, onClose }: ModalProps) {
  const t = useText("applications");
  const [message, setMessage] = useState("");
  const [note, setNote] = useState("");
  const count = ids.length;
  const [days, ...others] = new Set(reapplyDays);
  const reapply =
    days === undefined || others.length > 0 ? t("decide.reapplyVaries") : t("decide.reapply", { days });
  useEffect(() => () => giveFocusBack(asker), [asker]);
  return (
    <AppModal
      size="small"
      title={t(`decide.title.${decision}`, { count })}
      onClose={onClose}
      primaryAction={{
        content: t(`decide.submit.${decision}`, { count }),
        destructive: decision === "decline",
        onAction: () => onDecide({ message, note }),
      }}
      secondaryActions={[{ content: t("decide.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <Text as="p">{decision === "approve" ? t("decide.theyGet") : reapply}</Text>
        <TextField
          label={t(`decide.message.${decision}`)}
          value={message}
          onChange={setMessage}
          multiline={3}
          maxLength={500}
          autoComplete="off"
        />
        {decision === "decline" && (
          <TextField
            label={t("decide.note")}
            value={note}
            onChange={setNote}
            multiline={2}
            maxLength={2000}
            helpText={t("page.noteHelp")}
            autoComplete="off"
          />
        )}
      </BlockStack>
    </AppModal>
  );
}
