import type { lineViewOf, statementViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";

export function statementInWords(view: ReturnType<typeof statementViewOf>) {
  return { ...view, stopped: storedMessage(view.stopped) };
}

export function lineInWords(view: ReturnType<typeof lineViewOf>) {
  return { ...view, reason: storedMessage(view.reason) };
}
