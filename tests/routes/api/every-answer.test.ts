import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { apiCalls, apiPrefix } from "#app/api/calls.ts";
import type { ApiCall } from "#app/api/define-call.ts";
import { storedAs } from "#app/contracts/wire.ts";
import { idPrefixes } from "#app/domain/ids.ts";
import { makeRichBooks } from "../../flows/ledger/rich-books.ts";
import { requestAtPace } from "../../support/ask-api.ts";
import { makeMerchant, signedIn } from "../../support/merchant.ts";
import {
  makeBindingRow,
  makeClaimRow,
  makeDataRequestRow,
  makeDiscountRow,
  makeFlagRow,
  makeLinkRow,
  makeProductAssignmentRow,
} from "../bad-input/form-rows.ts";
import { makePayoutRequestRow } from "../bad-input/payout-rows.ts";
import { makeReportViewRow } from "../bad-input/report-forms.ts";
import { makeStatementRow, makeUploadRow } from "../bad-input/statement-rows.ts";

type ReadAnswer = {
  readonly id: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

const reads = apiCalls.filter(
  ({ method, answer, permission }) => method === "GET" && answer && permission !== "none",
);
const hasId = ({ path }: ApiCall) => path.includes("{");

/** Prefix of the ids that an address names, by its first segment. */
const prefixes: Readonly<Record<string, string>> = {
  affiliates: idPrefixes.affiliate,
  programs: idPrefixes.program,
  links: idPrefixes.link,
  flags: idPrefixes.flag,
  commissions: idPrefixes.commission,
  payouts: idPrefixes.payout,
  "payout-sections": idPrefixes.payoutSection,
  payments: idPrefixes.payment,
  "payout-requests": idPrefixes.payoutRequest,
  "statement-uploads": idPrefixes.statementDraft,
  reconciliations: idPrefixes.providerStatement,
  events: idPrefixes.event,
};
/** Names that are not ids of the app, and the lists that have other ids. */
const named: Readonly<Record<string, readonly string[]>> = {
  reports: ["affiliates", "programs", "codes", "products"],
  emails: ["sale"],
};
const idLists: Readonly<Record<string, string>> = { orders: "/orders", discounts: "/discounts" };
/** Calls that ask the store, or about things that neither shop has. They have tests of their own. */
const notAsked = new Set([
  "findGoods",
  "findStoreDiscounts",
  "getApplication",
  "getBacktest",
  "getCustomerAnswer",
]);

let answers: readonly ReadAnswer[];

beforeAll(async () => {
  const merchant = await makeMerchant();
  const makers = [
    makeLinkRow,
    makeClaimRow,
    makeFlagRow,
    makeDiscountRow,
    makeBindingRow,
    makeProductAssignmentRow,
  ];
  const others = [
    makeDataRequestRow,
    makePayoutRequestRow,
    makeReportViewRow,
    makeStatementRow,
    makeUploadRow,
  ];
  const made: string[] = [];
  for (const make of [...makers, ...others]) made.push(await make(merchant));
  const books = await makeRichBooks();
  const bookkeeper = await signedIn(books.shopId);
  answers = [...(await askAll(merchant.token, made)), ...(await askAll(bookkeeper.token, []))];
}, 120_000);

/** Asks every call that reads: lists first, then each with a few of the ids that the answers so far contain. */
async function askAll(token: string, ids: readonly string[]): Promise<ReadAnswer[]> {
  const found: ReadAnswer[] = [{ id: "", path: "", status: 200, body: ids }];
  const ask = async ({ id }: ApiCall, path: string) => {
    if (found.some((one) => one.path === path)) return;
    const { status, text } = await requestAtPace(token, apiPrefix + path);
    found.push({ id, path, status, body: JSON.parse(text) });
  };
  const calls = reads.filter(({ id }) => !notAsked.has(id));
  for (const call of calls.filter((one) => !hasId(one))) await ask(call, call.path);
  for (const call of calls.filter(hasId)) for (const path of addressesOf(call, found)) await ask(call, path);
  return found;
}

function addressesOf({ path }: ApiCall, found: readonly ReadAnswer[]): string[] {
  const subject = path.split("/")[1] ?? "";
  const [program = ""] = idsOf(idPrefixes.program, found);
  const list = idLists[subject];
  const listed = list === undefined ? idsOf(prefixes[subject], found) : listedIds(found, list);
  const ids = named[subject] ?? listed;
  return ids.slice(0, 4).map((id) => path.replace(/\{(?:id|name)\}/, id).replace("{programId}", program));
}

function idsOf(prefix: string | undefined, found: readonly ReadAnswer[]): string[] {
  if (prefix === undefined) return [];
  const texts = found.map(({ body }) => JSON.stringify(body)).join();
  return [...new Set(texts.match(new RegExp(`(?<=")${prefix}_[0-9a-z]{26}(?=")`, "g")))];
}

function listedIds(found: readonly ReadAnswer[], list: string): string[] {
  const body = found.find(({ path }) => path === list)?.body as Record<string, unknown>;
  return (Object.values(body).find(Array.isArray) as { id: string }[]).map(({ id }) => id);
}

describe("the answer has the shape that the API describes", () => {
  it.each(reads.filter(({ id }) => !notAsked.has(id)))("of $id", (call) => {
    const asked = answers.filter(({ id }) => id === call.id);
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    const shape = shapeOf(call.answer as z.ZodType);
    expect(asked.length).toBeGreaterThan(0);
    for (const { body } of asked) expect(shape.safeParse(body).error).toBeUndefined();
  });
});

/** A schema's own part is parsed; what is described by a schema of input is parsed by that one. */
function shapeOf(schema: z.ZodType): z.ZodType {
  return storedAs.get(schema) ?? schema;
}
