import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type CheckedInviteWire, inviteManyForm, inviteRowBody } from "#app/contracts/affiliate-forms.ts";
import { type InviteRow, mostInvites, readInviteRows } from "#app/domain/pasted-lines.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import {
  type CheckedInvite,
  checkInvites,
  type InviteLine,
  inviteMany,
} from "#app/flows/affiliates/invite-many.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { formAction, formProblem } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { parse } from "#app/http/parse.ts";
import { takePastedRows } from "#app/http/pasted-rows.ts";
import { maxPastedBytes } from "#app/http/read-body.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { InviteManyPage } from "#app/ui/admin/affiliates/invite-many-page.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("affiliates", t("titles.inviteMany"));

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireShop(request, { as: "page" });
  return { canEmail: hasEmailServer() };
}

const tooMany = `Invite at most ${mostInvites.toLocaleString("en-US")} people at a time.`;

/** Checks a list, or invites everyone on it. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    return await formAction(
      request,
      inviteManyForm,
      ({ context, fields }) =>
        orFailed(merchantTexts("affiliates")("bulk.inviteFailed"), async () => {
          const lines = inviteLinesOf(fields.rows);
          if (lines.length > mostInvites) {
            const has = `This list has ${lines.length.toLocaleString("en-US")}.`;
            return refuse("invalid", `${tooMany} ${has}`, "rows");
          }
          return await takePastedRows(
            { ...fields, rows: lines },
            {
              check: async (rows) => (await checkInvites(context.shopId, rows)).map(rowOf),
              save: async (rows) => {
                const { added, lines: checked } = await inviteMany(context, rows);
                return { added, rows: checked.map(rowOf) };
              },
            },
          );
        }),
      { mostBytes: maxPastedBytes },
    );
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 413) throw thrown;
    return formProblem({ message: tooMany, errors: [{ field: "rows", message: tooMany }] }, 413);
  }
}

/** A line as the table shows it. */
function rowOf({
  line,
  name,
  email,
  state,
  fault,
}: CheckedInvite): CheckedInviteWire & { affiliateId: null } {
  return { line, name, affiliate: email, affiliateName: null, affiliateId: null, state, fault };
}

export default function InviteMany() {
  return <InviteManyPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.inviteMany")} message={merchantText("affiliates")("list.failed")} />;
}

const columnNames: Readonly<Record<string, string>> = {
  name: "Name",
  email: "Email",
  code: "Code",
  tags: "Tags",
  payoutEmail: "Payout email",
};

/** Lines of a pasted or uploaded list, each with its errors. */
function inviteLinesOf(text: string): InviteLine[] {
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
