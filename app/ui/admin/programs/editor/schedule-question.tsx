import { useSubmit } from "@remix-run/react";
import { Banner, BlockStack, List } from "@shopify/polaris";
import { type RefObject, useEffect } from "react";
import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../../shared/confirm-modal.tsx";
import { formatDate } from "../../../shared/format.ts";
import { merchantText, useText } from "../../../texts/use-text.ts";
import { changeWords } from "../terms-changes.ts";

type ScheduleQuestionProps = {
  plan: TermsPlanWire | undefined;
  form: RefObject<HTMLFormElement | null>;
  timeZone: string;
};

/**
 * Asks for confirmation before lower terms are scheduled. Without JavaScript a banner asks, and saving again confirms.
 */
export function ScheduleQuestion({ plan, form, timeZone }: ScheduleQuestionProps) {
  const t = useText("programs");
  const confirm = useConfirm();
  const submit = useSubmit();
  useEffect(() => {
    if (!plan) return;
    confirm({
      title: t("schedule.title"),
      message: [...plan.changes.map((change) => `${changeWords(change)}.`), noticeWords(plan, timeZone)].join(
        " ",
      ),
      confirmLabel: t("schedule.confirm"),
      onConfirm: () => {
        if (!form.current) return;
        const fields = new FormData(form.current);
        fields.set("confirmed", "yes");
        submit(fields, { method: "post" });
      },
    });
  }, [plan, confirm, submit, form, timeZone, t]);
  if (!plan) return null;
  return (
    <noscript>
      <input type="hidden" name="confirmed" value="yes" />
      <Banner tone="warning" title={t("schedule.title")}>
        <BlockStack gap="200">
          <List>
            {plan.changes.map((change) => (
              <List.Item key={changeWords(change)}>{changeWords(change)}</List.Item>
            ))}
          </List>
          <p>{`${noticeWords(plan, timeZone)} ${t("schedule.again")}`}</p>
        </BlockStack>
      </Banner>
    </noscript>
  );
}

function noticeWords({ affiliates, noticeDays, startsAt }: TermsPlanWire, timeZone: string): string {
  const t = merchantText("programs");
  const notice = t("schedule.notice", { affiliates, days: noticeDays });
  return `${notice} ${t("schedule.starts", { date: formatDate(startsAt, timeZone) })}`;
}
