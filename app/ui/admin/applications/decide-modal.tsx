import { useFetcher } from "@remix-run/react";
import { BlockStack, Select, Text, TextField } from "@shopify/polaris";
import { useCallback, useEffect, useState } from "react";
import type { ApplicationWire } from "#app/contracts/application.ts";
import type { FormRefusal } from "../../shared/error-banner.tsx";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { type FocusOrigin, giveFocusBack, whoAsks } from "../../shared/give-focus-back.ts";
import type { BulkOutcome } from "../../shared/list/bulk-result.tsx";
import type { ChosenProgram } from "../../shared/pickers/filter-pickers.tsx";
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

type DecidedData = {
  readonly applications: readonly ApplicationWire[];
  readonly programs: readonly ChosenProgram[];
  readonly reapplyDays: Readonly<Record<string, number>>;
};

/** Approves or declines applications after a confirmation, and keeps the last result. */
export function useDecideApplications({ applications, programs, reapplyDays }: DecidedData) {
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
    if (texts.program !== "") form.set("program", texts.program);
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
        programs={programs}
        applied={chosen.map(({ program }) => program)}
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

/** The message is part of the email about the decision. The program is empty for the one that they applied to. */
type DecisionTexts = { readonly message: string; readonly note: string; readonly program: string };

type ModalProps = {
  readonly question: Question;
  readonly programs: readonly ChosenProgram[];
  /** Program that each of the applicants applied to. */
  readonly applied: readonly ChosenProgram[];
  /** Days until each of the applicants can apply again. */
  readonly reapplyDays: readonly number[];
  readonly onDecide: (texts: DecisionTexts) => void;
  readonly onClose: () => void;
};

function DecideModal({ question: { decision, ids, asker }, onDecide, onClose, ...of }: ModalProps) {
  const t = useText("applications");
  const [message, setMessage] = useState("");
  const [note, setNote] = useState("");
  const [program, setProgram] = useState("");
  const count = ids.length;
  const programs = programOptions(of, t("decide.ownPrograms"));
  const [days, ...others] = new Set(of.reapplyDays);
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
        onAction: () => onDecide({ message, note, program }),
      }}
      secondaryActions={[{ content: t("decide.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <Text as="p">{decision === "approve" ? t("decide.theyGet") : reapply}</Text>
        {decision === "approve" && programs.length > 1 && (
          <Select label={t("page.program")} options={programs} value={program} onChange={setProgram} />
        )}
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

/** The program that they applied to, and the other active ones. */
function programOptions({ applied, programs }: Pick<ModalProps, "applied" | "programs">, several: string) {
  const [own, ...others] = new Map(applied.map(({ id, name }) => [id, name]));
  const isOne = own !== undefined && others.length === 0;
  const rest = programs.filter(({ id }) => !isOne || id !== own[0]);
  return [
    { value: "", label: isOne ? own[1] : several },
    ...rest.map(({ id, name }) => ({ value: id, label: name })),
  ];
}
