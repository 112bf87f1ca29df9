import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { BlockStack, Button, Text } from "@shopify/polaris";
import type { FormEvent, ReactNode } from "react";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { useConfirm, type Confirmation } from "../../shared/confirm-modal.tsx";

type Question = Omit<Confirmation, "onConfirm">;

/** M20, in the words of the person who is about to do it. */
export const questions: Record<Exclude<ProgramStatus, "draft">, Question> = {
  active: {
    title: "Activate this program?",
    message:
      "Orders created from now on can earn under its newest terms. Orders created while it was not active stay as they are.",
    confirmLabel: "Activate",
  },
  paused: {
    title: "Pause this program?",
    message:
      "Orders created from now on earn nothing in it until it is active again. What was earned stays, and orders created before keep their terms.",
    confirmLabel: "Pause",
  },
  archived: {
    title: "Archive this program?",
    message:
      "An archived program stays archived. Orders created from now on earn nothing in it. What was earned stays, and orders created before keep their terms.",
    confirmLabel: "Archive",
    destructive: true,
  },
};

const deletion: Question = {
  title: "Delete this program?",
  message:
    "It is archived and no longer shown, and orders created from now on earn nothing in it. Its terms and postings stay: what affiliates earned is not touched.",
  confirmLabel: "Delete",
  destructive: true,
};

/** What can become of a program from here; each step asks first. */
export function StatusActions({ program }: { program: ProgramWire }) {
  return (
    <BlockStack gap="200">
      {program.nextStatuses.map((status) =>
        status === "draft" ? null : (
          <AskedForm key={status} question={questions[status]}>
            <input type="hidden" name="intent" value="status" />
            <input type="hidden" name="status" value={status} />
          </AskedForm>
        ),
      )}
      {program.nextStatuses.length === 0 && <Text as="p">An archived program stays archived.</Text>}
      <AskedForm question={deletion}>
        <input type="hidden" name="intent" value="delete" />
      </AskedForm>
    </BlockStack>
  );
}

/** A form of one button. With scripts it asks before it is sent. */
function AskedForm({ question, children }: { question: Question; children: ReactNode }) {
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
