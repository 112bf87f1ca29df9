import { merchantTexts } from "#app/i18n/texts.ts";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { joiningWire } from "#app/contracts/joining.ts";
import { programForm } from "#app/contracts/program.ts";
import { encode } from "#app/contracts/wire.ts";
import { defaultJoining } from "#app/domain/applications/joining.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { shopDefaults } from "#app/domain/terms/terms-of-input.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { draftTermsAsked } from "#app/http/backtests.ts";
import { formAction } from "#app/http/form-action.ts";
import { joiningView } from "#app/http/joining.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { otherTermsFaults, programInputOf } from "#app/http/program-input.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { NewProgramPage } from "#app/ui/admin/programs/new-program-page.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("programs", t("titles.createProgram"));

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop } = context;
  const draft = await draftTermsAsked(request, context);
  const typed = new URL(request.url).searchParams;
  return {
    defaults: shopDefaults(shop),
    draft,
    given: { name: typed.get("name"), percent: typed.get("percent") },
    joining: encode(joiningWire, joiningView(shop, defaultJoining)),
    canEmail: hasEmailServer(),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

/** Creates the program and redirects to its page. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    programForm,
    async ({ context, fields }) => {
      if (fields.intent !== "save") return refuse("invalid", { code: "one_of", options: "save" }, "intent");
      const { shop } = context;
      const input = programInputOf(fields, shop.currency);
      if (isRefusal(input)) return input;
      const programId = await orFailed(merchantTexts("failures")("spec.createProgram"), () =>
        createProgram(context, { ...input, status: fields.status }),
      );
      return isRefusal(programId) ? programId : redirect(`/dashboard/programs/${programId}?created=1`);
    },
    { alsoWrong: otherTermsFaults },
  );
}

export default function NewProgram() {
  return <NewProgramPage {...useLoaderData<typeof loader>()} answer={usePageAnswer<typeof action>()} />;
}
