import type { TermsPlanWire } from "#app/contracts/terms-change.ts";
import type { FormRefusal } from "../../shared/field-errors.ts";

/** Answer of the action of a program's page. Creating and deleting redirect instead. */
export type ProgramAnswer =
  | ({
      readonly ok: false;
      readonly given?: Readonly<Record<string, string | string[]>>;
      /** Set where lower terms wait for a confirmation. */
      readonly plan?: TermsPlanWire;
    } & FormRefusal)
  | {
      readonly ok: true;
      readonly intent: "save" | "status" | "withdraw";
      /** ISO instant at which saved terms start, if later. */
      readonly startsAt?: string | null;
      readonly revision: number;
      readonly status: string;
    };
