import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { encode, money } from "#app/contracts/wire.ts";
import { flagForm, flagWire } from "#app/contracts/flag.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type CommissionDetail, readFlaggedCommission } from "#app/flows/commissions/read-commissions.ts";
import { flagView, readFlagChart } from "#app/flows/fraud/read-flags.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findFlag } from "#app/store/flags.ts";
import { type DeniableCommission, FlagPage } from "#app/ui/admin/fraud/flag-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("flags", data && `${data.flag.about.name}: ${data.flag.name}`);

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const flag = await findFlag(db(), shopId, params["id"] ?? "");
  if (!flag) throw new Response("There is no such flag", { status: 404 });
  const [picture, found] = await Promise.all([readFlagChart(shop, flag), readFlaggedCommission(flag, now)]);
  return {
    flag: encode(flagWire, flagView(flag)),
    deniable: deniableOf(found),
    picture,
    timeZone: shop.timeZone,
  };
}

/** Commission that confirming the flag can deny; null if already denied. */
function deniableOf(found: CommissionDetail | null): DeniableCommission | null {
  if (found === null || !found.open.includes("denied")) return null;
  const { standing, wouldOwe } = found;
  return { amount: encode(money, standing), wouldOwe: wouldOwe && encode(money, wouldOwe) };
}

/** Dismisses or confirms the flag. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, flagForm, ({ context, fields }) =>
    orFailed("Failed to save the decision", async () => {
      const flag = await decideFlag(context, params["id"] ?? "", fields);
      return isRefusal(flag) ? flag : { ok: true as const };
    }),
  );
}

export default function Flag() {
  return <FlagPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Flag" message="Failed to fetch flag" />;
}
