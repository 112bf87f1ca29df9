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
    reviewed: "{shop} prüft sie vor der Freigabe.",
    button: "Bestellung ansehen",
    digest:
      "Hallo {name}, {count, plural, one {# Bestellung wurde} other {# Bestellungen wurden}} dir angerechnet. Deine Provisionen betragen {amounts}.",
    digestButton: "Bestellungen ansehen",
  },
  approved: {
    subject: "{amount} freigegeben",
    text: "Hallo {name}, deine Provision für Bestellung {order} ist freigegeben. Dein Guthaben beträgt {balance}.",
    button: "Guthaben ansehen",
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
};
