/** The statement of an affiliate as PDF. */
export const statement = {
  title: "Statement of {name}",
  heading: "Statement of account",
  none: "No entries up to the end of this period",
  span: "{first} to {last}",
  page: "Page {number}",
  affiliate: "Affiliate {id}",
  unwritten: "This font can't show every letter of the name. The document's title has the full name.",
  account: "Account in {currency}",
  summary: "Summary in {currency}",
  opening: "Opening balance",
  closing: "Closing balance",
  parts: {
    pending: "Pending",
    available: "Available",
    in_payout: "On its way",
  },
  status: "{state}, {method} {date}",
  columns: {
    recorded: "Recorded",
    kind: "Kind",
    what: "What",
    status: "Status now",
    amount: "Amount",
    balance: "Balance",
  },
  about: {
    order: "Order {order}",
    commission: "Commission",
    bonus: "Bonus",
    bonusOfOrder: "Bonus, order {order}",
    manual: "Manual commission",
    manualOfOrder: "Manual commission, order {order}",
    adjustment: "Adjustment",
    deduction: "Deduction: {reason}",
    written_off: "Balance written off",
    opened: "Opening balance",
    payout:
      "{method, select, paypal {Payout by PayPal} store_credit {Payout as store credit} bank {Payout by bank transfer} other {Manual payment}}",
    payoutTo:
      "{method, select, paypal {Payout by PayPal to {receiver}} store_credit {Payout as store credit to {receiver}} bank {Payout by bank transfer to {receiver}} other {Manual payment to {receiver}}}",
  },
} as const;
