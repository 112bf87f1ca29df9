import { type Chosen, SearchedFilter } from "./searched-filter.tsx";

/** A program whose rows alone are listed. */
export type ChosenProgram = Chosen;

/** Finds a program by its name; the first ones are offered before anything is typed. */
export function ProgramFilter({ chosen }: { chosen: ChosenProgram | null }) {
  return (
    <SearchedFilter
      name="program"
      label="Program"
      placeholder="All programs"
      from="programs"
      chosen={chosen}
    />
  );
}
