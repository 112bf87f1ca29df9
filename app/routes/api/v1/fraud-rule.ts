import { fraudRuleBody, fraudRulesToWire } from "#app/contracts/fraud-rule.ts";
import { chooseFraudRule, readFraudRules } from "#app/flows/fraud/rules.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";

const change = apiRoute({
  need: "write",
  body: fraudRuleBody,
  run: async ({ context, params, body, now }) => {
    const choice = { kind: params["kind"] ?? "", ...body };
    const refusal = await chooseFraudRule(context.shopId, choice, { actor: context.actor, now });
    if (refusal) return refusal;
    const { rules, raised } = await readFraudRules(context.shopId, now);
    return { rules: fraudRulesToWire(rules, raised) };
  },
});

export function loader(): Response {
  return methodNotAllowed("PUT");
}

export function action(args: Parameters<typeof change>[0]) {
  return args.request.method === "PUT" ? change(args) : methodNotAllowed("PUT");
}
