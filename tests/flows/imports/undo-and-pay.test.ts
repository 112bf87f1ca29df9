import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { runImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { db } from "#app/platform/db.server.ts";
import { findFileImport } from "#app/store/file-imports.ts";
import { accepted } from "../../support/accepted.ts";
import { owedTo } from "../../support/decided.ts";
import {
  affiliateAt,
  checkFile,
  csvFile,
  faultsOf,
  importContext,
  runFile,
  undoFile,
  undoneAt,
} from "../../support/import-file.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { member, runPlan } from "../../support/paying-shop.ts";
import { startSection } from "../../support/section.ts";

const file = csvFile(
  "order_name,date,affiliate_email,commission,status,currency,tracking_by",
  "#1,2026-03-01,ada@x.example,80.00,Approved,USD,l",
  "#2,2026-03-01,bob@x.example,90.00,Approved,USD,l",
);
const manual = { method: "manual", currency: "USD", cutoffAt: null, chosen: null } as const;

async function makeImported() {
  const merchant = await makeMerchant();
  const ada = await affiliateAt(merchant, "ADA", "ada@x.example");
  await affiliateAt(merchant, "BOB", "bob@x.example");
  const { importId } = await checkFile(merchant, file);
  await runFile(merchant, importId);
  const by = { actor: await member(merchant.shopId, "7", "Ann"), now: undoneAt };
  const page = { page: 1, limit: 1 };
  const preview = async () => accepted(await previewSection(merchant.shopId, manual, page, undoneAt)).totals;
  return { merchant, ada, importId, by, preview };
}

it("balances whose undo has started are not paid any more", async () => {
  const { merchant, ada, importId, by, preview } = await makeImported();
  const { shopId } = merchant;
  const { count, amountMinor: totalMinor } = await preview();
  expect([count, totalMinor]).toEqual([2, 17_000n]);
  const sectionId = await startSection(shopId, manual, { count, totalMinor }, by);
  expect(await startUndo(importContext(merchant, undoneAt), importId)).toEqual({ importId });
  expect(await preview()).toMatchObject({ count: 0 });
  expect(await runPlan(shopId, sectionId)).toMatchObject({ paymentCount: 0 });
  await runImport({ shopId, importId }, () => undoneAt);
  expect(await owedTo(merchant, ada)).toEqual([0n, 0n]);
  expect(await faultsOf(merchant)).toEqual([]);
});

it("an undo waits for a payout that is being planned, and is refused then", async () => {
  const { merchant, importId, by, preview } = await makeImported();
  const { shopId } = merchant;
  const { count, amountMinor: totalMinor } = await preview();
  const sectionId = await startSection(shopId, manual, { count, totalMinor }, by);
  const context = importContext(merchant, undoneAt);
  const [section, undo] = await Promise.all([runPlan(shopId, sectionId), startUndo(context, importId)]);
  const isPaid = section.paymentCount === 2;
  expect(isRefusal(undo)).toBe(isPaid);
  const status = isPaid ? "done" : "undoing";
  expect(await findFileImport(db(), shopId, importId)).toMatchObject({ status });
  if (!isPaid) await undoFile(merchant, importId);
  expect(await startUndo(context, importId)).toMatchObject(
    isPaid ? { reason: { code: "import_paid", count: 2 } } : { importId },
  );
  expect(await faultsOf(merchant)).toEqual([]);
});
