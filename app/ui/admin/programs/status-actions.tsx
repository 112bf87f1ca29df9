import { Form, useSubmit } from "@remix-run/react";
import { BlockStack, Button } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import type { ProgramWire } from "#app/contracts/program.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import type { PageAction } from "../../shared/frame/app-page.tsx";
import { merchantText } from "../../texts/use-text.ts";
import { EndDialog, type Ending } from "../end-dialog.tsx";

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
  const submit = useSubmit();
  const [asked, setAsked] = useState<Change | null>(null);
  const ending: Ending | null = asked && {
    ...statusQuestion(asked),
    needsNotice: program.status === "active" || program.earnsUntil !== null,
    onEnd: (reason) => submit({ ...fieldsOf(asked), ...(reason !== "" && { reason }) }, { method: "post" }),
  };
  return {
    actions: changesOf(program).map((change) => {
      const { confirmLabel, destructive } = statusQuestion(change);
      return { content: confirmLabel, destructive, onAction: () => setAsked(change) };
    }),
    dialog: ending && <EndDialog ending={ending} onClose={() => setAsked(null)} />,
  };
}

function changesOf({ nextStatuses }: ProgramWire): Change[] {
  const ends = nextStatuses.filter((status) => status === "paused" || status === "archived");
  return [...ends, "delete"];
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
