import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flagListQuery, flagsForm, flagWire } from "#app/contracts/flag.ts";
import { encode, money } from "#app/contracts/wire.ts";
import { readFlaggedAmounts, readFlags } from "#app/flows/fraud/read-flags.ts";
import { decideFlags } from "#app/flows/fraud/decide-flags.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { wordedFlag } from "#app/http/flag-words.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { FlagsPage } from "#app/ui/admin/fraud/flags-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { changedWords } from "#app/http/refusal-words.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("flags");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, flagListQuery);
  const { affiliate: affiliateId, page, limit, search, status, kind } = query;
  const [{ flags, total }, affiliate] = await Promise.all([
    readFlags(shopId, { search, status, kind, affiliateId, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  const amounts = await readFlaggedAmounts(shopId, flags);
  return {
    flags: flags.map((one) => encode(flagWire, wordedFlag(one))),
    amounts: Object.fromEntries([...amounts].map(([id, amount]) => [id, encode(money, amount)])),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, flagListQuery),
    affiliate,
    timeZone: shop.timeZone,
  };
}

/** One decision about the selected flags. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, flagsForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("decision.save"), async () => {
      const done = changedWords(await decideFlags(context, fields));
      return { ok: true as const, status: fields.status, ...done };
    }),
  );
}

export default function Flags() {
  return <FlagsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.flags")} />;
}
