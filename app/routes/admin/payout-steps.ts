import type { ActionFunctionArgs } from "@remix-run/node";
import { payoutStepForm, type PayoutStep } from "#app/contracts/payout-section.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { emailMissingCustomer } from "#app/flows/affiliates/email-missing-customer.ts";
import { askForDetails } from "#app/flows/affiliates/remind-of-details.ts";
import { createFile } from "#app/flows/payouts/bank-files.ts";
import { cancelUnclaimedPayment } from "#app/flows/payouts/cancel-unclaimed.ts";
import { cancelRequest, retryRequest } from "#app/flows/payouts/request-actions.ts";
import { decideSection, decidePayments } from "#app/flows/payouts/decide-payments.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { decisionOf } from "#app/http/payout-input.ts";

const t = merchantTexts("payouts");

function textOf(fields: PayoutStep): string {
  if (!("to" in fields)) return t(`steps.${fields.intent}`);
  if (fields.to !== "paid") return t("steps.returnToBalance");
  if (fields.intent === "decideAll") return t("steps.allMarked");
  return t("steps.marked", { count: fields.intent === "decideSome" ? fields.payments.length : 1 });
}

/** Handles steps for files, requests and payments, for the forms of two pages. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, payoutStepForm, (input) =>
    orFailed(t("steps.failed"), async () => {
      const refusal = await takeStep(input);
      return refusal ?? { ok: true as const, text: textOf(input.fields) };
    }),
  );
}

async function takeStep({ context, fields }: FormInput<PayoutStep>): Promise<Refusal | null> {
  switch (fields.intent) {
    case "sendAgain":
      return await retryRequest(context, fields.request);
    case "cancelRequest":
      return await cancelRequest(context, fields.request);
    case "createFile":
      return await createFile(context, { requestId: fields.request, ...fields });
    case "returnToBalance":
      return await cancelUnclaimedPayment(context, fields.payment);
    case "askDetails":
      return await askForDetails(context, fields.affiliate);
    case "emailMissingCustomer":
      return await emailMissingCustomer(context, fields.affiliate);
    case "decide":
    case "decideSome":
    case "decideAll":
    default: {
      const decision = decisionOf(fields, { timeZone: context.shop.timeZone, now: context.now });
      const result =
        fields.intent === "decideAll"
          ? await decideSection(context, fields.section, decision)
          : await decidePayments(
              context,
              "payments" in fields ? fields.payments : [fields.payment],
              decision,
            );
      return isRefusal(result) ? result : null;
    }
  }
}
