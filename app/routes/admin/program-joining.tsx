import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { joiningForm, joiningOfBody, joiningWire } from "#app/contracts/joining.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { changeJoining, readJoining } from "#app/flows/programs/joining.ts";
import { formAction } from "#app/http/form-action.ts";
import { joiningView } from "#app/http/joining.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { JoiningPage } from "#app/ui/admin/programs/joining/joining-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("programs", data && t("titles.joining", { name: data.program.name }));

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const read = await readJoining(shopId, params["id"] ?? "");
  if (isRefusal(read)) throw refusalPage(read);
  const { program, joining } = read;
  return {
    program: { id: program.programId, name: program.name, status: program.status },
    joining: encode(joiningWire, joiningView(shop, joining)),
    canEmail: hasEmailServer(),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, joiningForm, ({ context, fields }) =>
    orFailed("Failed to save", async () => {
      const asked = joiningOfBody(fields.joining);
      const changed = await changeJoining(context, params["id"] ?? "", asked);
      return isRefusal(changed) ? changed : { ok: true as const, revision: changed.revision };
    }),
  );
}

export default function ProgramJoining() {
  return <JoiningPage {...useLoaderData<typeof loader>()} answer={usePageAnswer<typeof action>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Joining" message="Failed to fetch program" />;
}
