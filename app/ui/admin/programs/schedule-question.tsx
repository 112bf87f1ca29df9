import { useSubmit } from "@remix-run/react";
import { Banner, BlockStack, List } from "@shopify/polaris";
import { useEffect, type RefObject } from "react";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { formatCount, formatDate } from "../../shared/format.ts";
import { changeWords } from "./change-words.ts";
import { daysWords } from "./terms-text.ts";

type Props = {
  plan: TermsPlanWire | undefined;
  form: RefObject<HTMLFormElement | null>;
  timeZone: string;
};

const title = "Schedule lower commission?";

/** Asks before lower terms are scheduled. Without scripts a banner asks, and saving again confirms. */
export function ScheduleQuestion({ plan, form, timeZone }: Props) {
  const confirm = useConfirm();
  const submit = useSubmit();
  useEffect(() => {
    if (!plan) return;
    confirm({
      title,
      message: [...plan.changes.map((change) => `${changeWords(change)}.`), noticeWords(plan, timeZone)].join(
        " ",
      ),
      confirmLabel: "Schedule change",
      onConfirm: () => {
        if (!form.current) return;
        const fields = new FormData(form.current);
        fields.set("confirmed", "yes");
        submit(fields, { method: "post" });
      },
    });
  }, [plan, confirm, submit, form, timeZone]);
  if (!plan) return null;
  return (
    <noscript>
      <input type="hidden" name="confirmed" value="yes" />
      <Banner tone="warning" title={title}>
        <BlockStack gap="200">
          <List>
            {plan.changes.map((change) => (
              <List.Item key={changeWords(change)}>{changeWords(change)}</List.Item>
            ))}
          </List>
          <p>{noticeWords(plan, timeZone)} Save again to schedule the change.</p>
        </BlockStack>
      </Banner>
    </noscript>
  );
}

function noticeWords({ affiliates, noticeDays, startsAt }: TermsPlanWire, timeZone: string): string {
  const who = affiliates === 1 ? "1 affiliate gets" : `${formatCount(affiliates)} affiliates get`;
  const notice = `${daysWords(noticeDays)}${noticeDays === 1 ? "'s" : "'"} notice`;
  return `${who} ${notice}. New terms start ${formatDate(startsAt, timeZone)}.`;
}
