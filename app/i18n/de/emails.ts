import type { Texts } from "../catalog-types.ts";
import type { emails as english } from "../en/emails.ts";

export const emails: Texts<typeof english> = {
  footer: {
    affiliate: "Du bekommst diese E-Mail, weil du Affiliate von {shop} bist.",
    applicant: "Du bekommst diese E-Mail, weil mit dieser Adresse eine Bewerbung an {shop} geschickt wurde.",
    invited: "Du bekommst diese E-Mail, weil {shop} dich eingeladen hat.",
    settings: "Benachrichtigungen einstellen oder abbestellen",
  },
  validity: {
    days: "{count, plural, one {# Tag} other {# Tage}}",
    hours: "{count, plural, one {# Stunde} other {# Stunden}}",
    minutes: "{count, plural, one {# Minute} other {# Minuten}}",
  },
  sale: {
    byLink: "Bestellung {order} kam über deinen Link.",
    byOther: "Bestellung {order} wurde dir zugeordnet.",
    approvedBy: "Sie wird bis zum {date} freigegeben, sofern die Bestellung nicht erstattet wird.",
    amountOf: "{amount} ({parts})",
    part: "{rate} von {eligible}",
    reviewed: "{shop} prüft sie vor der Freigabe.",
  },
  tier: {
    month: "Noch {left} in diesem Monat, und du verdienst {pay}.",
    quarter: "Noch {left} in diesem Quartal, und du verdienst {pay}.",
    year: "Noch {left} in diesem Jahr, und du verdienst {pay}.",
    rolling:
      "{days, plural, one {Noch {left} heute, und du verdienst {pay}.} other {Noch {left} innerhalb von # Tagen, und du verdienst {pay}.}}",
    ever: "Noch {left}, und du verdienst {pay}.",
    orders: "{count, plural, one {# Bestellung} other {# Bestellungen}}",
    percentage: "{rate}",
    fixed: "{amount} pro Bestellung",
    perItem: "{amount} pro Artikel",
    none: "keine Provision",
    ofRule: "{pay} für {rule}",
  },
  approved: {
    nextByPaypal: "Nächste Auszahlung: {date} per PayPal.",
    nextByBank: "Nächste Auszahlung: {date} per Überweisung.",
    nextByCredit: "Nächste Auszahlung: {date} als Shop-Guthaben.",
    detailsMissing: "Hinterlege Auszahlungsdaten, um bezahlt zu werden.",
    detailsUnconfirmed: "Bestätige deine Auszahlungsdaten, um bezahlt zu werden.",
    minimum: "Ausgezahlt wird ab {minimum}.",
    unscheduled: "{shop} legt fest, wann ausgezahlt wird.",
    addDetails: "Auszahlungsdaten hinterlegen",
  },
  reversed: {
    refunded: "Bestellung {order} wurde erstattet.",
    canceled: "Bestellung {order} wurde storniert.",
    disputed: "die Zahlung für Bestellung {order} wurde erfolgreich angefochten.",
    declined: "{shop} hat deine Provision für Bestellung {order} abgelehnt.",
    declinedFor: "{shop} hat deine Provision für Bestellung {order} abgelehnt. Grund: {reason}",
    reassigned: "{shop} hat Bestellung {order} einem anderen Affiliate zugeordnet.",
    changed: "Bestellung {order} wurde geändert oder teilweise erstattet.",
  },
  paid: {
    paypal:
      "{amount} sind unterwegs zu {account, select, none {deinem PayPal-Konto} other {deinem PayPal-Konto {account}}}.",
    bank: "{amount} sind unterwegs zu {account, select, none {deinem Bankkonto} other {deinem Bankkonto {account}}}. Überweisungen kommen meist in 1 bis 3 Werktagen an.",
    storeCredit:
      "{amount} wurden deinem Shop-Guthaben gutgeschrieben. Du findest sie jetzt in deinem Konto bei {shop}.",
    manual: "{shop} hat eine Zahlung über {amount} an dich als erledigt markiert.",
    covers: "Damit {count, plural, one {wird # Provision} other {werden # Provisionen}} bezahlt.",
    refunded:
      "{count, plural, one {Darin enthalten sind {amount} für eine Erstattung von {orders}.} other {Darin enthalten sind {amount} für Erstattungen von {orders}.}}",
    deducted: "Darin enthalten sind {amount} für Erstattungen und Korrekturen.",
    questions: "Fragen? Antworte auf diese E-Mail.",
  },
  returned: {
    text: "{shop} konnte dir {amount}{account, select, none {} other { an {account}}} nicht auszahlen.",
  },
  details: {
    replaced: "Bisher wurdest du hierhin bezahlt: {account}.",
  },
  application: {
    reapplyAfter: "Du kannst dich nach {days, plural, one {# Tag} other {# Tagen}} wieder bewerben.",
    reapplyNow: "Du kannst dich jederzeit wieder bewerben.",
  },
  terms: {
    reason: "Grund: {reason}.",
  },
};
