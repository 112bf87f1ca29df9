import { tagKey } from "../tags.ts";
import { payText } from "./imported-rate.ts";
import type { RowChange } from "./outcomes.ts";
import type { PersonPlan } from "./plan-people.ts";

/** Tags and codes that an affiliate of the store already has. */
export type HeldParts = { readonly tags: readonly string[]; readonly codes: readonly string[] };

const listOf = (some: readonly string[]): string => some.join(", ");

/** Fields that an import sets for a new person, or adds to an affiliate of the store. */
export function personChanges(plan: PersonPlan, held: HeldParts): RowChange[] {
  const { row, outcome, known, links, discountCodes } = plan;
  if (outcome !== "create" && outcome !== "change") return [];
  const keys = new Set(held.tags.map(tagKey));
  const tags = row.tags.filter((tag) => !keys.has(tagKey(tag)));
  const changes: RowChange[] = [
    ...(outcome === "create" ? newParts(plan, known !== null) : []),
    change(
      "links",
      [],
      links.map(({ parameter, value }) => `${parameter}=${value}`),
    ),
    change("discountCodes", held.codes, discountCodes),
    change("tags", held.tags, tags),
  ];
  return changes.filter(({ from, to }) => from !== to && to !== "");
}

function newParts({ row, program, ownPay, referralCode }: PersonPlan, isUndone: boolean): RowChange[] {
  return [
    { field: "status", from: isUndone ? "blocked" : "", to: row.state },
    { field: "program", from: "", to: program?.name ?? "" },
    {
      field: "rate",
      from: program?.pay && ownPay ? payText(program.pay) : "",
      to: ownPay ? payText(ownPay) : "",
    },
    { field: "referralCode", from: "", to: referralCode ?? "" },
    { field: "payoutEmail", from: "", to: isUndone ? "" : row.payoutEmail },
  ];
}

function change(field: RowChange["field"], before: readonly string[], added: readonly string[]): RowChange {
  const from = listOf(before);
  return { field, from, to: added.length === 0 ? from : listOf([...before, ...added]) };
}
