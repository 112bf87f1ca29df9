import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport, runCheck } from "#app/flows/imports/check-import.ts";
import { discardImport, readFileOf, uploadImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import { countImportRows, findFileImport } from "#app/store/file-imports.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { decideAhead, importedAnyway } from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const now = new Date("2026-04-01T09:00:00Z");
const rowCount = 30_000;
const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by\n";

/** Row 2 is the first. `odd` are rows that differ. */
async function* longFile(odd: Readonly<Record<number, string>> = {}) {
  yield Buffer.from(head);
  for (let from = 2; from < rowCount + 2; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => {
      const row = from + index;
      return (
        odd[row] ?? `#${row},0${(row % 9) + 1}/0${(row % 9) + 1}/2026,ada@x.example,1.50,Approved,USD,link`
      );
    });
    yield Buffer.from(`${rows.join("\n")}\n`);
  }
}

async function upload({ shop, actor }: Merchant, bytes: AsyncIterable<Uint8Array>) {
  const file = await uploadImport({ shop, actor, now }, { bytes, fileName: "export.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  await decideAhead(file.importId, importedAnyway);
  return file;
}

it("asks about what only a late row of a long file has", async () => {
  const merchant = await makeMerchant();
  const file = await upload(
    merchant,
    longFile({
      20_000: "#a,25/03/2026,ada@x.example,1.50,Approved,USD,link",
      24_000: "#b,01/03/2026,ada@x.example,1.50,Bezahlt,USD,link",
      25_000: "#c,01/03/2026,ada@x.example,1.50,Approved,,link",
      26_000: "#d,01/03/2026,ada@x.example,1.50,Pending,USD,link",
    }),
  );
  const read = readFileOf(file);
  if (isRefusal(read)) throw new Error(read.reason.code);
  expect(read.reading.dates).toBe("dmy");
  expect(read.questions.map(({ code, what }) => [code, what])).toEqual([
    ["currency_missing", ""],
    ["word_unknown", "Bezahlt"],
    ["release_missing", ""],
  ]);
  expect(read.table.rows).toBe(rowCount);
  expect(read.table.sample.length).toBeLessThan(3000);
});

it("is checked by a job, which shows its progress and reports each row", async () => {
  const merchant = await makeMerchant();
  const { shopId, shop, actor } = merchant;
  const { affiliateId } = await addAffiliate(merchant, { code: "ADA" });
  const email = { email: "ada@x.example", emailKey: "ada@x.example" };
  await db().update(affiliates).set(email).where(eq(affiliates.affiliateId, affiliateId));
  const file = await upload(
    merchant,
    longFile({ 29_999: "#x,01/03/2026,ada@x.example,n/a,Approved,USD,link" }),
  );
  const { importId } = file;
  const checked = await checkImport({ shop, actor, now }, importId, { dates: "mdy" });
  expect(checked).toEqual({ questions: null });
  expect(await findFileImport(db(), shopId, importId)).toMatchObject({ status: "checking", rowsDone: 0 });
  await runCheck({ shopId, importId }, () => now);
  expect(await findFileImport(db(), shopId, importId)).toMatchObject({
    status: "checked",
    rows: rowCount,
    rowsDone: rowCount + 1,
    totals: [{ fileMinor: "4499850", payableMinor: "4499850", leftMinor: "0" }],
  });
  expect(await countImportRows(db(), shopId, importId)).toMatchObject([
    { outcome: "create", code: "balance_approved", count: rowCount - 1 },
    { outcome: "skip", code: "amount_unreadable", count: 1 },
  ]);
  expect(await discardImport(shopId, importId)).toBe(true);
  await runCheck({ shopId, importId }, () => now);
  expect(await findFileImport(db(), shopId, importId)).toBeNull();
});
