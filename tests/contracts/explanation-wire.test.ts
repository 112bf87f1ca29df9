import { expect, test } from "vitest";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { encode } from "#app/contracts/wire.ts";
import { evaluate } from "#app/domain/commission.ts";
import { explain } from "#app/domain/explanation.ts";
import { calculationInWords } from "#app/http/explained.ts";
import { anyHistory } from "../domain/order-history.ts";
import { credited } from "../domain/order-of.ts";
import { fc } from "../support/properties.ts";
import { words } from "../support/words.ts";

const arithmeticWire = orderExplanationWire.pick({ knownBefore: true, lines: true, totals: true });

test("JSON carries all of an order's calculation, with a text for each step", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts: bare, terms, refunds }) => {
      const facts = { ...bare, refunds };
      const attribution = credited(terms);
      const evaluation = evaluate({ terms, facts, attribution, inputs: null });
      const explained = explain({ facts, terms, attribution, evaluation });
      const written = { ...explained, ...calculationInWords(explained, words) };
      const json = JSON.stringify(encode(arithmeticWire, written));
      expect(written).toMatchObject(arithmeticWire.parse(JSON.parse(json)));
    }),
  );
});
