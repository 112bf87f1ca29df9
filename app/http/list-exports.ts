import { methodName } from "#app/i18n/method-words.ts";
import type { z } from "zod";
import { affiliateWire, affiliateListQuery } from "#app/contracts/affiliate.ts";
import { claimWire, claimListQuery } from "#app/contracts/claim.ts";
import { commissionEntryWire, commissionListQuery } from "#app/contracts/commission.ts";
import { codeWire, codeListQuery } from "#app/contracts/code.ts";
import { flagWire, flagListQuery } from "#app/contracts/flag.ts";
import { importedLinkWire, importedLinkListQuery } from "#app/contracts/imported-link.ts";
import { ledgerEntryWire, ledgerEntryListQuery } from "#app/contracts/ledger.ts";
import { linkWire, linkListQuery } from "#app/contracts/link.ts";
import { affiliateFile } from "#app/contracts/lists/affiliates.ts";
import { claimList, lifetimeCustomerList, productAssignmentList } from "#app/contracts/lists/attribution.ts";
import { commissionList } from "#app/contracts/lists/commissions.ts";
import { flagList } from "#app/contracts/lists/flags.ts";
import { dataRequestList, ledgerList } from "#app/contracts/lists/ledger.ts";
import { codeList, importedLinkList, linkList } from "#app/contracts/lists/links.ts";
import {
  columnText,
  type ListColumn,
  type ListSpec,
  type ParametersOf,
} from "#app/contracts/lists/list-spec.ts";
import { figureOrderList, orderList } from "#app/contracts/lists/orders.ts";
import {
  balanceList,
  paymentFile,
  payoutPreviewList,
  payoutSectionFile,
  skippedList,
} from "#app/contracts/lists/payouts.ts";
import { statementLineList } from "#app/contracts/lists/reconciliation.ts";
import { orderWire, orderListQuery } from "#app/contracts/order.ts";
import { owedWire, owedQuery } from "#app/contracts/balances.ts";
import { skippedWire, skippedListQuery } from "#app/contracts/payout-skipped.ts";
import {
  paymentListQuery,
  paymentWire,
  payoutListQuery,
  payoutPreviewQuery,
  payoutPreviewRowWire,
  payoutSectionWire,
} from "#app/contracts/payout.ts";
import { boundCustomerWire, pointingListQuery, productAssignmentWire } from "#app/contracts/pointing.ts";
import { dataRequestWire, dataRequestListQuery } from "#app/contracts/privacy.ts";
import { encode } from "#app/contracts/wire.ts";
import { lineFilterOf, lineListQuery, statementLineWire } from "#app/contracts/reconciliation.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import type { ExplanationWriter } from "#app/i18n/reason-words.ts";
import { type AffiliateView, readAllAffiliates } from "#app/flows/affiliates/read-affiliates.ts";
import {
  readAllLifetimeCustomers,
  type LifetimeCustomerView,
} from "#app/flows/attribution/lifetime-customers.ts";
import { readAllClaims, type ClaimView } from "#app/flows/attribution/claims.ts";
import {
  readAllProductAssignments,
  type ProductAssignmentView,
} from "#app/flows/attribution/product-assignments.ts";
import { type CodeView, readAllCodes } from "#app/flows/codes/read-codes.ts";
import { type CommissionEntry, readAllCommissions } from "#app/flows/commissions/read-commissions.ts";
import { type FlagView, readAllFlags } from "#app/flows/fraud/read-flags.ts";
import { readAllLedgerEntries, type LedgerEntryView } from "#app/flows/ledger/read-ledger.ts";
import { type ImportedLinkView, readAllImportedLinks } from "#app/flows/links/imported-links.ts";
import { type LinkView, readAllLinks } from "#app/flows/links/read-links.ts";
import { type OrderView, readAllOrders } from "#app/flows/orders/read-orders.ts";
import { previewRowOf, type SectionView, type SkippedView } from "#app/flows/payouts/payout-views.ts";
import {
  eachPayeeOfPayout,
  matchesPreviewFilter,
  type PayeeInSection,
} from "#app/flows/payouts/preview-section.ts";
import {
  type SectionLine,
  readAllSections,
  readSection,
  readPayout,
  readWholeSection,
} from "#app/flows/payouts/read-payouts.ts";
import { readAllSkipped } from "#app/flows/payouts/read-skipped.ts";
import { type BalanceView, readAllBalances } from "#app/flows/payouts/read-balances.ts";
import {
  findProviderStatement,
  readAllLines,
  type ReadLine,
} from "#app/flows/payouts/read-reconciliation.ts";
import { lineViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { type DataRequestView, readAllDataRequests } from "#app/flows/privacy/data-requests.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { auditCsv, auditPdf } from "./audit-file.server.ts";
import { comparisonCsv } from "./comparison-file.server.ts";
import { importRowsFile } from "./import-rows-file.ts";
import { csvLine } from "./csv.ts";
import { entryInWords, orderInWords, writerFor } from "./explained.ts";
import { wordedFlag } from "./flag-words.ts";
import {
  affiliateFilterOf,
  codeFilterOf,
  commissionFilterOf,
  ledgerEntryFilterOf,
  linkFilterOf,
  orderFilterOf,
  owedAskedOf,
} from "./list-filters.ts";
import { listQueryOf } from "./page-query.ts";
import { pageChoiceOf, previewFilterOf } from "./payout-input.ts";
import { paymentInWords, previewRowInWords, sectionInWords, skippedInWords } from "./payout-words.ts";
import { lineInWords } from "./reconciliation-words.ts";
import { backtestFile, type FileRequest, reportFileFor, signalsFile, statementsFile } from "./table-files.ts";
import { answered, refusalResponse } from "./respond.ts";
import { csvFile } from "./written-file.ts";

type ListFile = (asked: FileRequest & { readonly id: string }) => Promise<Response>;

/** Every file of the admin that is asked for by its name alone. */
const files: ReadonlyMap<string, ListFile> = new Map([
  fileOf(
    affiliateFile,
    affiliateListQuery,
    (one: AffiliateView) => encode(affiliateWire, one),
    ({ shop, query }) => {
      const filter = affiliateFilterOf(query, shop.timeZone);
      return { read: (take) => readAllAffiliates(shop, { filter, sort: query.sort }, take) };
    },
  ),
  fileOf(
    claimList,
    claimListQuery,
    (one: ClaimView) => encode(claimWire, one),
    ({ shop, query: { affiliate: affiliateId, search, status } }) => ({
      read: (take) => readAllClaims(shop.shopId, { affiliateId, search, status }, take),
    }),
  ),
  fileOf(
    codeList,
    codeListQuery,
    (one: CodeView) => encode(codeWire, one),
    ({ shop, query }) => ({
      read: (take) => readAllCodes(shop, codeFilterOf(query), take),
    }),
  ),
  fileOf(
    commissionList,
    commissionListQuery,
    (one: CommissionEntry, writer) => encode(commissionEntryWire, entryInWords(one, writer)),
    ({ shop, query, now }) => {
      const filter = commissionFilterOf(query, shop.timeZone);
      return { read: (take) => readAllCommissions(shop.shopId, { ...filter, now }, take) };
    },
  ),
  fileOf(
    dataRequestList,
    dataRequestListQuery,
    (one: DataRequestView) => encode(dataRequestWire, one),
    ({ shop, query: { status }, now }) => ({
      read: (take) => readAllDataRequests(shop.shopId, { status, now }, take),
    }),
  ),
  fileOf(
    flagList,
    flagListQuery,
    (one: FlagView) => encode(flagWire, wordedFlag(one)),
    ({ shop, query: { affiliate: affiliateId, search, status, kind } }) => ({
      read: (take) => readAllFlags(shop.shopId, { affiliateId, search, status, kind }, take),
    }),
  ),
  fileOf(
    importedLinkList,
    importedLinkListQuery,
    (one: ImportedLinkView) => encode(importedLinkWire, one),
    ({ shop, query: { search, affiliate: affiliateId } }) => ({
      read: (take) => readAllImportedLinks(shop.shopId, { search, affiliateId }, take),
    }),
  ),
  fileOf(
    ledgerList,
    ledgerEntryListQuery,
    (one: LedgerEntryView) => encode(ledgerEntryWire, one),
    ({ shop, query }) => ({ read: (take) => readAllLedgerEntries(shop, ledgerEntryFilterOf(query), take) }),
  ),
  fileOf(
    lifetimeCustomerList,
    pointingListQuery,
    (one: LifetimeCustomerView) => encode(boundCustomerWire, one),
    ({ shop, query: { affiliate: affiliateId, search: email, status } }) => ({
      read: (take) => readAllLifetimeCustomers(shop.shopId, { email, affiliateId, status }, take),
    }),
  ),
  fileOf(
    linkList,
    linkListQuery,
    (one: LinkView) => encode(linkWire, one),
    ({ shop, query }) => ({
      read: (take) => readAllLinks(shop, linkFilterOf(query), take),
    }),
  ),
  fileOf(
    orderList,
    orderListQuery,
    (one: OrderView, writer) => encode(orderWire, orderInWords(one, writer)),
    ({ shop, query }) => {
      const filter = orderFilterOf(query, shop.timeZone);
      return {
        columns: query.figure ? figureOrderList.exported : orderList.exported,
        read: (take) => readAllOrders(shop.shopId, filter, take),
      };
    },
  ),
  fileOf(
    balanceList,
    owedQuery,
    (one: BalanceView) => encode(owedWire, one),
    ({ shop, query, now }) => {
      const asked = owedAskedOf(query);
      return {
        ...(asked.asOf !== undefined && { fileName: `balances-${asked.asOf}.csv` }),
        read: (take) => readAllBalances(shop, { ...asked, now }, take),
      };
    },
  ),
  fileOf(
    payoutPreviewList,
    payoutPreviewQuery,
    (one: PayeeInSection) => encode(payoutPreviewRowWire, previewRowInWords(previewRowOf(one))),
    ({ shop, query, now: at }) => {
      const filter = previewFilterOf(query);
      return {
        read: (take) =>
          eachPayeeOfPayout(shop, pageChoiceOf(query, shop, at), { at }, (judged) =>
            take(judged.filter((one) => matchesPreviewFilter(one, filter))),
          ),
      };
    },
  ),
  fileOf(
    payoutSectionFile,
    payoutListQuery,
    (one: SectionView) => ({
      ...encode(payoutSectionWire, sectionInWords(one)),
      state: merchantTexts("badges")(`states.section.${one.state}`),
    }),
    ({ shop, query }) => {
      const { page: _page, limit: _limit, cursor: _cursor, ...filter } = query;
      return { read: (take) => readAllSections(shop.shopId, filter, take) };
    },
  ),
  fileOf(
    productAssignmentList,
    pointingListQuery,
    (one: ProductAssignmentView) => encode(productAssignmentWire, one),
    ({ shop, query: { affiliate: affiliateId, search, status } }) => ({
      read: (take) => readAllProductAssignments(shop.shopId, { search, affiliateId, status }, take),
    }),
  ),
  ["audit.csv", auditCsv],
  ["audit.pdf", auditPdf],
  ["comparison.csv", comparisonCsv],
  ["backtest.csv", backtestFile],
  ["import-rows.csv", importRowsFile],
  ["reports.csv", ({ shop, request, now }) => reportFileFor(shop, request, now)],
  ["signals.csv", signalsFile],
  ["statements.csv", statementsFile],
]);

/** Files of one payout or statement, whose id is in the address. */
const filesOfOne: ReadonlyMap<string, ListFile> = new Map([
  fileOf(
    paymentFile,
    paymentListQuery,
    paymentOrSkipped,
    async ({ shop: { shopId }, id, query: { status, search } }) => {
      const section = await readSection(shopId, id);
      const of = isRefusal(section) ? answered(await readPayout(shopId, id)) : section;
      return { read: (take) => readWholeSection(shopId, { ...of, status, search }, take) };
    },
  ),
  fileOf(
    skippedList,
    skippedListQuery,
    (one: SkippedView) => encode(skippedWire, skippedInWords(one)),
    async ({ shop: { shopId }, id, query: { status: reason, search } }) => {
      const { payoutId } = answered(await readPayout(shopId, id));
      return { read: (take) => readAllSkipped(shopId, { payoutId, reason, search }, take) };
    },
  ),
  fileOf(
    statementLineList,
    lineListQuery,
    (one: ReadLine) => encode(statementLineWire, lineInWords(lineViewOf(one))),
    async ({ shop, id, query }) => {
      const statement = answered(await findProviderStatement(shop.shopId, id));
      return { read: (take) => readAllLines(statement, lineFilterOf(query), take) };
    },
  ),
]);

/** Addresses of all files. */
export const exportPaths: readonly string[] = [
  ...[...files.keys()].map((name) => `/dashboard/export/${name}`),
  ...[...filesOfOne.keys()].map((name) => `/dashboard/export/:id/${name}`),
];

/** The file of that name, with all rows that the address's filters leave; null where there is no such file. */
export async function exportedFile(
  { file = "", id }: { readonly file?: string | undefined; readonly id?: string | undefined },
  asked: FileRequest,
): Promise<Response | null> {
  const write = id === undefined ? files.get(file) : filesOfOne.get(file);
  return write ? await write({ ...asked, id: id ?? "" }) : null;
}

type ListQuerySchema = z.ZodType<{ page: number; limit: number }> & { readonly shape: object };

type ListRequest<Query> = FileRequest & { readonly id: string; readonly query: Query };

type Reading<View, Name> = {
  readonly read: (take: (rows: readonly View[]) => Promise<void>) => Promise<null | Refusal>;
  /** Its columns, where it does not have those of the list. */
  readonly columns?: readonly Name[];
  readonly fileName?: string;
};

/** A list's file: `toRow` writes what `open` reads as the list's rows. */
function fileOf<Row, Name extends string, Query extends ListQuerySchema, View>(
  list: ListSpec<Row, Name, ParametersOf<z.output<Query>>>,
  schema: Query,
  toRow: (view: View, writer: ExplanationWriter) => Row,
  open: (
    asked: ListRequest<z.output<Query>>,
  ) => Reading<View, NoInfer<Name>> | Promise<Reading<View, NoInfer<Name>>>,
): [string, ListFile] {
  const name = `${list.name}.csv`;
  const write: ListFile = async (asked) => {
    const query = listQueryOf(asked.request, schema);
    const { read, columns = list.exported, fileName = name } = await open({ ...asked, query });
    const shown = columns.map((one) => list.columns[one]);
    const writer = writerFor(asked.request, asked.shop);
    const file = await csvFile(fileName, {
      head: shown.map(headingOf),
      lines: (views: readonly View[]) =>
        views.map((view) => {
          const row = toRow(view, writer);
          return csvLine(shown.map((column) => cellText(column, row)));
        }),
      read,
    });
    return isRefusal(file) ? refusalResponse(file) : file;
  };
  return [name, write];
}

function headingOf({ title, fileTitle }: Pick<ListColumn<never>, "title" | "fileTitle">): string {
  const heading = fileTitle ?? title;
  return typeof heading === "string" ? merchantTexts("lists")(`columns.${heading}`) : heading.question;
}

function paymentOrSkipped({ payment, skipped }: SectionLine) {
  return payment
    ? { payment: encode(paymentWire, paymentInWords(payment)) }
    : { skipped: encode(skippedWire, skippedInWords(skipped)) };
}

/** The cell of a file. A payout method has its name, states are in the machine's words. */
function cellText<Row>(column: ListColumn<Row>, row: Row): string {
  const method = "method" in column ? column.method(row) : null;
  return method ? methodName(method) : columnText(column, row);
}
