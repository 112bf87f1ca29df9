import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inviteForm } from "#app/contracts/affiliate.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { InvitePage } from "#app/ui/admin/affiliates/invite-page.tsx";

export const meta: MetaFunction = () => [{ title: "Invite Affiliate" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const { programs } = answered(await readPrograms(shop, { page: 1, limit: 50 }));
  const open = programs.filter((program) => program.status !== "archived");
  return { programs: open.map(({ programId, name, status }) => ({ id: programId, name, status })) };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, inviteForm, ({ context, fields, now }) =>
    orFailed("Failed to invite affiliate", async () => {
      const id = await inviteAffiliate(context.shop, fields, { actor: context.actor, now });
      return isRefusal(id) ? id : redirect(`/dashboard/affiliates?invited=${id}`);
    }),
  );
}

export default function Invite() {
  const { programs } = useLoaderData<typeof loader>();
  return <InvitePage programs={programs} refusal={useActionData<typeof action>() ?? null} />;
}
