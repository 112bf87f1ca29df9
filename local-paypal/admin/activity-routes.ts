/** The activity report: what a merchant sees of the account, and downloads as CSV to match it by hand. */
import { Hono } from "hono";
import { html } from "hono/html";
import { formatValue } from "../money.ts";
import { listReportLines, type ReportLine } from "../report-lines.ts";
import { formatMoment, formatMoney, renderPage, type Html } from "./page.ts";
import type { PaypalContext } from "../context.ts";

export function activityRoutes(ctx: PaypalContext): Hono {
  const routes = new Hono();
  routes.get("/activity", (c) => c.html(renderPage("Activity", activityPage(ctx), "/activity")));
  routes.get("/activity.csv", (c) => {
    const [from, to] = [c.req.query("from") ?? "", c.req.query("to") ?? "9"];
    const lines = listReportLines(ctx.state).filter(
      (line) => line.at.slice(0, 10) >= from && line.at.slice(0, 10) <= to,
    );
    return c.body(writeCsv(lines), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="Download.CSV"',
    });
  });
  return routes;
}

const types: Record<ReportLine["code"], string> = {
  T0001: "Mass Payment",
  T0300: "General Credit Card Deposit",
  T1105: "Reversal of General Account Hold",
  T1114: "Mass Pay Reversal",
  T1115: "Mass Pay Refund",
  T1503: "Hold on Available Balance",
};

const statuses: Record<ReportLine["status"], string> = { P: "Pending", S: "Completed", V: "Reversed" };

const columns: [name: string, value: (line: ReportLine, balance: bigint) => string][] = [
  ["Date", (line) => usDate(line.at)],
  ["Time", (line) => line.at.slice(11, 19)],
  ["TimeZone", () => "UTC"],
  ["Name", (line) => line.receiver ?? ""],
  ["Type", (line) => types[line.code]],
  ["Status", (line) => statuses[line.status]],
  ["Currency", (line) => line.currency],
  ["Gross", (line) => grouped(line.gross, line.currency)],
  ["Fee", (line) => grouped(line.fee, line.currency)],
  ["Net", (line) => grouped(line.gross + line.fee, line.currency)],
  ["From Email Address", () => "merchant@local-paypal.example"],
  ["To Email Address", (line) => line.receiver ?? ""],
  ["Transaction ID", (line) => line.transactionId],
  ["Reference Txn ID", (line) => line.referenceId ?? ""],
  ["Invoice Number", () => ""],
  ["Custom Number", (line) => line.customField ?? ""],
  ["Balance", (line, balance) => grouped(balance, line.currency)],
  ["Subject", (line) => line.subject ?? ""],
  ["Note", (line) => line.note ?? ""],
  ["Balance Impact", (line) => (line.gross < 0n ? "Debit" : "Credit")],
];

/** As the download comes: a byte order mark, every field in quotes, thousands with commas, CRLF. */
function writeCsv(lines: readonly ReportLine[]): string {
  const balances = new Map<string, bigint>();
  const rows = lines.map((line) => {
    const balance = (balances.get(line.currency) ?? 0n) + line.gross + line.fee;
    balances.set(line.currency, balance);
    return columns.map(([, value]) => value(line, balance));
  });
  const all = [columns.map(([name]) => name), ...rows];
  return `\uFEFF${all.map((row) => `${row.map(quote).join(",")}\r\n`).join("")}`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** 11/22/2026: the account is an American one. */
function usDate(iso: string): string {
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;
}

function grouped(minor: bigint, currency: string): string {
  const [whole = "", decimals] = formatValue(minor, currency).split(".");
  const parts = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? parts : `${parts}.${decimals}`;
}

function activityPage(ctx: PaypalContext): Html {
  const lines = listReportLines(ctx.state).toReversed().slice(0, 200);
  return html`<p class="row"><a class="button" href="/activity.csv">Download (CSV)</a></p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Receiver</th>
            <th scope="col">State</th>
            <th scope="col" class="number">Gross</th>
            <th scope="col" class="number">Fee</th>
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            (line) =>
              html`<tr>
                <td>${formatMoment(line.at)}</td>
                <td>
                  ${types[line.code]}<br /><span class="quiet">${line.code} · ${line.transactionId}</span>
                </td>
                <td>${line.receiver ?? ""}<br /><span class="quiet">${line.customField ?? ""}</span></td>
                <td>${statuses[line.status]}</td>
                <td class="number">${formatMoney(line.gross, line.currency)}</td>
                <td class="number">${line.fee === 0n ? "" : formatMoney(line.fee, line.currency)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
