/** A referral of an UpPromote store, as the export writes it. It knows nothing of the app's importer. */
export type UpPromoteReferral = {
  /** Such as "#1001". '' for a bonus. */
  readonly order: string;
  readonly at: Date;
  readonly email: string;
  readonly name?: string;
  readonly sales?: string;
  readonly commission: string;
  readonly status?: "Pending" | "Approved" | "Denied" | "Paid";
  readonly currency?: string;
  readonly coupon?: string;
  readonly program?: string;
};

const columns = [
  // The vendor's file has this space.
  " order_name",
  "date",
  "affiliate_name",
  "affiliate_email",
  "total_sales",
  "commission",
  "commission_adjustment",
  "status",
  "currency",
  "tracking_by",
  "google_ads",
  "affiliate_coupon",
  "program_name",
  "is_first_commission",
  "network_commission",
  "comment",
];

/** Writes UpPromote's referral export as CSV. */
export function upPromoteExport(referrals: readonly UpPromoteReferral[]): Buffer {
  const rows = referrals.map((one) => [
    one.order,
    timeText(one.at),
    one.name ?? one.email.split("@")[0] ?? "",
    one.email,
    one.sales ?? "0.00",
    one.commission,
    "0.00",
    one.status ?? "Paid",
    one.currency ?? "USD",
    trackedBy(one),
    "No",
    one.coupon ?? "",
    one.program ?? "Default",
    "No",
    "No",
    "",
  ]);
  return Buffer.from([columns, ...rows].map((cells) => `${cells.map(cell).join(",")}\n`).join(""));
}

function trackedBy({ order, coupon }: UpPromoteReferral): string {
  if (order === "") return "Performance bonus";
  return coupon === undefined ? "Tracked by affiliate link" : "Tracked by coupon";
}

function cell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** "2025-04-21 11:49 AM". */
function timeText(at: Date): string {
  const hour = at.getUTCHours();
  const minute = String(at.getUTCMinutes()).padStart(2, "0");
  const half = hour < 12 ? "AM" : "PM";
  return `${at.toISOString().slice(0, 10)} ${String(hour % 12 || 12).padStart(2, "0")}:${minute} ${half}`;
}
