import { useNavigation, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, EmptyState } from "@shopify/polaris";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { notPaidReasons, notPaidTexts } from "#app/domain/payouts/eligible.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";
import { formatMoney } from "../../shared/format.ts";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { useFormAnswer } from "../../shared/use-form-answer.ts";
import { peopleText } from "./payout-words.ts";
import { type PreviewChoice, PreviewChoices } from "./preview-choices.tsx";
import { PreviewTotals } from "./preview-totals.tsx";

export type NewPayoutData = {
  readonly preview: PayoutPreviewWire;
  readonly choice: PreviewChoice;
  readonly currencies: readonly string[];
  /** The ways to pay that the shop offers; who has details of another one is paid by it all the same. */
  readonly offered: readonly string[];
  /** What it comes to in minor units: what is confirmed is what was seen. */
  readonly totalMinor: string;
  readonly exportUrl: string;
  /** False where no email server is set up. */
  readonly canEmail: boolean;
};

const shows = [
  { value: "paid", label: "Paid" },
  { value: "not_paid", label: "Not paid" },
];

/** Affiliates ▸ Payouts ▸ New: who would be paid, how much, why not the others; then a person says yes. */
export function NewPayoutPage(data: NewPayoutData) {
  const { preview, choice, currencies, offered, exportUrl } = data;
  const refused = useFormAnswer<{ readonly ok: false } & FormRefusal>();
  const pay = usePay(data);
  const { params } = useListParams();
  const reason = notPaidReasons.find((one) => one === params.status);
  // The reasons are chosen where they are counted; here stands the one that was.
  const statuses = reason ? [...shows, { value: reason, label: notPaidTexts[reason] }] : shows;
  return (
    <ListPage
      title="New payout"
      subtitle="Nothing is set aside or sent before you confirm."
      primaryAction={pay}
      secondaryActions={[
        { content: "Payouts", url: "/dashboard/affiliates/payouts" },
        { content: "Payout settings", url: "/dashboard/settings/payouts" },
      ]}
      error={refused?.ok === false ? refused.message : null}
      errorAnswer={refused}
      banner={
        <BlockStack gap="400">
          {!data.canEmail && (
            <Banner tone="warning">
              No email server is set up. Affiliates won&apos;t get an email about this payout.
            </Banner>
          )}
          <PreviewChoices key={choice.through} choice={choice} currencies={currencies} offered={offered} />
          <PreviewTotals totals={preview.totals} method={preview.method} />
        </BlockStack>
      }
      searchLabel="Search by name or e-mail address"
      statuses={statuses}
      resourceName={{ singular: "affiliate", plural: "affiliates" }}
      exportUrl={exportUrl}
      headings={[
        { title: "Affiliate" },
        { title: "Payable", numeric: true },
        { title: "Paid now", numeric: true },
        { title: "Kept for fees", numeric: true },
        { title: "Paid to" },
        { title: "Why not" },
      ]}
      rows={preview.affiliates.map((row) => ({
        id: row.affiliate.id,
        url: `/dashboard/affiliates/${row.affiliate.id}`,
        name: row.affiliate.name,
        cells: [
          formatMoney(row.payable),
          row.amount === null ? "–" : formatMoney(row.amount),
          row.withheld === null ? "–" : formatMoney(row.withheld),
          row.receiver === "" ? "–" : row.receiver,
          row.text === "" ? "–" : row.text,
        ],
      }))}
      pagination={preview.pagination}
      emptyState={
        <EmptyState heading="Nobody has a balance" image="/empty-commissions.svg">
          <p>When commissions are released, who can be paid appears here.</p>
        </EmptyState>
      }
    />
  );
}

/** The yes, asked for with what it means; a button that nobody can press where nobody is paid. */
function usePay({ preview, choice, totalMinor }: NewPayoutData) {
  const confirm = useConfirm();
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const { totals, method, currency } = preview;
  const way = method === "outside" ? "outside the app" : `by ${methodNames[method]}`;
  const sum = `${peopleText(totals.count)}, ${formatMoney(totals.total)}`;

  function post(): void {
    const form = new FormData();
    form.set("method", method);
    form.set("currency", currency);
    form.set("through", choice.through);
    if (choice.chosen.length > 0) form.set("affiliates", choice.chosen.map((one) => one.id).join(","));
    form.set("count", String(totals.count));
    form.set("totalMinor", totalMinor);
    submit(form, { method: "post" });
  }

  const question = {
    title: `Pay ${peopleText(totals.count)} ${way}?`,
    message:
      `What is set aside: ${formatMoney(totals.total)}. What has to be at hand: ${formatMoney(totals.funding)}. ` +
      "If it comes out otherwise than what you see, nothing is sent and you are asked again.",
    confirmLabel: `Pay ${formatMoney(totals.total)}`,
    onConfirm: post,
  };
  return {
    content: totals.count === 0 ? "Nobody to pay" : `Pay ${sum}`,
    disabled: totals.count === 0 || isBusy,
    loading: isBusy,
    onAction: () => confirm(question),
  };
}
