import { fraudRulesToWire } from "#app/contracts/fraud-rule.ts";
import { readFraudRules } from "#app/flows/fraud/rules.ts";
import { apiRoute } from "#app/http/api-route.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context, now }) => {
    const { rules, raised } = await readFraudRules(context.shopId, now);
    return { rules: fraudRulesToWire(rules, raised) };
  },
});
