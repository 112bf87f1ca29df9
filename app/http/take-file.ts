import { fileQuery } from "#app/contracts/reconciliation.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { takeStatement } from "#app/flows/payouts/take-statement.ts";
import { hashBytes } from "#app/platform/crypto.server.ts";
import { parse } from "./parse.ts";
import { maxFileBytes } from "./read-body.ts";
import type { ShopContext } from "./require-shop.server.ts";
import { readStatementFile } from "./statement-file.ts";

/** Reads a provider's statement that somebody brought, and takes it in; what is said of it stands beside it. */
export async function takeFile(
  { shop, actor }: Pick<ShopContext, "shop" | "actor">,
  { bytes, said }: { readonly bytes: Buffer; readonly said: Readonly<Record<string, unknown>> },
  now: Date,
) {
  const query = parse(fileQuery, said);
  if (isRefusal(query)) return query;
  const fault = sizeFault(bytes, query.fileName);
  if (fault) return fault;
  const { provider, fileName, currency, decimals, dates, amount, date, reference } = query;
  const file = await readStatementFile(bytes, {
    provider,
    timeZone: shop.timeZone,
    currency: currency || undefined,
    decimals: decimals || undefined,
    dates: dates || undefined,
    columns: {
      ...(amount ? { amount } : {}),
      ...(date ? { date } : {}),
      ...(reference ? { reference } : {}),
    },
  });
  if (isRefusal(file)) return file;
  const contentHash = hashBytes(bytes);
  const given = { provider, source: "csv", fileName, contentHash, ...file } as const;
  return await takeStatement(shop, given, { actor, now });
}

/** A form in which no file was chosen sends one of no name and no bytes. */
function sizeFault(bytes: Buffer, name: string): Refusal | null {
  const nothing = name === "" ? "Choose a file" : "The file is empty";
  if (bytes.length === 0) return refuse("invalid", nothing, "file");
  return bytes.length > maxFileBytes ? refuse("invalid", "Must be at most 10 MB", "file") : null;
}
