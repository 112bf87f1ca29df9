import type { ActionFunctionArgs } from "@remix-run/node";
import { changeTagsForm } from "#app/contracts/affiliate.ts";
import { changeTagsOfMany } from "#app/flows/affiliates/change-tags.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { methodNotAllowed } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { changedWords } from "#app/http/refusal-words.ts";

export function loader(): Response {
  return methodNotAllowed("POST");
}

/** Adds tags to the selected affiliates of the list, or removes them. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, changeTagsForm, ({ context, fields }) =>
    orFailed(merchantTexts("affiliates")("bulk.tagFailed"), async () => {
      const asked = {
        affiliateIds: fields.ids,
        add: fields.change === "add" ? fields.tags : [],
        remove: fields.change === "remove" ? fields.tags : [],
        reason: fields.reason,
      };
      return { ok: true as const, status: "tagged", ...changedWords(await changeTagsOfMany(context, asked)) };
    }),
  );
}
