import type { FormRefusal } from "../../shared/field-errors.ts";

/** What the action of a program's page answers; a creation and a deletion lead to another page instead. */
export type ProgramAnswer =
  | ({ readonly ok: false; readonly given?: Readonly<Record<string, string | string[]>> } & FormRefusal)
  | {
      readonly ok: true;
      readonly intent: "save" | "status";
      readonly revision: number;
      readonly status: string;
    };
