/** An edit's effect on the lines of an order. Kept beside the order, which does not show it. */
export interface OrderEdit {
  id: number;
  order_id: number;
  committed_at: string;
  /** Lines that this edit put on the order; `additions` names them too, beside lines of which it added pieces. */
  newLineIds: number[];
  additions: LineDelta[];
  removals: LineDelta[];
}

/** A return that was processed: what came back, and the lines that went out for it. The order does not tell it itself. */
export interface OrderReturn {
  id: number;
  order_id: number;
  processed_at: string;
  /** Lines that this exchange put on the order. */
  newLineIds: number[];
  additions: LineDelta[];
  removals: LineDelta[];
}

/** Pieces of a line that came or went; never negative. */
export interface LineDelta {
  id: number;
  delta: number;
}

export type DisputeStatus = "needs_response" | "won" | "lost";

/** A disputed payment, as `disputes/*` carry it. */
export interface Dispute {
  id: number;
  order_id: number;
  type: "chargeback" | "inquiry";
  amount: string;
  currency: string;
  reason: string;
  network_reason_code: string;
  status: DisputeStatus;
  evidence_due_by: string | null;
  evidence_sent_on: string | null;
  finalized_on: string | null;
  initiated_at: string;
}
