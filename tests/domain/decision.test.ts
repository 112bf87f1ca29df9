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
  [denied, "denied", "already_denied"],
  [denied, "approved", "denied_not_approved"],
  [denied, "held", "denied_not_held"],
  [waiting, "reopened", "not_denied"],
  [waiting, "unheld", "not_held"],
  [held, "held", "already_held"],
  [payable, "approved", "already_available"],
  [payable, "held", "available_not_held"],
  [approved, "approved", "already_approved"],
] as const)("M12: on %o, %s is refused: %s", (on, kind, what) => {
  const refusal = decide(on, kind);
  const reason = { code: "commission_state", what };
  expect(isRefusal(refusal) && refusal).toEqual({
    refused: "not-possible",
    reason,
    errors: [{ field: "kind", reason }],
  });
});
