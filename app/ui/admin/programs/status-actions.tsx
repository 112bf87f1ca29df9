import { Form, useSubmit } from "@remix-run/react";
import { BlockStack, Button, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import type { PageAction } from "../../shared/frame/app-page.tsx";
import { merchantText, useText } from "../../texts/use-text.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";

type Change = Exclude<ProgramStatus, "draft" | "active"> | "delete";

/** Consequences of each status (M20), for the question before it. */
export function statusQuestion(status: Exclude<ProgramStatus, "draft"> | "delete") {
  const t = merchantText("programs");
  return {
    title: t(`status.ask.${status}.title`),
    message: t(`status.ask.${status}.message`),
    confirmLabel: t(`status.ask.${status}.confirm`),
    destructive: status === "archived" || status === "delete",
  };
}

/** The page's actions that end a program, and the dialog that they open. */
export function useEndActions(program: ProgramWire): { actions: PageAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<Change | null>(null);
  return {
    actions: changesOf(program).map((change) => {
      const { confirmLabel, destructive } = statusQuestion(change);
      return { content: confirmLabel, destructive, onAction: () => setAsked(change) };
    }),
    dialog: asked && <EndDialog change={asked} program={program} onClose={() => setAsked(null)} />,
  };
}

function changesOf({ nextStatuses }: ProgramWire): Change[] {
  const ends = nextStatuses.filter((status) => status === "paused" || status === "archived");
  return [...ends, "delete"];
}

type DialogProps = { change: Change; program: ProgramWire; onClose: () => void };

function EndDialog({ change, program, onClose }: DialogProps) {
  const t = useText("programs");
  const submit = useSubmit();
  const [reason, setReason] = useState("");
  const { title, message, confirmLabel, destructive } = statusQuestion(change);
  const isEarning = program.status === "active" || program.earnsUntil !== null;
  function confirm() {
    onClose();
    submit({ ...fieldsOf(change), ...(reason !== "" && { reason }) }, { method: "post" });
  }
  return (
    <AppModal
      size="small"
      title={title}
      onClose={onClose}
      primaryAction={{ content: confirmLabel, destructive, onAction: confirm }}
      secondaryActions={[{ content: t("status.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <Text as="p">{message}</Text>
        {isEarning && <NoNoticeSelect value={reason} onChange={setReason} />}
      </BlockStack>
    </AppModal>
  );
}

function fieldsOf(change: Change): Record<string, string> {
  return change === "delete" ? { intent: "delete" } : { intent: "status", status: change };
}

/** Status changes as plain forms, for pages without a script to open a dialog. */
export function EndFormsWithoutScript({ program }: { program: ProgramWire }) {
  return (
    <noscript>
      <BlockStack gap="200">
        {changesOf(program).map((change) => (
          <Form key={change} method="post">
            {Object.entries(fieldsOf(change)).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button submit>{statusQuestion(change).confirmLabel}</Button>
          </Form>
        ))}
      </BlockStack>
    </noscript>
  );
}
