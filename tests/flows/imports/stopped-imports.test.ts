import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport, runCheck } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { stopFile } from "#app/flows/imports/stop-file.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { db } from "#app/platform/db.server.ts";
import { changeFileImport, findFileImport, importRowsAfter } from "#app/store/file-imports.ts";
import { giveUpJobs } from "../../support/given-up-job.ts";
import {
  affiliateAt,
  checkFile,
  csvFile,
  faultsOf,
  importContext,
  importedAt,
  type Merchant,
} from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";

const head = "order_name,date,affiliate_email,commission,status,currency,tracking_by";
const clock = () => importedAt;

const rowAt = (at: number) =>
  `#${at},2026-03-01,ada@x.example,1.50,${at === 1 ? "Pending" : "Approved"},USD,link`;
/** More rows than are checked at once. */
const longFile = () => csvFile(head, ...Array.from({ length: 20_100 }, (_, at) => rowAt(at)));

async function readAs({ shopId }: Merchant, importId: string) {
  const file = await findFileImport(db(), shopId, importId);
  return file && [file.status, file.isStopped, file.rowsDone];
}

it("a check that fails for good says so, and can be started again", async () => {
  const merchant = await makeMerchant();
  await affiliateAt(merchant, "ADA", "ada@x.example");
  const choices = { releaseOn: "2026-05-01" };
  const { importId } = await checkFile(merchant, longFile(), choices);
  const of = { shopId: merchant.shopId, importId };
  expect(await giveUpJobs("check-file", ["importId", importId])).toEqual([of]);
  await stopFile({ ...of, shopId: (await makeMerchant()).shopId });
  expect(await readAs(merchant, importId)).toEqual(["checking", false, 0]);
  await stopFile(of);
  expect(await readAs(merchant, importId)).toEqual(["checking", true, 0]);
  // A job of it that comes late does nothing.
  await runCheck(of, clock);
  expect(await readAs(merchant, importId)).toEqual(["checking", true, 0]);

  expect(await checkImport(importContext(merchant), importId, choices)).toEqual({ questions: null });
  expect(await readAs(merchant, importId)).toEqual(["checking", false, 0]);
  await runCheck(of, clock);
  expect(await readAs(merchant, importId)).toEqual(["checked", false, 20_101]);
  await stopFile(of);
  expect(await readAs(merchant, importId)).toEqual(["checked", false, 20_101]);
});

it("an import and an undo that fail for good go on when they are asked to", async () => {
  const merchant = await makeMerchant();
  await affiliateAt(merchant, "ADA", "ada@x.example");
  const { importId } = await checkFile(merchant, csvFile(head, rowAt(2), rowAt(3)));
  const of = { shopId: merchant.shopId, importId };
  for (const [start, over] of [
    [startImport, "done"],
    [startUndo, "undone"],
  ] as const) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    await start(importContext(merchant), importId);
    expect(await giveUpJobs("import-file", ["importId", importId])).toContainEqual(of);
    await stopFile(of);
    await runImport(of, clock);
    expect((await readAs(merchant, importId))?.[1]).toBe(true);
    expect(await start(importContext(merchant), importId)).toEqual({ importId });
    await runImport(of, clock);
    expect((await readAs(merchant, importId))?.slice(0, 2)).toEqual([over, false]);
    /* oxlint-enable no-await-in-loop */
  }
  expect(await faultsOf(merchant)).toEqual([]);
});

it("a check ends if the file is read in another way meanwhile", async () => {
  const merchant = await makeMerchant();
  const { shopId } = merchant;
  await affiliateAt(merchant, "ADA", "ada@x.example");
  const context = importContext(merchant);
  const bytes = longFile();
  const file = await uploadImport(context, { bytes, fileName: "export.csv", system: null });
  if (isRefusal(file)) throw new Error(file.reason.code);
  const { importId } = file;
  await checkImport(context, importId, { releaseOn: "2026-05-01" });
  let isChanged = false;
  await runCheck({ shopId, importId }, () => {
    // The first part has not been stored yet.
    void changeFileImport(db(), file, { choices: { releaseOn: "2026-06-01" } });
    isChanged = true;
    return importedAt;
  });
  expect(isChanged).toBe(true);
  expect((await readAs(merchant, importId))?.[0]).toBe("checking");
  await runCheck({ shopId, importId }, clock);
  const [, pending] = await importRowsAfter(db(), shopId, { importId, after: 0, limit: 2 });
  expect(pending?.values).toMatchObject({ releaseDay: "2026-06-01" });
});
