import type { z } from "zod";
import { type AffiliateRefusal, isRefusal } from "#app/domain/refusal.ts";
import { now } from "#app/platform/clock.ts";
import { formProblem } from "./form-action.ts";
import { parse } from "./parse.ts";
import { portalLanguage } from "./portal-language.server.ts";
import { limits, tooManyReason } from "./limits.ts";
import { affiliateWords } from "./refusal-words.ts";
import { readForm } from "./read-body.ts";
import { type AffiliateContext, refuseForeignForm, requireAffiliate } from "./require-affiliate.server.ts";
import { refusalStatus } from "./respond.ts";

type OwnFormInput<Fields> = {
  readonly context: AffiliateContext;
  readonly fields: Fields;
  readonly now: Date;
};

/**
 * One posted form of the portal: from our own page, who are you, is it well-formed, then `run`. A refusal comes back as
 * data with its status, so that the page shows it at the field that is wrong.
 */
export async function ownFormAction<Schema extends z.ZodType, Answer>(
  request: Request,
  schema: Schema,
  run: (input: OwnFormInput<z.output<Schema>>) => Promise<Answer | AffiliateRefusal>,
) {
  refuseForeignForm(request);
  const context = await requireAffiliate(request);
  const at = now();
  const given = await readForm(request);
  const language = portalLanguage(request, context);
  if (limits.portalForms(context.affiliate.affiliateId, at.getTime()) > 0) {
    return formProblem(affiliateWords(language, { reason: tooManyReason, errors: [] }), 429, given);
  }
  const fields = parse(schema, given);
  const result = isRefusal(fields) ? fields : await run({ context, fields, now: at });
  if (!isRefusal(result)) return result;
  return formProblem(affiliateWords(language, result), refusalStatus(result), given);
}
