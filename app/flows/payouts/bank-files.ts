import type { Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { bankColumns, type BankColumns } from "#app/domain/payouts/bank-file.ts";
import { bankCsv } from "#app/gateways/bank/csv-file.ts";
import { targetDayAfter, whyNotExecutionDay } from "#app/domain/payouts/sepa.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { sepaFile, whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeRequest,
  findSection,
  findRequest,
  lockRequest,
  openFile,
  type PayoutRequest,
  sealFile,
} from "#app/store/payout-requests.ts";
import { paymentsOfRequest } from "#app/store/payout-payments.ts";
import { findStoreAccount } from "#app/store/payout-settings.ts";
import { movePayments, whyNotSendable } from "./move-payments.ts";
import { bankPaymentsOf } from "./request-content.ts";

type CreateFileInput = {
  readonly requestId: string;
  readonly columns: BankColumns;
  /** The day on which the bank executes a SEPA file. The next TARGET day by default. */
  readonly executionDay?: string | undefined;
};

/**
 * Creates a request's bank file and marks its payments as sent, because nobody can know if a downloaded file was
 * uploaded (M17). Refuses a second format from then on, because both files could be uploaded.
 */
export async function createFile(
  { shop: { shopId }, actor, now }: Ctx,
  { requestId, columns, executionDay }: CreateFileInput,
): Promise<Refusal | null> {
  return await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    const section = request && (await findSection(tx, shopId, request.sectionId));
    if (!request || section?.method !== "bank") return noSuchFile;
    const known = columnsOf(request);
    if (known !== null) {
      return known === columns ? refusalOfOtherDay(request, executionDay) : refusalOfOtherColumns(known);
    }
    if (request.status !== "ready") return refuse("conflict", { code: "file_canceled" });
    const barred = await whyNotSendable(tx, request, now);
    if (barred !== null) return refuse("conflict", barred);
    const file = await bankFileText(tx, request, { columns, executionDay, currency: section.currency, now });
    if (typeof file !== "string") return file;
    const tried = { attempts: 1, firstTriedAt: now, lastTriedAt: now };
    const sealed = sealFile(shopId, request.requestId, file);
    await changeRequest(tx, shopId, request.requestId, {
      status: "accepted",
      providerId: columns,
      ...tried,
      ...sealed,
    });
    const payments = await paymentsOfRequest(tx, shopId, request.requestId);
    const move = { said: "provider", to: "sent" } as const;
    await movePayments(
      tx,
      shopId,
      payments.map(({ paymentId }) => ({ paymentId, move })),
      { now },
    );
    await recordAudit(tx, shopId, {
      subjectKind: "payout_section",
      subjectId: section.sectionId,
      action: "handed over",
      actor,
      details: { part: request.ordinal, columns, payments: request.paymentCount },
      now,
    });
    return null;
  });
}

export type BankFile = { readonly name: string; readonly isXml: boolean; readonly text: string };

/** The downloaded file of a request. Its bytes never change. */
export async function readFile(shopId: ShopId, requestId: string): Promise<BankFile | Refusal> {
  const request = await findRequest(db(), shopId, requestId);
  const section = request && (await findSection(db(), shopId, request.sectionId));
  if (!request || section?.method !== "bank") return noSuchFile;
  const columns = columnsOf(request);
  if (columns === null) return refuse("conflict", { code: "format_missing" });
  const name = `payout-${section.sectionId}-${request.ordinal}-${columns}`;
  const isXml = columns === "sepa";
  return { name: `${name}.${isXml ? "xml" : "csv"}`, isXml, text: openFile(request) };
}

type FileChoice = Omit<CreateFileInput, "requestId"> & { readonly currency: string; readonly now: Date };

/** The file of a request in the chosen format, or a refusal. */
async function bankFileText(
  tx: Tx,
  request: PayoutRequest,
  { columns, executionDay: chosenDay, currency, now }: FileChoice,
): Promise<string | Refusal> {
  const payments = bankPaymentsOf(request);
  if (columns !== "sepa") {
    return chosenDay === undefined
      ? bankCsv(columns, payments)
      : refuse("invalid", { code: "csv_has_no_day" }, "executionDay");
  }
  const today = dayIn(targetZone, now);
  const executionDay = chosenDay ?? targetDayAfter(today);
  const wrongDay = whyNotExecutionDay(executionDay, today);
  if (wrongDay !== null) return refuse("invalid", { code: "execution_day", what: wrongDay }, "executionDay");
  if (currency !== "EUR") {
    return refuse("conflict", { code: "sepa_euros_only", currency });
  }
  const payer = await findStoreAccount(tx, request.shopId);
  if (payer === null) {
    return refuse("conflict", { code: "sepa_account_missing" });
  }
  const unpayable = payments.flatMap((one) => whyNotSepa(one) ?? []);
  const [what] = unpayable;
  if (what !== undefined) {
    return refuse("conflict", { code: "sepa_payments", what, count: unpayable.length });
  }
  return sepaFile({ fileId: request.requestId, createdAt: now, executionDay, payer, payments });
}

/** Source: the TARGET calendar's days are those of Frankfurt. */
const targetZone = "Europe/Berlin";

/** The format in which a bank file was downloaded, or null. */
export function columnsOf({ providerId }: PayoutRequest): BankColumns | null {
  return bankColumns.find((one) => one === providerId) ?? null;
}

const noSuchFile = refuse("not-found", { code: "not_found", what: "bank_file" });

/** A downloaded file keeps its execution day. */
function refusalOfOtherDay(request: PayoutRequest, day: string | undefined): Refusal | null {
  if (day === undefined || openFile(request).includes(`<ReqdExctnDt><Dt>${day}</Dt>`)) return null;
  return refuse("conflict", { code: "other_execution_day" }, "executionDay");
}

function refusalOfOtherColumns(known: BankColumns): Refusal {
  return refuse("conflict", { code: "other_format", what: known });
}
