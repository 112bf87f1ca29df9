import { isReasonCode, reasonText } from "#app/domain/reasons.ts";

/** A reason with its sentence; one of an older version is shown by its code. */
export function reasonToWire(code: string): { code: string; text: string } {
  return { code, text: isReasonCode(code) ? reasonText(code) : code };
}
