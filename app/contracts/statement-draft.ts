import { z } from "zod";
import {
  columnUses,
  directionWays,
  feeWays,
  type FileChoices,
  fileProviders,
  flagMeanings,
  readOutcomes,
  statusMeanings,
  typeMeanings,
} from "#app/domain/statements/reading.ts";
import { dateOrders, decimalSigns, delimiters, encodings } from "#app/domain/tables/table.ts";
import { currencyCode, instant, money, plainText } from "./wire.ts";
import { ofType, wrong } from "./reasons.ts";

const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values);

const word = z.string().min(1).max(200);
const wordMeaning = z.discriminatedUnion("column", [
  z.strictObject({ column: z.literal("status"), word, means: oneOf(statusMeanings) }),
  z.strictObject({ column: z.literal("flag"), word, means: oneOf(flagMeanings) }),
  z.strictObject({ column: z.literal("type"), word, means: oneOf(typeMeanings) }),
]);

const settings = {
  encoding: oneOf(encodings),
  delimiter: oneOf(delimiters),
  headerLine: z
    .int(ofType(wrong("whole_number")))
    .min(0)
    .max(1000)
    .meta({ description: "Line of the column names, counted from 1; 0 for a file without them" }),
  dates: oneOf(dateOrders),
  decimals: oneOf(decimalSigns),
  direction: oneOf(directionWays).meta({ description: "How the file tells money out from money in" }),
  fee: oneOf(feeWays).meta({ description: "Relation of the amount to the fee" }),
  currency: currencyCode.nullable().meta({ description: "Used where no column or cell names one" }),
  account: z
    .string()
    .max(100)
    .nullable()
    .meta({ description: "The account whose rows count, where the file has several" }),
  columns: z.array(oneOf(columnUses)).max(200).meta({ description: "One use per column, from the left" }),
  words: z.array(wordMeaning).max(200),
};

/** Body of PUT /api/v1/statement-uploads/{id}: corrections of the detected reading. */
export const mappingBody = z
  .strictObject({ provider: oneOf(fileProviders), ...settings })
  .partial()
  .meta({ id: "StatementMapping" });

/** Query of POST /api/v1/statement-uploads. */
export const uploadQuery = z.object({ fileName: plainText(200).default("") });

/** Body of POST /api/v1/statement-uploads/{id}/confirm. */
export const confirmBody = z.strictObject({
  rememberAs: plainText(100).default("").meta({
    description: "Name of the bank or provider for which the reading is remembered; empty to forget it",
  }),
});

/** The forms of the assistant's page. */
export const uploadForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("confirm"), rememberAs: confirmBody.shape.rememberAs }),
  z.object({ intent: z.literal("discard") }),
]);

export const discardedWire = z.object({ discarded: z.literal(true) }).meta({ id: "DiscardedUpload" });

const readRowWire = z.object({
  line: z.int(),
  day: z.iso.date().nullable(),
  outcome: z.enum(readOutcomes),
  amount: money.nullable().meta({ description: "Below zero for money that left" }),
  fee: money.nullable(),
  reference: z.string().meta({ description: "Text in which the payment is named, as written" }),
  type: z.string(),
  status: z.string(),
  reason: z.string().meta({ description: "Why a row is unclear, not paid or on its way" }),
});

export const statementDraftWire = z
  .object({
    id: z.string(),
    fileName: z.string(),
    kind: z.enum(["csv", "camt", "ofx"]),
    provider: z.enum(fileProviders),
    account: z.string().nullable().meta({ description: "The account whose rows count" }),
    layout: z.string().nullable().meta({ description: "The known layout that fits, such as Lloyds" }),
    rememberedFrom: z.string().nullable().meta({
      description: "The source whose remembered reading is used, since the header row is identical",
    }),
    reading: z.object(settings).nullable().meta({
      description: "How the file is read; null for camt and OFX, where only the account may be open",
    }),
    columns: z.array(z.object({ name: z.string(), example: z.string(), use: z.enum(columnUses) })),
    questions: z.array(
      z.object({
        setting: z.string(),
        column: z.int().nullable(),
        word: z.string().nullable(),
        message: z.string(),
        choices: z.array(z.string()),
        blocks: z.boolean().meta({ description: "Nothing can be imported while it is open" }),
      }),
    ),
    rows: z.int(),
    unclear: z.int().meta({ description: "Rows that are not understood. No money moves for them" }),
    first: z.iso.date().nullable(),
    last: z.iso.date().nullable(),
    preview: z.array(readRowWire).meta({ description: "The first ten rows as they are read" }),
    statement: z.string().nullable().meta({ description: "The statement, once the reading was confirmed" }),
    expiresAt: instant,
  })
  .meta({ id: "StatementUpload" });

export type StatementDraftWire = z.input<typeof statementDraftWire>;

const wordForm = /^(status|flag|type):([a-z_]+):(.+)$/s;

/** Corrections in the address of the assistant's page. A setting that cannot be used is left as detected. */
export function choicesFromAddress(query: URLSearchParams): FileChoices {
  const given: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(addressSettings)) {
    const text = query.get(key);
    if (text === null) continue;
    const found = schema.safeParse(text);
    if (found.success) given[key === "header" ? "headerLine" : key] = found.data;
  }
  const columns = settings.columns.safeParse(query.getAll("use"));
  if (query.has("use") && columns.success) given["columns"] = columns.data;
  const words = query.getAll("word").flatMap((text) => {
    const [, column, means, said] = wordForm.exec(text) ?? [];
    const found = wordMeaning.safeParse({ column, means, word: said });
    return found.success ? [found.data] : [];
  });
  if (words.length > 0) given["words"] = words.slice(0, 200);
  return given;
}

const addressSettings = {
  provider: oneOf(fileProviders),
  encoding: settings.encoding,
  delimiter: settings.delimiter,
  header: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(settings.headerLine),
  dates: settings.dates,
  decimals: settings.decimals,
  direction: settings.direction,
  fee: settings.fee,
  currency: currencyCode,
  account: settings.account,
} as const;
