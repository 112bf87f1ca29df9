import type { ActionFunctionArgs } from "@remix-run/node";
import { payoutStepForm, type PayoutStep } from "#app/contracts/payout-steps.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { handOverFile } from "#app/flows/payouts/bank-files.ts";
import { cancelUnclaimedItem } from "#app/flows/payouts/cancel-unclaimed.ts";
import { cancelChunk, retryChunk } from "#app/flows/payouts/chunk-actions.ts";
import { decideBatch, decideItems } from "#app/flows/payouts/decide-items.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { decisionOf } from "#app/http/payout-decision.ts";

const done: Readonly<Record<PayoutStep["intent"], string>> = {
  sendAgain: "It is being sent again",
  cancelPart: "Taken back",
  handOver: "The file is ready to download",
  takeBack: "Taken back",
  decide: "Written down",
  decideAll: "Written down",
};

/** What a person does with parts of a batch and with payments: the forms of two pages. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, payoutStepForm, (input) =>
    orFailed("Failed to do it", async () => {
      const refusal = await run(input);
      return refusal ?? { ok: true as const, text: done[input.fields.intent] };
    }),
  );
}

async function run({ context, fields, now }: FormInput<PayoutStep>): Promise<Refusal | null> {
  const { shopId, shop, actor } = context;
  const by = { actor, now };
  switch (fields.intent) {
    case "sendAgain":
      return await retryChunk(shopId, fields.part, by);
    case "cancelPart":
      return await cancelChunk(shopId, fields.part, by);
    case "handOver":
      return await handOverFile(shopId, { chunkId: fields.part, columns: fields.columns }, by);
    case "takeBack":
      return await cancelUnclaimedItem(shopId, fields.item, by);
    case "decide":
    case "decideAll":
    default: {
      const decision = decisionOf(fields, { timeZone: shop.timeZone, now });
      const result =
        fields.intent === "decide"
          ? await decideItems(shopId, [fields.item], decision, by)
          : await decideBatch(shopId, fields.batch, decision, by);
      return isRefusal(result) ? result : null;
    }
  }
}
