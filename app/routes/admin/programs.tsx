import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { programListQuery, programsForm, programWire } from "#app/contracts/program.ts";
import { encode } from "#app/contracts/wire.ts";
import { changeManyPrograms } from "#app/flows/programs/update-program.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { useShownOnce } from "#app/ui/shared/use-shown-once.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { ProgramsPage } from "#app/ui/admin/programs/programs-page.tsx";
import { changedWords } from "#app/http/refusal-words.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("programs");

const t = merchantText("programs");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, programListQuery);
  const { page, limit, status, search, sort } = query;
  const { programs, total } = answered(await readPrograms(shop, { page, limit, status, search, sort }));
  return {
    programs: programs.map((one) => encode(programWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, programListQuery),
    timeZone: shop.timeZone,
  };
}

/** One status for the selected programs. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, programsForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("spec.updateProgram"), async () => {
      const asked = { programIds: fields.ids, status: fields.status };
      const result = changedWords(await changeManyPrograms(context, asked));
      return { ok: true as const, status: fields.status, ...result };
    }),
  );
}

export default function Programs() {
  const wasDeleted = useShownOnce("deleted");
  return <ProgramsPage {...useLoaderData<typeof loader>()} notice={wasDeleted ? t("list.deleted") : null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
