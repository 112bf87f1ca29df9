const day = (at: number) =>
  new Date(Date.UTC(2026, 0, 1) + (at % 250) * 86_400_000).toISOString().slice(0, 10);

const rowsAtOnce = 1000;

/** An export of new people: each with a code, a link and a PayPal address. `round` tells files apart. */
export function peopleFile(round: number, count: number): Buffer {
  const head = "ID,Name,Email Address,Status,Referral Code,Referral Link,paypal email address,Date Created";
  const rows = Array.from({ length: count }, (_, at) => {
    const name = `new${round}x${at}`;
    return `${round}${at},${name} Maker,${name}@example.com,approved,${name},/?ref=${name},pay.${name}@example.com,${day(at)}`;
  });
  return Buffer.from(`${[head, ...rows].join("\n")}\n`);
}

/** An export of commissions: half paid, a quarter pending, a quarter approved, of `affiliates` people. */
export async function* referralsFile(
  round: number,
  { count, affiliates }: { readonly count: number; readonly affiliates: number },
): AsyncGenerator<Buffer> {
  const states = ["Paid", "Pending", "Paid", "Approved"];
  yield Buffer.from("order_name,date,affiliate_email,total_sales,commission,status,currency,tracking_by\n");
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) => {
      const at = from + index;
      const email = `${(at % affiliates) + 1}@example.com`;
      const state = states[at % states.length];
      return `#R${round}-${at},${day(at)},${email},120.00,${10 + (at % 9)}.50,${state},USD,Tracked by affiliate link\n`;
    });
    yield Buffer.from(rows.join(""));
  }
}
