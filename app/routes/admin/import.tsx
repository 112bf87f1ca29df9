import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { importForm, importRowsQuery, importWire } from "#app/contracts/file-import.ts";
import { importSwitchWire } from "#app/contracts/shadow.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { checkImport, decideRows, saveReading } from "#app/flows/imports/check-import.ts";
import { startInvitations } from "#app/flows/affiliates/invite-imported.ts";
import { startImport } from "#app/flows/imports/run-import.ts";
import { startUndo } from "#app/flows/imports/undo-import.ts";
import { discardImport } from "#app/flows/imports/upload-import.ts";
import { readImportView } from "#app/http/file-imports.ts";
import { readImportSwitch } from "#app/http/import-switch.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { listPrograms } from "#app/store/programs.ts";
import { ImportPage } from "#app/ui/admin/imports/import-page.tsx";
import { importsText as t } from "#app/ui/admin/imports/imports-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleBelow("imports", data?.upload.fileName);

export const headers: HeadersFunction = pageHeaders;

const mostPrograms = 250;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const { page, limit, outcome, noted, edit } = listQueryOf(request, importRowsQuery);
  const importId = params["id"] ?? "";
  const [found, programs] = await Promise.all([
    readImportView(shop, { importId, page, limit, outcome, noted, edit }),
    listPrograms(db(), shopId, { filter: {}, limit: mostPrograms, offset: 0 }),
  ]);
  if (isRefusal(found)) throw refusalPage(found);
  return {
    upload: encode(importWire, found),
    programs: programs.flatMap(({ programId: value, name: label, status }) =>
      status === "archived" ? [] : [{ value, label }],
    ),
    isEditing: edit === "1",
    switched: await readImportSwitch(shopId, found, now).then((one) => one && encode(importSwitchWire, one)),
    timeZone: shop.timeZone,
    currency: shop.currency,
  };
}

const list = "/dashboard/affiliates/import";
const starts = { undo: startUndo, invite: startInvitations };

export async function action({ request, params }: ActionFunctionArgs) {
  const importId = params["id"] ?? "";
  return await formAction(request, importForm, ({ context, fields }) =>
    orFailed(t("page.actionFailed"), async () => {
      const here = redirect(`${list}/${importId}`);
      if (fields.intent === "discard") {
        const gone = await discardImport(context.shopId, importId);
        return isRefusal(gone) ? gone : redirect(list);
      }
      if (fields.intent === "read") {
        const saved = await saveReading(context, importId, fields.choices);
        return isRefusal(saved) ? saved : here;
      }
      if (fields.intent === "check") {
        const checked = await checkImport(context, importId, fields.choices);
        return isRefusal(checked) ? checked : here;
      }
      if (fields.intent === "decide") {
        const decided = await decideRows(context, importId, fields.decisions);
        return isRefusal(decided) ? decided : { ok: true };
      }
      if (fields.intent === "import") {
        const isExportedLate = fields.exportedLate === "on";
        const imported = await startImport(context, importId, { isExportedLate });
        return isRefusal(imported) ? imported : here;
      }
      const started = await starts[fields.intent](context, importId);
      return isRefusal(started) ? started : here;
    }),
  );
}

export default function Import() {
  return <ImportPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("page.failed")} />;
}
