import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flagForm, flagToWire } from "#app/contracts/flag.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readFlag, readFlagPicture } from "#app/flows/fraud/read-flags.ts";
import { decideFlag } from "#app/flows/orders/decide-flag.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { FlagPage } from "#app/ui/admin/fraud/flag-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Flag" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const flag = await readFlag(shopId, params["id"] ?? "");
  if (!flag) throw new Response("There is no such flag", { status: 404 });
  const picture = await readFlagPicture(shop, flag);
  return { flag: flagToWire(flag), picture, timeZone: shop.timeZone };
}

/** Dismisses or confirms the flag. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, flagForm, ({ context, fields, now }) =>
    orFailed("Failed to save the decision", async () => {
      const by = { actor: context.actor, now };
      const flag = await decideFlag(context.shop, params["id"] ?? "", fields, by);
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
