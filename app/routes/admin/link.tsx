import { messageOf } from "#app/i18n/fault-words.ts";
import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { linkForm } from "#app/contracts/link-forms.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { formAction } from "#app/http/form-action.ts";
import { changeLink, linkPageOf } from "#app/http/link-page.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { linkHistoryText, LinkPage } from "#app/ui/admin/links/link-page.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => titleBelow("links", shown?.link.name);

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, now } = await requireShop(request, { as: "page" });
  const page = await linkPageOf(shop, { linkId: params["id"] ?? "" }, now);
  if (isRefusal(page)) throw data(messageOf(page.reason), { status: 404 });
  return {
    ...page,
    history: page.history.map((event) => ({
      id: event.auditId,
      text: linkHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
  };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, linkForm, ({ context, fields }) =>
    orFailed(merchantTexts("links")("page.updateFailed"), () =>
      changeLink({ linkId: params["id"] ?? "" }, fields, context),
    ),
  );
}

export default function OneLink() {
  return <LinkPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("links");
  return <FetchFault title={t("page.title")} message={t("page.failed")} />;
}
