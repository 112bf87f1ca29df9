import type {
  PaymentView,
  PayoutView,
  previewRowOf,
  previewViewOf,
  SectionView,
  skippedSumOf,
  SkippedView,
} from "#app/flows/payouts/payout-views.ts";
import type { RequestView } from "#app/flows/payouts/read-requests.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { nextStepWords, notPaidWords, sectionReasonWords } from "#app/i18n/payout-words.ts";

export function sectionInWords<View extends SectionView>(view: View) {
  const { reason, nextStep, error } = view;
  return {
    ...view,
    reason: sectionReasonWords(reason),
    nextStep: nextStep && { ...nextStep, label: nextStepWords(nextStep, reason) },
    error: storedMessage(error),
  };
}

export function payoutInWords<View extends PayoutView>(view: View) {
  return { ...view, sections: view.sections.map(sectionInWords) };
}

type PayoutDetailView = PayoutView & { readonly skipped: readonly ReturnType<typeof skippedSumOf>[] };

export function payoutDetailInWords(view: PayoutDetailView) {
  return { ...payoutInWords(view), skipped: view.skipped.map(reasonInWords) };
}

/** With the text of why an affiliate is skipped. */
function reasonInWords<View extends Pick<SkippedView, "reason">>(view: View) {
  return { ...view, text: notPaidWords(view.reason) };
}

export const skippedInWords = (view: SkippedView) => reasonInWords(view);

export function paymentInWords<View extends PaymentView>(view: View) {
  return {
    ...view,
    reason: storedMessage(view.reason),
    contradiction: storedMessage(view.contradiction),
  };
}

export function requestInWords(view: RequestView) {
  return { ...view, error: storedMessage(view.error) };
}

export function previewRowInWords(view: ReturnType<typeof previewRowOf>) {
  return { ...view, text: view.reason === null ? "" : notPaidWords(view.reason) };
}

export function previewInWords({ currencies, affiliates }: ReturnType<typeof previewViewOf>) {
  return {
    currencies: currencies.map((one) => ({ ...one, notPaid: one.notPaid.map(reasonInWords) })),
    affiliates: affiliates.map(previewRowInWords),
  };
}
