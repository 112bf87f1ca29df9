import { systemActor } from "#app/domain/actor.ts";
import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import {
  choiceFor,
  type FileProgram,
  keptChoices,
  missingPrograms,
  programGatherer,
  programKey,
  programQuestions,
} from "#app/domain/imports/file-programs.ts";
import type { ImportChoices, ImportDetection, ProgramChoice } from "#app/domain/imports/import-reading.ts";
import { payOfRate } from "#app/domain/imports/imported-rate.ts";
import type { PeopleFacts, PlannedProgram } from "#app/domain/imports/plan-people.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type ShopDefaults, shopDefaults, termsOfInput } from "#app/domain/terms/terms-of-input.ts";
import { tagKeysOf } from "#app/domain/terms/terms-for-tags.ts";
import type { FlatPay, ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { FileImport } from "#app/store/file-imports.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  insertNewProgram,
  insertStatusPeriod,
  insertVersion,
  listPrograms,
  lockProgram,
  nextVersionNumber,
  type Program,
  programsOfCustomTerms,
  readProgramUse,
  updateProgram,
} from "#app/store/programs.ts";
import { fileLines } from "./file-lines.ts";
import type { ImportingBatch } from "./importing-batch.ts";

const mostPrograms = 250;

async function openPrograms(db: Db, shopId: ShopId): Promise<Program[]> {
  const programs = await listPrograms(db, shopId, { filter: {}, limit: mostPrograms, offset: 0 });
  return programs.filter(({ status }) => status !== "archived");
}

export type WithPrograms = ImportDetection & { readonly missing: readonly FileProgram[] };

type StoredDetection = { readonly file: FileImport; readonly detection: ImportDetection };

/** A detection with the file's programs that the store lacks, and the questions about them. */
export async function withPrograms(
  db: Db,
  { shopId, currency }: ShopWith<"currency">,
  { file, detection }: StoredDetection,
): Promise<WithPrograms> {
  const { reading, questions } = detection;
  const found = await programsOfFile(db, file, detection);
  if (found.length === 0) return { ...detection, reading: { ...reading, programs: {} }, missing: [] };
  const known = await openPrograms(db, shopId);
  const missing = missingPrograms(found, known).map((one) => ({
    ...one,
    // An amount in another currency is no rate here.
    rate: one.rate && payOfRate(one.rate, currency) ? one.rate : null,
  }));
  const programs = keptChoices(missing, reading.programs);
  return {
    ...detection,
    reading: { ...reading, programs },
    questions: [...questions, ...programQuestions(missing, programs, { known, currency })],
    missing,
  };
}

/** A long file's sample doesn't have all its people, so the file is read. */
async function programsOfFile(
  db: Db,
  { shopId, importId }: FileImport,
  { table, reading }: ImportDetection,
): Promise<FileProgram[]> {
  const { isAsked, add, programs } = programGatherer(reading);
  if (!isAsked) return [];
  if (table.sample.length === table.rows) add(table.sample);
  else for await (const lines of fileLines(db, { shopId, fileId: importId }, table.source)) add(lines);
  return programs();
}

/** The store's programs, and those that the import creates, for planning people. */
export async function plannedPrograms(
  db: Db,
  { shopId, currency }: ShopWith<"currency">,
  { programId, programs = {} }: ImportChoices,
): Promise<Pick<PeopleFacts, "programs" | "usualProgram">> {
  const known = await openPrograms(db, shopId);
  const byId = new Map(known.map((one): [string, PlannedProgram] => [one.programId, plannedProgram(one)]));
  const named = new Map<string, PlannedProgram | null>(
    known.map((one) => [programKey(one.name), plannedProgram(one)]),
  );
  const chosen = byId.get(programId ?? "") ?? null;
  const nameless = choiceFor(programs, "");
  const usual = (nameless && chosenProgram(nameless, { byId, usual: chosen, currency })) ?? chosen;
  for (const [key, choice] of Object.entries(programs)) {
    if (key === "" || named.has(key)) continue;
    const program = chosenProgram(choice, { byId, usual, currency });
    if (program || choice.as === "usual") named.set(key, program);
  }
  return { programs: named, usualProgram: usual };
}

type Choosing = {
  readonly byId: ReadonlyMap<string, PlannedProgram>;
  readonly usual: PlannedProgram | null;
  readonly currency: string;
};

function chosenProgram(choice: ProgramChoice, { byId, usual, currency }: Choosing): PlannedProgram | null {
  if (choice.as === "usual") return usual;
  if (choice.programId !== undefined) return byId.get(choice.programId) ?? null;
  if (choice.as === "use") return null;
  return { programId: null, name: choice.name, pay: payOfRate(choice, currency) };
}

function plannedProgram({ programId, name, terms }: Program): PlannedProgram {
  const { rules, commission } = terms;
  return { programId, name, pay: rules.length > 0 || commission.kind === "tiered" ? null : commission };
}

type ProgramShop = ShopDefaults & ShopWith<"currency">;

/**
 * Creates the chosen programs with the store's usual terms, and answers the choices with their ids. A program that
 * the store has by now is used instead. They are active, because their affiliates' old links have to earn at once.
 */
export async function createPrograms(
  tx: Tx,
  { shop, actor, now }: Ctx<ProgramShop>,
  choices: ImportChoices,
): Promise<ImportChoices> {
  const { shopId, currency } = shop;
  const known = new Map((await openPrograms(tx, shopId)).map((one) => [programKey(one.name), one.programId]));
  const programs: Record<string, ProgramChoice> = {};
  for (const [key, choice] of Object.entries(choices.programs ?? {})) {
    programs[key] = choice;
    if (choice.as !== "create") continue;
    const { name } = choice;
    const found = known.get(programKey(name));
    if (found !== undefined) {
      programs[key] = { as: "use", programId: found };
      continue;
    }
    const pay = payOfRate(choice, currency);
    const terms = pay && termsOfInput({ commission: pay }, shopDefaults(shop), currency);
    // The check asked for a rate, so this is a fault of the program.
    if (terms === null || isRefusal(terms)) throw new Error("The rate of an imported program is invalid.");
    const programId = newId<ProgramId>("prg", now);
    const status = "active";
    const program = { shopId, programId, name, status, createdAt: now } as const;
    await insertNewProgram(tx, program, { terms, by: actor.name });
    await auditProgram(tx, program, { action: "created", actor, details: { name, status }, now });
    known.set(programKey(name), programId);
    programs[key] = { ...choice, programId };
  }
  return { ...choices, programs };
}

type ProgramAudit = Pick<Parameters<typeof recordAudit>[2], "action" | "actor" | "details" | "now">;

async function auditProgram(
  tx: Tx,
  { shopId, programId }: Pick<Program, "shopId" | "programId">,
  entry: ProgramAudit,
): Promise<void> {
  await recordAudit(tx, shopId, { subjectKind: "program", subjectId: programId, ...entry });
}

/**
 * Deletes the programs that an undone import created. One in which somebody earned is archived, and one that other
 * affiliates joined meanwhile stays.
 */
export async function removePrograms(tx: Tx, { row, now }: ImportingBatch): Promise<void> {
  const { shopId, choices } = row;
  for (const choice of Object.values((choices as ImportChoices).programs ?? {})) {
    if (choice.as !== "create" || choice.programId === undefined) continue;
    const program = await lockProgram(tx, shopId, choice.programId);
    if (program) await removeProgram(tx, program, now);
  }
}

async function removeProgram(tx: Tx, program: Program, now: Date): Promise<void> {
  const { shopId, programId, revision } = program;
  const { hasMembers, hasEarned } = await readProgramUse(tx, shopId, programId);
  if (hasMembers) return;
  if (program.status !== "archived") {
    await insertStatusPeriod(tx, { shopId, programId, status: "archived", since: now });
  }
  await updateProgram(tx, shopId, programId, {
    status: "archived",
    ...(!hasEarned && { deletedAt: now }),
    updatedAt: now,
    revision: revision + 1,
  });
  const action = hasEarned ? "became archived" : "deleted";
  await auditProgram(tx, program, { action, actor: systemActor, details: {}, now });
}

export type OwnRate = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly pay: FlatPay;
};

/** Gives affiliates who just joined custom terms with their own rates. Nobody was promised others before. */
export async function giveOwnRates(
  tx: Tx,
  { row, now }: ImportingBatch,
  rates: readonly OwnRate[],
): Promise<void> {
  const { shopId, createdBy: actor } = row;
  for (const [programId, own] of Map.groupBy(rates, (one) => one.programId)) {
    const program = await lockProgram(tx, shopId, programId);
    if (!program) continue;
    for (const { affiliateId, pay } of own) {
      const terms: ProgramTerms = { ...program.terms, commission: pay };
      await saveOwnTerms(tx, program, { affiliateId, terms, actor, now });
    }
  }
}

type OwnTerms = Pick<ProgramAudit, "actor" | "now"> & {
  readonly affiliateId: AffiliateId;
  readonly terms: ProgramTerms | null;
};

async function saveOwnTerms(
  tx: Tx,
  { shopId, programId, name }: Program,
  { affiliateId, terms, actor, now }: OwnTerms,
): Promise<void> {
  const version = await nextVersionNumber(tx, shopId, programId);
  await insertVersion(tx, { shopId, programId, version, affiliateId, terms, at: now, by: actor.name });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: terms ? "was given own terms" : "lost own terms",
    actor,
    details: { programId, program: name, version, effectiveFrom: now.toISOString() },
    now,
  });
}

/** Ends the custom terms of affiliates whom an undone import created. */
export async function endOwnRates(
  tx: Tx,
  { row: { shopId }, now }: ImportingBatch,
  affiliateId: AffiliateId,
): Promise<void> {
  for (const programId of await programsOfCustomTerms(tx, shopId, affiliateId)) {
    const program = await lockProgram(tx, shopId, programId);
    if (!program) continue;
    await saveOwnTerms(tx, program, { affiliateId, terms: null, actor: systemActor, now });
  }
}

/** Keys of the tags that the terms of the store's programs ask for. */
export async function tagsInTerms(db: Db, shopId: ShopId): Promise<Set<string>> {
  return new Set((await openPrograms(db, shopId)).flatMap(({ terms }) => tagKeysOf(terms)));
}
