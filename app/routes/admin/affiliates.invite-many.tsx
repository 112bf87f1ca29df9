import { messageOf } from "#app/i18n/fault-words.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inviteManyForm, inviteRowBody } from "#app/contracts/affiliate-forms.ts";
import { type InviteRow, mostInvites, readInviteRows } from "#app/domain/pasted-lines.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import {
  type CheckedInvite,
  checkInvites,
  type InviteLine,
  inviteMany,
} from "#app/flows/affiliates/invite-many.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { formAction, tooLargeForm } from "#app/http/form-action.ts";
import { refusalInShadow } from "#app/flows/settlement/shadow-refusals.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { parse } from "#app/http/parse.ts";
import { takePastedRows } from "#app/http/pasted-rows.ts";
import { maxPastedBytes } from "#app/http/read-body.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
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
            return refuse(
              "invalid",
              { code: "rows_too_many", most: mostInvites, count: lines.length },
              "rows",
            );
          }
          const { shopId, now } = context;
          const early = await refusalInShadow(db(), shopId, { what: "invitations", now });
          if (early) return early;
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
    return tooLargeForm({ code: "list_too_large", most: mostInvites }, "rows");
  }
}

/** A line as the table shows it. */
function rowOf({ line, name, email, state, fault }: CheckedInvite) {
  return { line, name, affiliate: email, affiliateName: null, affiliateId: null, state, fault };
}

export default function InviteMany() {
  return <InviteManyPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.inviteMany")} message={merchantText("affiliates")("list.failed")} />;
}

const columns = ["name", "email", "code", "tags", "payoutEmail"] as const;

/** Lines of a pasted or uploaded list, each with its errors. */
function inviteLinesOf(text: string): InviteLine[] {
  return readInviteRows(text).map(checkedTexts);
}

function checkedTexts(row: InviteRow): InviteLine {
  const read = parse(inviteRowBody, row);
  if (!isRefusal(read)) return { ...row, ...read, fault: null };
  const [first] = read.errors;
  const named = first?.field.split(".", 1)[0];
  const column = columns.find((one) => one === named);
  const reason = messageOf(first?.reason ?? read.reason);
  const words = merchantTexts("affiliates");
  const message = column ? `${words(`inviteMany.columns.${column}`)}: ${reason}` : reason;
  const fault = { code: "failed", message } as const;
  return { ...row, fault };
}
