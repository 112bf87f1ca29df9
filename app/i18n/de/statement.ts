import type { Texts } from "../catalog-types.ts";
import type { statement as english } from "../en/statement.ts";

export const statement: Texts<typeof english> = {
  title: "Abrechnung für {name}",
  heading: "Abrechnung",
  none: "Bis zum Ende dieses Zeitraums gibt es keine Buchungen.",
  span: "{first} bis {last}",
  page: "Seite {number}",
  affiliate: "Affiliate {id}",
  unwritten: "Dieser Schrift fehlen Buchstaben des Namens, deshalb ist er der Titel dieses Dokuments.",
  account: "Konto in {currency}",
  summary: "Zusammenfassung in {currency}",
  opening: "Anfangsguthaben",
  closing: "Endguthaben",
  parts: {
    pending: "Ausstehend",
    available: "Verfügbar",
    in_payout: "Unterwegs",
  },
  status: "{state}, {method} {date}",
  columns: {
    recorded: "Gebucht",
    kind: "Art",
    what: "Wofür",
    status: "Status heute",
    amount: "Betrag",
    balance: "Guthaben",
  },
  about: {
    order: "Bestellung {order}",
    commission: "Provision",
    bonus: "Bonus",
    bonusOfOrder: "Bonus, Bestellung {order}",
    manual: "Manuelle Provision",
    manualOfOrder: "Manuelle Provision, Bestellung {order}",
    adjustment: "Korrektur",
    deduction: "Abzug: {reason}",
    written_off: "Guthaben ausgebucht",
    opened: "Anfangsguthaben",
    payout:
      "{method, select, paypal {Auszahlung per PayPal} store_credit {Auszahlung als Shop-Guthaben} bank {Auszahlung per Überweisung} other {Manuelle Zahlung}}",
    payoutTo:
      "{method, select, paypal {Auszahlung per PayPal an {receiver}} store_credit {Auszahlung als Shop-Guthaben an {receiver}} bank {Auszahlung per Überweisung an {receiver}} other {Manuelle Zahlung an {receiver}}}",
  },
};
