import { inviteRowBody } from "#app/contracts/invite-many.ts";
import { readInviteRows, type InviteRow } from "#app/domain/invite-rows.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { InviteLine } from "#app/flows/affiliates/invite-many.ts";
import { parse } from "./parse.ts";

const columnNames: Readonly<Record<string, string>> = {
  name: "Name",
  email: "Email",
  code: "Code",
  tags: "Tags",
  payoutEmail: "Payout email",
};

/** The lines of a pasted or uploaded list, each with what is wrong with its texts. */
export function inviteLinesOf(text: string): InviteLine[] {
  return readInviteRows(text).map(checkedTexts);
}

function checkedTexts(row: InviteRow): InviteLine {
  const read = parse(inviteRowBody, row);
  if (!isRefusal(read)) return { ...row, ...read, fault: null };
  const [first] = read.errors;
  const column = columnNames[first?.field.split(".", 1)[0] ?? ""];
  const fault = column === undefined ? read.message : `${column}: ${first?.message ?? read.message}`;
  return { ...row, fault };
}
