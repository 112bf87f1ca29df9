import type { Texts } from "../catalog-types.ts";
import type { emails as english } from "../en/emails.ts";

export const emails: Texts<typeof english> = {
  footer: {
    reason: "Du bekommst diese E-Mail, weil du Affiliate von {shop} bist.",
    settings: "Benachrichtigungen einstellen oder abbestellen",
  },
  sale: {
    subject: "Du hast {amount} bei {shop} verdient",
    byLink: "Hallo {name}, Bestellung {order} kam über deinen Link. Deine Provision beträgt {amount}.",
    byOther: "Hallo {name}, Bestellung {order} wurde dir angerechnet. Deine Provision beträgt {amount}.",
    approvedBy: "Sie wird bis {date} freigegeben, wenn die Bestellung nicht erstattet wird.",
    amountOf: "{amount} ({parts})",
    part: "{rate} von {eligible}",
    reviewed: "{shop} prüft sie vor der Freigabe.",
    button: "Bestellung ansehen",
    digest:
      "Hallo {name}, {count, plural, one {# Bestellung wurde} other {# Bestellungen wurden}} dir angerechnet. Deine Provisionen betragen {amounts}.",
    digestButton: "Bestellungen ansehen",
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
    ofRule: "{pay} für {rule}",
  },
  approved: {
    subject: "{amount} freigegeben",
    text: "Hallo {name}, deine Provision für Bestellung {order} ist freigegeben. Dein Guthaben beträgt {balance}.",
    nextByPaypal: "Nächste Auszahlung: {date} per PayPal.",
    nextByBank: "Nächste Auszahlung: {date} per Überweisung.",
    nextByCredit: "Nächste Auszahlung: {date} als Shop-Guthaben.",
    detailsMissing: "Gib deine Auszahlungsdaten an, um bezahlt zu werden.",
    detailsUnconfirmed: "Bestätige deine Auszahlungsdaten, um bezahlt zu werden.",
    minimum: "Ausgezahlt wird ab {minimum}.",
    unscheduled: "Wann ausgezahlt wird, entscheidet {shop}.",
    button: "Guthaben ansehen",
    addDetails: "Auszahlungsdaten angeben",
    digestSubject: "{count, plural, one {# Provision} other {# Provisionen}} freigegeben: {amounts}",
    digest:
      "Hallo {name}, {count, plural, one {# Provision ist} other {# Provisionen sind}} freigegeben: {amounts}. Dein Guthaben beträgt {balance}.",
  },
  reversed: {
    subject: "Deine Provision für Bestellung {order} hat sich geändert",
    refunded: "Hallo {name}, Bestellung {order} wurde erstattet.",
    canceled: "Hallo {name}, Bestellung {order} wurde storniert.",
    disputed: "Hallo {name}, die Zahlung von Bestellung {order} wurde angefochten und ging verloren.",
    declined: "Hallo {name}, {shop} hat deine Provision für Bestellung {order} abgelehnt.",
    reassigned: "Hallo {name}, {shop} hat Bestellung {order} einem anderen Affiliate angerechnet.",
    changed: "Hallo {name}, Bestellung {order} wurde geändert oder teilweise erstattet.",
    amount: "{amount} deiner Provision wurden storniert. Es bleiben {remaining}.",
    button: "Bestellung ansehen",
    digestSubject: "{count, plural, one {# Provision hat} other {# Provisionen haben}} sich geändert",
    digest:
      "Hallo {name}, {count, plural, one {# Provision wurde} other {# Provisionen wurden}} ganz oder teilweise storniert, weil Bestellungen erstattet, storniert oder geändert wurden: {amounts}.",
    digestButton: "Bestellungen ansehen",
  },
  paid: {
    subject: "{shop} hat dir {amount} ausgezahlt",
    paypal:
      "Hallo {name}, {amount} sind unterwegs zu {account, select, none {deinem PayPal-Konto} other {deinem PayPal-Konto {account}}}.",
    bank: "Hallo {name}, {amount} sind unterwegs zu {account, select, none {deinem Bankkonto} other {deinem Bankkonto {account}}}. Überweisungen kommen meist in 1 bis 3 Werktagen an.",
    storeCredit:
      "Hallo {name}, {amount} wurden deinem Shop-Guthaben hinzugefügt. Du findest sie jetzt in deinem Konto bei {shop}.",
    outside: "Hallo {name}, {shop} hat {amount} als an dich bezahlt markiert.",
    covers: "Damit {count, plural, one {wird # Provision} other {werden # Provisionen}} bezahlt.",
    refunded:
      "{count, plural, one {Darin enthalten sind {amount} für eine Erstattung von {orders}.} other {Darin enthalten sind {amount} für Erstattungen von {orders}.}}",
    deducted: "Darin enthalten sind {amount} für Erstattungen und Korrekturen.",
    questions: "Fragen? Antworte auf diese E-Mail.",
    button: "Auszahlung ansehen",
  },
  unclaimed: {
    subject: "{amount} von {shop} warten bei PayPal auf dich",
    text: "Hallo {name}, {shop} hat dir {amount} über PayPal geschickt, aber für {receiver} gibt es kein bestätigtes PayPal-Konto.",
    how: "Eröffne ein Konto mit dieser Adresse, oder füge die Adresse deinem Konto hinzu und bestätige sie. Dann zahlt PayPal dir das Geld aus.",
    later:
      "Wenn du das Geld nicht innerhalb von 30 Tagen annimmst, kommt es auf dein Guthaben zurück und wird mit der nächsten Auszahlung bezahlt.",
  },
  returned: {
    subject: "Eine Auszahlung von {amount} kam zurück",
    text: "Hallo {name}, {shop} konnte dir {amount}{account, select, none {} other { an {account}}} nicht auszahlen. Das Geld ist wieder auf deinem Guthaben.",
    how: "Prüfe deine Auszahlungsdaten. Das Geld wird mit der nächsten Auszahlung bezahlt.",
    button: "Auszahlungsdaten prüfen",
  },
  invitation: {
    subject: "{shop} lädt dich ein, Affiliate zu werden",
    text: "Hallo {name}, {shop} lädt dich zum Affiliate-Programm ein. Du bekommst einen eigenen Link und verdienst eine Provision, wenn jemand darüber kauft.",
    once: "Der Link gilt einmal und {days, plural, one {# Tag} other {# Tage}} lang.",
    ignore: "Wenn du kein Interesse hast, ignoriere diese E-Mail.",
    button: "Einladung annehmen",
    reason: "Du bekommst diese E-Mail, weil {shop} dich eingeladen hat.",
  },
  signIn: {
    subject: "Melde dich auf deiner Affiliate-Seite von {shop} an",
    text: "Hallo {name}, hier ist dein Link zu deiner Affiliate-Seite von {shop}.",
    once: "Er gilt einmal und {minutes, plural, one {# Minute} other {# Minuten}} lang. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail.",
    button: "Anmelden",
  },
  confirmDetails: {
    subject: "Bestätige, wohin {shop} dir dein Geld auszahlt",
    text: "Hallo {name}, jemand, der auf deiner Affiliate-Seite angemeldet ist, möchte, dass {shop} dir dein Geld hierhin auszahlt: {account}.",
    wait: "Wenn du das warst, bestätige es. Die neuen Daten gelten 24 Stunden später. Der Link gilt einmal und {hours, plural, one {# Stunde} other {# Stunden}} lang.",
    notYou:
      "Wenn du das nicht warst, bestätige es nicht, dann ändert sich nichts. Melde dich an, um die neuen Daten zurückzuziehen, und sag {shop} Bescheid.",
    button: "Prüfen und bestätigen",
  },
  confirmEmail: {
    subject: "Bestätige deine neue E-Mail-Adresse für {shop}",
    text: "Hallo {name}, bestätige diese Adresse, um sie für deine Affiliate-Seite von {shop} zu verwenden.",
    once: "Der Link gilt einmal und {hours, plural, one {# Stunde} other {# Stunden}} lang. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail.",
    button: "E-Mail-Adresse bestätigen",
  },
  emailChanged: {
    subject: "Deine E-Mail-Adresse für {shop} wurde geändert",
    text: "Hallo {name}, deine Affiliate-Seite von {shop} verwendet jetzt eine andere E-Mail-Adresse. Anmeldelinks gehen nicht mehr an diese.",
    notYou:
      "Wenn du sie nicht geändert hast, sag {shop} gleich Bescheid. Du wurdest in allen anderen Browsern abgemeldet.",
    button: "Affiliate-Seite ansehen",
  },
};
