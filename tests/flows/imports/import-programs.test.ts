import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { type ApplicationId, idPrefixes } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import type { ImportChoices } from "#app/domain/imports/import-reading.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport } from "#app/flows/imports/check-import.ts";
import { runImport, startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { readImportView } from "#app/http/file-imports.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertApplication } from "#app/store/applications.ts";
import { joinPrograms } from "#app/store/affiliates.ts";
import { listAudit } from "#app/store/audit.ts";
import { listImportRows } from "#app/store/file-imports.ts";
import { findProgram, listPrograms, listVersions, termsFor } from "#app/store/programs.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { nextId, orderBody } from "../../support/order-bodies.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const importedAt = new Date("2026-04-01T09:00:00Z");
const undoneAt = new Date("2026-04-02T09:00:00Z");
const ctxOf = ({ shop }: Merchant, now = importedAt) => ({
  shop,
  actor: { ...systemActor, name: "Ann" },
  now,
});

const head = "Email,First Name,Last Name,Program,Referral code,Coupons,Status,Commission rate";
const file = (...rows: readonly string[]) => Buffer.from([head, ...rows, ""].join("\n"));
const twoPrograms = file(
  "ada@x.example,Ada,A,Gold,ADA1,,Approved,12.5%",
  "bob@x.example,Bob,B,gold,BOB1,,Approved,12.5%",
  "cy@x.example,Cy,C,Silver,CY1,,Approved,8%",
  "di@x.example,Di,D,Silver,DI1,,Approved,9%",
);

const gold = { as: "create", name: "Gold", kind: "percentage", value: "12.5" } as const;
const silver = { as: "create", name: "Silver", kind: "percentage", value: "8" } as const;

async function checked(merchant: Merchant, bytes: Buffer, choices: ImportChoices) {
  const row = await uploadImport(ctxOf(merchant), { bytes, fileName: "bixgrow.csv", system: null });
  if (isRefusal(row)) throw new Error(row.reason.code);
  return { importId: row.importId, checked: await checkImport(ctxOf(merchant), row.importId, choices) };
}

async function imported(merchant: Merchant, choices: ImportChoices) {
  const { importId, checked: answer } = await checked(merchant, twoPrograms, choices);
  expect(answer).toEqual({ questions: null });
  await startImport(ctxOf(merchant), importId);
  await startImport(ctxOf(merchant), importId);
  await runImport({ shopId: merchant.shopId, importId }, () => importedAt);
  return importId;
}

const programsOf = async ({ shopId }: Merchant) =>
  await listPrograms(db(), shopId, { filter: {}, sort: "name", limit: 10, offset: 0 });

async function affiliateOf({ shopId }: Merchant, email: string) {
  const all = await db().select().from(affiliates).where(eq(affiliates.shopId, shopId));
  const found = all.find((one) => one.emailKey === email);
  if (!found) throw new Error("There is no such affiliate.");
  return found;
}

const faults = async ({ shopId }: Merchant) => (await verifyShop(shopId)).differences.map(differenceText);

describe("programs of a file", () => {
  it("are asked about if the store lacks them, and a new one needs a rate", async () => {
    const merchant = await makeMerchant();
    const { importId, checked: first } = await checked(merchant, twoPrograms, {});
    expect(first).toEqual({
      questions: [
        { setting: "programs", code: "program_missing", what: "Gold" },
        { setting: "programs", code: "program_missing", what: "Silver" },
      ],
    });
    const programs = { gold: { ...gold, value: "" }, silver: { as: "use", programId: "prg_none" } } as const;
    expect(await checkImport(ctxOf(merchant), importId, { programs })).toEqual({
      questions: [
        { setting: "programs", code: "program_rate_missing", what: "Gold" },
        { setting: "programs", code: "program_missing", what: "Silver" },
      ],
    });
    expect(await programsOf(merchant)).toHaveLength(1);
  });

  it("propose no rate in another currency than the store's", async () => {
    const merchant = await makeMerchant();
    const rates = file("ada@x.example,Ada,A,Gold,,,Approved,€5", "bob@x.example,Bob,B,Silver,,,Approved,$5");
    const { importId } = await checked(merchant, rates, {});
    const view = await readImportView(merchant.shop, { importId, page: 1, limit: 1 });
    if (isRefusal(view)) throw new Error(view.reason.code);
    expect(view.mapping?.programs.map(({ name, rate }) => [name, rate])).toEqual([
      ["Gold", null],
      ["Silver", { kind: "fixed", value: "5" }],
    ]);
  });

  it("are created once, when the import starts, with the store's usual terms", async () => {
    const merchant = await makeMerchant();
    const { importId } = await checked(merchant, twoPrograms, { programs: { gold, silver } });
    expect(await programsOf(merchant)).toHaveLength(1);
    const again = await imported(merchant, { programs: { gold, silver } });
    expect(again).toBe(importId);
    const programs = await programsOf(merchant);
    const created = programs.filter(({ name }) => name === "Gold" || name === "Silver");
    expect(created).toMatchObject([
      { name: "Gold", status: "active", terms: { commission: { kind: "percentage", rateBps: 1250 } } },
      { name: "Silver", status: "active", terms: { commission: { kind: "percentage", rateBps: 800 } } },
    ]);
    expect(created[0]?.terms).toMatchObject({
      windowDays: merchant.shop.defaultWindowDays,
      approvalDays: merchant.shop.defaultApprovalDays,
    });
    const programId = created[0]?.programId ?? "";
    const audit = await listAudit(db(), merchant.shopId, { kind: "program", id: programId });
    expect(audit).toMatchObject([{ action: "created", actorName: "Ann" }]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("pay their affiliates, and those with another rate by custom terms", async () => {
    const merchant = await makeMerchant();
    await imported(merchant, { programs: { gold, silver } });
    const found = (await programsOf(merchant)).find(({ name }) => name === "Silver");
    if (!found) throw new Error("There is no Silver.");
    const [cy, di] = [
      await affiliateOf(merchant, "cy@x.example"),
      await affiliateOf(merchant, "di@x.example"),
    ];
    expect(await termsFor(db(), found, cy.affiliateId)).toMatchObject({ isOwn: false });
    expect(await termsFor(db(), found, di.affiliateId)).toMatchObject({
      isOwn: true,
      terms: { commission: { kind: "percentage", rateBps: 900 } },
    });
    const id = nextId();
    await deliver(
      merchant,
      "orders/create",
      orderBody({ id, createdAt: "2026-04-01T10:00:00Z", ref: "DI1", quantity: 1, price: "100.00" }),
    );
    await emptyInbox();
    expect(await orderRow(merchant, id)).toMatchObject({ credited: true, commissionMinor: 900n });
    expect(await faults(merchant)).toEqual([]);
  });

  it("may be a program of the store, or the usual one", async () => {
    const merchant = await makeMerchant();
    const { programId } = merchant;
    const programs = { gold: { as: "use", programId }, silver: { as: "usual" } } as const;
    const importId = await imported(merchant, { programs, programId: "" });
    expect(await programsOf(merchant)).toHaveLength(1);
    const rows = await listImportRows(db(), merchant.shopId, { importId, limit: 10, offset: 0 });
    expect(rows.map(({ details }) => details)).toMatchObject([
      {},
      {},
      { notes: ["rate_not_taken"], rate: "8%" },
      { notes: ["rate_not_taken"], rate: "9%" },
    ]);
    const ada = await affiliateOf(merchant, "ada@x.example");
    const [own] = await listVersions(db(), merchant.shopId, programId, {
      limit: 1,
      affiliateId: ada.affiliateId,
    });
    expect(own?.terms?.commission).toEqual({ kind: "percentage", rateBps: 1250 });
  });

  it("go with the undone import, unless somebody else joined them", async () => {
    const merchant = await makeMerchant();
    const importId = await imported(merchant, { programs: { gold, silver } });
    const other = await addAffiliate(merchant, { code: "OTHER" });
    const before = await programsOf(merchant);
    const kept = before.find(({ name }) => name === "Gold");
    if (!kept) throw new Error("There is no Gold.");
    await inTransaction((tx) =>
      joinPrograms(tx, [{ ...other, shopId: merchant.shopId, programId: kept.programId, at: importedAt }]),
    );
    await startUndo(ctxOf(merchant, undoneAt), importId);
    await runImport({ shopId: merchant.shopId, importId }, () => undoneAt);
    const after = await programsOf(merchant);
    expect(after.map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([["Gold", "active"]]),
    );
    expect(after.map(({ name }) => name)).not.toContain("Silver");
    const silverId = before.find(({ name }) => name === "Silver")?.programId ?? "";
    expect(await findProgram(db(), merchant.shopId, silverId)).toBeNull();
    expect(await faults(merchant)).toEqual([]);
    // The same file again: Gold is there, Silver is created again, and Di's own rate is back.
    await imported(merchant, { programs: { silver } });
    const found = (await programsOf(merchant)).find(({ name }) => name === "Silver");
    if (!found) throw new Error("There is no Silver.");
    const di = await affiliateOf(merchant, "di@x.example");
    expect(await termsFor(db(), found, di.affiliateId)).toMatchObject({ isOwn: true });
    expect(await faults(merchant)).toEqual([]);
  });

  it("stay after an undo if somebody has applied", async () => {
    const merchant = await makeMerchant();
    const { shopId } = merchant;
    const importId = await imported(merchant, { programs: { gold, silver } });
    const programId = (await programsOf(merchant)).find(({ name }) => name === "Gold")?.programId;
    if (!programId) throw new Error("There is no Gold.");
    await inTransaction((tx) =>
      insertApplication(tx, {
        shopId,
        applicationId: newId<ApplicationId>(idPrefixes.application, importedAt),
        programId,
        name: "Eve",
        email: "eve@x.example",
        emailKey: "eve@x.example",
        answers: [],
        country: "",
        language: "en",
        referrer: "",
        utm: {},
        termsVersion: 1,
        status: "new",
        appliedAt: importedAt,
        tokenHash: "eve",
        tokenExpiresAt: importedAt,
      }),
    );
    await startUndo(ctxOf(merchant, undoneAt), importId);
    await runImport({ shopId, importId }, () => undoneAt);
    expect(await findProgram(db(), shopId, programId)).toMatchObject({ status: "active" });
  });
});
