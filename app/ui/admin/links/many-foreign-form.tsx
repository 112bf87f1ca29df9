import type { CheckedForeignWire } from "#app/contracts/foreign-referral.ts";
import { formatCount } from "../../shared/format.ts";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";

/** Whose many parameters of other systems are, from pasted lines. */
export function ManyForeignForm() {
  return (
    <PastedRowsForm<CheckedForeignWire>
      id="foreign-rows"
      title="Add a list"
      label="Lines of parameter, value, affiliate"
      placeholder={"sca_ref,123456,iris@example.com\nsca_ref,123457,NOOR"}
      helpText="As a spreadsheet exports it. The affiliate by e-mail address, referral code or id."
      save="Save all"
      saveOthers="save"
      saved={(added) => `${formatCount(added)} added`}
      column="Parameter"
      nameOf={(row) => `${row.parameter}=${row.value}`}
    />
  );
}
