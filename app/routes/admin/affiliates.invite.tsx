import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { inviteForm } from "#app/contracts/affiliate.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { readMinimumPayout } from "#app/flows/payouts/change-settings.ts";
import { termsWordsForMerchant } from "#app/http/terms-words.server.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { InvitePage } from "#app/ui/admin/affiliates/invite-page.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("affiliates", t("titles.invite"));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const [{ programs }, minimum] = await Promise.all([
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    readMinimumPayout(shop),
  ]);
  const open = programs.filter((program) => program.status !== "archived");
  return {
    programs: open.map(({ id, name, status, terms }) => ({
      id,
      name,
      status,
      terms: termsWordsForMerchant(request, terms, minimum),
    })),
    canEmail: hasEmailServer(),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, inviteForm, ({ context, fields }) =>
    orFailed(merchantTexts("affiliates")("invite.failed"), async () => {
      const invited = await inviteAffiliate(context, fields, { showsLink: true });
      if (isRefusal(invited)) return invited;
      const { affiliateId: id, link } = invited;
      if (link === null) return redirect(`/dashboard/affiliates?invited=${id}`);
      // Only in this answer, because a URL would leave it in browser histories and logs.
      return { ok: true as const, invited: { id, name: fields.name, link } };
    }),
  );
}

export default function Invite() {
  const answer = usePageAnswer<typeof action>() ?? null;
  const invited = answer?.ok ? answer.invited : null;
  const page = useLoaderData<typeof loader>();
  return <InvitePage {...page} invited={invited} refusal={answer?.ok ? null : answer} />;
}
