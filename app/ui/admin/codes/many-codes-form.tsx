import type { CheckedCodeWire } from "#app/contracts/discount.ts";
import { formatCount } from "../../shared/format.ts";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";

/** Whose many codes of the store are to be, from pasted lines. */
export function ManyCodesForm() {
  return (
    <PastedRowsForm<CheckedCodeWire>
      id="code-rows"
      title="Assign a list"
      label="Lines of code, affiliate"
      placeholder={"WELCOME10,iris@example.com\nNOOR15,NOOR"}
      helpText="As a spreadsheet exports it, up to 5,000 lines. The affiliate by e-mail address, referral code or id. Each code is looked for in your store."
      save="Assign all"
      saveOthers="assign"
      saved={(added) => `${formatCount(added)} codes are being looked for in your store`}
      column="Code"
      nameOf={(row) => row.code}
    />
  );
}
