import { expect, test } from "vitest";
import { decide, openDecisions, type DecidedOn } from "#app/domain/decision.ts";
import { isRefusal } from "#app/domain/refusal.ts";

const waiting: DecidedOn = { decision: null, isReleased: false, isOnHold: true };
const approved: DecidedOn = { decision: "approved", isReleased: false, isOnHold: false };
const denied: DecidedOn = { ...waiting, decision: "denied" };
const held: DecidedOn = { ...waiting, decision: "held" };
const payable: DecidedOn = { decision: null, isReleased: true, isOnHold: false };

test.each([
  ["waits", waiting, ["approved", "denied", "held"]],
  ["is approved and waits for the payment", approved, ["denied", "held"]],
  [
    "is approved and on a new hold after an edit",
    { ...approved, isOnHold: true },
    ["approved", "denied", "held"],
  ],
  ["is held", held, ["approved", "denied", "unheld"]],
  ["is denied", denied, ["reopened"]],
  ["was denied after its release", { ...denied, isReleased: true }, ["reopened"]],
  ["is payable", payable, ["denied"]],
] as const)("M12: a commission that %s can be decided on so", (_state, on, open) => {
  expect(openDecisions(on)).toEqual(open);
});

test.each([
  [waiting, "approved", "approved"],
  [waiting, "held", "held"],
  [held, "approved", "approved"],
  [held, "unheld", null],
  [payable, "denied", "denied"],
  [denied, "reopened", null],
] as const)("M12: on %o, %s leaves %s", (on, kind, left) => {
  expect(decide(on, kind)).toEqual({ decision: left });
});

test.each([
  [denied, "denied", "It is denied already"],
  [denied, "approved", "It is denied: reopen it first"],
  [denied, "held", "It is denied: there is nothing to hold"],
  [waiting, "reopened", "It is not denied"],
  [waiting, "unheld", "It is not held"],
  [held, "held", "It is held already"],
  [payable, "approved", "It is payable already"],
  [payable, "held", "It is payable already: there is nothing to hold"],
  [approved, "approved", "It is approved already"],
] as const)("M12: on %o, %s is refused: %s", (on, kind, message) => {
  const refusal = decide(on, kind);
  expect(isRefusal(refusal) && refusal).toEqual({
    refused: "not-possible",
    message,
    errors: [{ field: "kind", message }],
  });
});
