import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { fraudRulesForm } from "#app/contracts/fraud-rule.ts";
import { chooseFraudRules, readFraudRules } from "#app/flows/fraud/rules.ts";
import { wordedRule } from "#app/http/flag-words.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { FraudRulesPage } from "#app/ui/admin/fraud/fraud-rules-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("fraud", "settings");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shopId, now } = await requireShop(request, { as: "page" });
  return { rules: (await readFraudRules(shopId, now)).map(wordedRule) };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, fraudRulesForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("fraud.saveRules"), async () => {
      const refusal = await chooseFraudRules(context, fields);
      return refusal ?? { ok: true as const };
    }),
  );
}

export default function FraudRules() {
  return <FraudRulesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.fraud")} />;
}
