import type { Cells } from "./import-rows.ts";
import { cellReader, programIn } from "./import-rows.ts";
import { type ImportedRate, isPaying, payOfRate, rateIn } from "./imported-rate.ts";
import type { ImportQuestion, ImportReading, ProgramChoice } from "./import-reading.ts";
import type { TableLine } from "../tables/table.ts";
import { allSystems } from "./layouts/all-systems.ts";

/** A program that people of a file are in. */
export type FileProgram = {
  /** '' for people without a program, whose rates may make one. */
  readonly key: string;
  /** As written in the file. For people without a program, the system's name. */
  readonly name: string;
  readonly people: number;
  /** The rate of all its people who have one. Null if there is none, or they differ. */
  readonly rate: ImportedRate | null;
};

export const programKey = (name: string): string => name.toLowerCase();

/** Programs of a file that a person is asked about, those with the most people first. */
const mostPrograms = 50;

/** Gathers the programs of a file while it is read. People without one are a program only if some have a rate. */
export function programGatherer({ kind, columns, system }: ImportReading): ProgramGatherer {
  const found = new Map<string, Gathered>();
  const isAsked = kind === "affiliates" && columns.some((use) => use === "program" || use === "rate");
  return {
    isAsked,
    add: (lines) => {
      for (const line of lines) gather(found, cellReader(line, columns), system);
    },
    programs: () =>
      [...found]
        .filter(([key, { rates }]) => key !== "" || rates.size > 0)
        .map(([key, { name, people, rates }]) => ({
          key,
          name: name || allSystems[system].name || usualName,
          people,
          rate: rates.size === 1 ? ([...rates.values()][0] ?? null) : null,
        }))
        .toSorted((one, other) => other.people - one.people),
  };
}

type ProgramGatherer = {
  /** False for a file whose columns name neither programs nor rates. */
  readonly isAsked: boolean;
  readonly add: (lines: readonly TableLine[]) => void;
  /** Those with the most people first. */
  readonly programs: () => FileProgram[];
};

/** Name of a program for people of an unknown system whose file names none. */
const usualName = "Affiliates";

/** A column with more names than these holds no programs. */
const mostGathered = 1000;

type Gathered = { readonly name: string; people: number; readonly rates: Map<string, ImportedRate> };

function gather(found: Map<string, Gathered>, cells: Cells, system: Parameters<typeof rateIn>[1]): void {
  const name = programIn(cells);
  const key = programKey(name);
  if (!found.has(key) && found.size >= mostGathered) return;
  const of = found.get(key) ?? { name, people: 0, rates: new Map<string, ImportedRate>() };
  found.set(key, of);
  of.people += 1;
  const rate = rateIn(cells, system);
  if (rate !== null && of.rates.size < 2) of.rates.set(JSON.stringify(rate), rate);
}

/** A program of the store that can be chosen. */
type KnownProgram = { readonly programId: string; readonly name: string };

/** The programs of a file that the store lacks. */
export function missingPrograms(
  programs: readonly FileProgram[],
  known: readonly KnownProgram[],
): FileProgram[] {
  const names = new Set(known.map(({ name }) => programKey(name)));
  return programs.filter(({ key }) => key === "" || !names.has(key)).slice(0, mostPrograms);
}

/** Questions about programs without a choice, or without a rate. */
export function programQuestions(
  missing: readonly FileProgram[],
  choices: Readonly<Record<string, ProgramChoice>>,
  { known, currency }: { readonly known: readonly KnownProgram[]; readonly currency: string },
): ImportQuestion[] {
  return missing.flatMap(({ key, name }): ImportQuestion[] => {
    const choice = choiceFor(choices, key);
    const asked = { setting: "programs", what: name } as const;
    if (choice?.as === "create") {
      return isPaying(payOfRate(choice, currency)) ? [] : [{ ...asked, code: "program_rate_missing" }];
    }
    const isKnown = choice?.as === "use" && known.some(({ programId }) => programId === choice.programId);
    return isKnown || choice?.as === "usual" ? [] : [{ ...asked, code: "program_missing" }];
  });
}

export function choiceFor(choices: Readonly<Record<string, ProgramChoice>>, key: string) {
  return Object.hasOwn(choices, key) ? choices[key] : undefined;
}

/** The choices for the programs that the store lacks, each with the program's name in the file. */
export function keptChoices(
  missing: readonly FileProgram[],
  choices: Readonly<Record<string, ProgramChoice>>,
): Record<string, ProgramChoice> {
  return Object.fromEntries(
    missing.flatMap(({ key, name }) => {
      const choice = choiceFor(choices, key);
      if (choice === undefined) return [];
      return [[key, choice.as === "create" ? { ...choice, name } : choice] as const];
    }),
  );
}
