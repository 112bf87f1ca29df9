import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { BlockStack, Button, Text } from "@shopify/polaris";
import { useState, type FormEvent, type ReactNode } from "react";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { formatDate } from "../../shared/format.ts";
import { useConfirm, type Confirmation } from "../../shared/confirm-modal.tsx";

type StatusQuestion = Omit<Confirmation, "onConfirm">;

/** Consequences of each status (M20), for the confirmation. */
export const questions: Record<Exclude<ProgramStatus, "draft">, StatusQuestion> = {
  active: {
    title: "Activate this program?",
    message:
      "Orders created from now on can earn under its newest terms. Orders created while it was not active stay as they are.",
    confirmLabel: "Activate",
  },
  paused: {
    title: "Pause this program?",
    message:
      "Affiliates who joined earn until the notice period ends, unless you picked a reason. Earlier commissions stay.",
    confirmLabel: "Pause",
  },
  archived: {
    title: "Archive this program?",
    message:
      "An archived program stays archived. Affiliates who joined earn until the notice period ends, unless you picked a reason.",
    confirmLabel: "Archive",
    destructive: true,
  },
};

const deletion: StatusQuestion = {
  title: "Delete this program?",
  message:
    "It is archived and no longer shown. Affiliates who joined earn until the notice period ends, unless you picked a reason. Earlier commissions stay.",
  confirmLabel: "Delete",
  destructive: true,
};

/** Status changes available for the program. Each asks for confirmation. */
export function StatusActions({ program, timeZone }: { program: ProgramWire; timeZone: string }) {
  const [reason, setReason] = useState("");
  const isEarning = program.status === "active" || program.earnsUntil !== null;
  return (
    <BlockStack gap="200">
      {program.earnsUntil && <Text as="p">Earns until {formatDate(program.earnsUntil, timeZone)}.</Text>}
      {isEarning && <NoNoticeSelect value={reason} onChange={setReason} />}
      {program.nextStatuses.map((status) =>
        status === "draft" ? null : (
          <ConfirmedForm key={status} question={questions[status]}>
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="status" value={status} />
            {reason !== "" && <input type="hidden" name="reason" value={reason} />}
          </ConfirmedForm>
        ),
      )}
      {program.nextStatuses.length === 0 && <Text as="p">An archived program stays archived.</Text>}
      <ConfirmedForm question={deletion}>
        <input type="hidden" name="intent" value="delete" />
        {reason !== "" && <input type="hidden" name="reason" value={reason} />}
      </ConfirmedForm>
    </BlockStack>
  );
}

/** A form with one button. With JavaScript it asks for confirmation. */
function ConfirmedForm({ question, children }: { question: StatusQuestion; children: ReactNode }) {
  const confirm = useConfirm();
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({ ...question, onConfirm: () => submit(form) });
  }

  const look = question.destructive ? ({ tone: "critical" } as const) : {};
  return (
    <Form method="post" onSubmit={ask}>
      {children}
      <Button submit fullWidth disabled={isBusy} {...look}>
        {question.confirmLabel}
      </Button>
    </Form>
  );
}
