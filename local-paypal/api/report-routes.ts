/** Transaction Search: the statement as JSON, and what the balances are. */
import { Hono, type Context } from "hono";
import { balanceOf } from "../books.ts";
import { later, moment, type PaypalContext } from "../context.ts";
import { formatValue } from "../money.ts";
import { listReportLines, type ReportLine } from "../report-lines.ts";
import { refuse } from "./errors.ts";

const mostDays = 31;
const mostPerPage = 500;
const dateShape = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;

export function reportRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.use("/v1/reporting/*", async (c, next) => {
    if (!ctx.state.switches.rights.reporting) return refuse(c, "NOT_AUTHORIZED");
    await next();
    return undefined;
  });
  routes.get("/v1/reporting/transactions", (c) => listTransactions(ctx, c));
  routes.get("/v1/reporting/balances", (c) => c.json(answerBalances(ctx)));
  return routes;
}

interface Asked {
  start: number;
  end: number;
  page: number;
  size: number;
}

function listTransactions(ctx: PaypalContext, c: Context): Response {
  const refreshed = ctx.now().getTime() - ctx.state.switches.reportLagMs;
  const asked = readAsked(c, refreshed);
  if ("field" in asked) {
    const { message, ...detail } = asked;
    return refuse(c, "INVALID_REQUEST", {
      details: message === undefined ? [{ ...detail, location: "query" }] : [],
      ...(message === undefined ? {} : { message }),
    });
  }
  const shown = listReportLines(ctx.state).filter(
    (line) => Date.parse(line.at) <= refreshed && isWanted(line, asked, c),
  );
  const page = shown.slice((asked.page - 1) * asked.size, asked.page * asked.size);
  return c.json({
    transaction_details: page.map((line) => answerLine(line, c.req.query("fields") ?? "transaction_info")),
    account_number: accountNumber,
    start_date: moment(new Date(asked.start).toISOString()),
    end_date: moment(new Date(Math.min(asked.end, refreshed)).toISOString()),
    last_refreshed_datetime: moment(new Date(refreshed).toISOString()),
    page: asked.page,
    total_items: shown.length,
    total_pages: Math.ceil(shown.length / asked.size),
    links: [{ href: c.req.url, rel: "self", method: "GET" }],
  });
}

const accountNumber = "LOCALMERCHANT";

type Fault = { field: string; issue: string; message?: string };

function readAsked(c: Context, refreshed: number): Asked | Fault {
  const [from, to] = [c.req.query("start_date") ?? "", c.req.query("end_date") ?? ""];
  if (!dateShape.test(from)) return { field: "start_date", issue: "INVALID_PARAMETER_SYNTAX" };
  if (!dateShape.test(to)) return { field: "end_date", issue: "INVALID_PARAMETER_SYNTAX" };
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const fault = findRangeFault(start, end, refreshed);
  if (fault !== null) return fault;
  const page = readCount(c.req.query("page"), { otherwise: 1, most: Number.MAX_SAFE_INTEGER });
  if (page === null) return { field: "page", issue: "INVALID_PARAMETER_VALUE" };
  const size = readCount(c.req.query("page_size"), { otherwise: 100, most: mostPerPage });
  if (size === null) return { field: "page_size", issue: "INVALID_PARAMETER_VALUE" };
  return { start, end, page, size };
}

function findRangeFault(start: number, end: number, refreshed: number): Fault | null {
  const field = "start_date";
  if (start > end) return { field, issue: "Start date must be before end date" };
  if (end - start > mostDays * 86_400_000) {
    return { field, issue: `Date range is greater than ${mostDays} days` };
  }
  if (start <= refreshed) return null;
  return { field, issue: "", message: "Data for the given start date is not available." };
}

function readCount(text: string | undefined, range: { otherwise: number; most: number }): number | null {
  const count = Number(text ?? range.otherwise);
  return Number.isInteger(count) && count >= 1 && count <= range.most ? count : null;
}

function isWanted(line: ReportLine, asked: Asked, c: Context): boolean {
  const at = Date.parse(line.at);
  if (at < asked.start || at > asked.end) return false;
  const filters: [string | undefined, string][] = [
    [c.req.query("transaction_id"), line.transactionId],
    [c.req.query("transaction_type"), line.code],
    [c.req.query("transaction_status"), line.status],
    [c.req.query("transaction_currency"), line.currency],
  ];
  return filters.every(([wanted, value]) => wanted === undefined || wanted === value);
}

function answerLine(line: ReportLine, fields: string): object {
  const money = (minor: bigint): object => ({
    currency_code: line.currency,
    value: formatValue(minor, line.currency),
  });
  const info = {
    transaction_id: line.transactionId,
    ...(line.referenceId === null
      ? {}
      : { paypal_reference_id: line.referenceId, paypal_reference_id_type: "TXN" }),
    transaction_event_code: line.code,
    transaction_initiation_date: offsetMoment(line.at),
    transaction_updated_date: offsetMoment(line.updatedAt),
    transaction_amount: money(line.gross),
    ...(line.fee === 0n ? {} : { fee_amount: money(line.fee) }),
    transaction_status: line.status,
    ...(line.subject === null ? {} : { transaction_subject: line.subject }),
    ...(line.note === null ? {} : { transaction_note: line.note }),
    ...(line.customField === null ? {} : { custom_field: line.customField }),
    protection_eligibility: "02",
  };
  const wantsPayer = fields === "all" || fields.split(",").includes("payer_info");
  if (!wantsPayer) return { transaction_info: info };
  const payer = line.receiver === null ? {} : { email_address: line.receiver };
  return { transaction_info: info, payer_info: { ...payer, address_status: "N", payer_status: "Y" } };
}

/** Reports write their offset without a colon and never a Z: "2026-11-22T09:41:00+0000". */
function offsetMoment(iso: string): string {
  return moment(iso).replace("Z", "+0000");
}

function answerBalances(ctx: PaypalContext): object {
  const { movements } = ctx.state;
  const currencies = [...new Set(movements.map((movement) => movement.currency))].toSorted();
  const now = ctx.now().toISOString();
  return {
    balances: currencies.map((currency, index) => {
      const available = balanceOf(movements, "funding", currency);
      const withheld = balanceOf(movements, "held", currency);
      const money = (minor: bigint): object => ({
        currency_code: currency,
        value: formatValue(minor, currency),
      });
      return {
        currency,
        primary: index === 0,
        total_balance: money(available + withheld),
        available_balance: money(available),
        withheld_balance: money(withheld),
      };
    }),
    account_id: accountNumber,
    as_of_time: moment(now),
    last_refresh_time: moment(later(now, -ctx.state.switches.reportLagMs)),
  };
}
