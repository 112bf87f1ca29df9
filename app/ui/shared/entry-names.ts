import type { AccountName, EntryCode } from "#app/domain/ledger/entries.ts";
import { accounting } from "#app/i18n/en/admin/accounting.ts";
import { merchantText, provideTexts } from "../texts/use-text.ts";

provideTexts({ accounting });
const t = merchantText("accounting");

/** Name of a ledger entry's code. */
export function entryName(code: string): string {
  return t(`entries.${code as EntryCode}`);
}

/** Name of one of the ledger's accounts. */
export function accountName(account: string): string {
  return t(`accounts.${account as AccountName}`);
}

/** The accounts between which an entry moves an amount. */
export function movedText({ debit, credit }: { readonly debit: string; readonly credit: string }): string {
  return t("moved", { debit: accountName(debit), credit: accountName(credit) });
}
