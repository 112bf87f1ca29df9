import { type EvidenceKind, evidenceKinds } from "#app/domain/attribution.ts";
import type { AttributionWire } from "#app/contracts/attribution.ts";

type Rules = AttributionWire["rules"];

/** The rules as the form holds them: every signal in a row, some of them switched off. */
export type Draft = {
  readonly signals: readonly { readonly kind: EvidenceKind; readonly isOn: boolean }[];
  readonly touch: Rules["touch"];
  readonly binding: Rules["binding"]["kind"];
  readonly bindingDays: string;
  readonly newCustomer: Rules["newCustomer"];
};

export function draftOf({ precedence, touch, binding, newCustomer }: Rules): Draft {
  const off = evidenceKinds.filter((kind) => !precedence.includes(kind));
  return {
    signals: [
      ...precedence.map((kind) => ({ kind, isOn: true })),
      ...off.map((kind) => ({ kind, isOn: false })),
    ],
    touch,
    binding: binding.kind,
    bindingDays: binding.kind === "days" ? String(binding.days) : "365",
    newCustomer,
  };
}

/** The rules of a draft; null while its days are no number. */
export function rulesOf({ signals, binding, bindingDays, touch, newCustomer }: Draft): Rules | null {
  const precedence = signals.filter((one) => one.isOn).map((one) => one.kind);
  if (binding !== "days") return { precedence, touch, binding: { kind: binding }, newCustomer };
  if (!/^[1-9]\d{0,3}$/.test(bindingDays)) return null;
  return { precedence, touch, binding: { kind: "days", days: Number(bindingDays) }, newCustomer };
}

/** The signals with one of them at another place. */
export function moved(signals: Draft["signals"], from: number, to: number): Draft["signals"] {
  const rest = signals.filter((_, place) => place !== from);
  const one = signals[from];
  return one === undefined ? signals : [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** The signals with one of them switched on or off. */
export function switched(signals: Draft["signals"], kind: EvidenceKind): Draft["signals"] {
  return signals.map((one) => (one.kind === kind ? { kind, isOn: !one.isOn } : one));
}
