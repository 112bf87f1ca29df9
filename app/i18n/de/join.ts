import type { Texts } from "../catalog-types.ts";
import type { join as english } from "../en/join.ts";

export const join: Texts<typeof english> = {
  page: {
    title: "Werde Affiliate von {shop}",
    closed: "Dieses Programm nimmt zurzeit keine Bewerbungen an.",
    notFound: "Unter dieser Adresse gibt es kein Affiliate-Programm.",
  },
  store: {
    title: "Affiliate-Programme von {shop}",
    intro: "Wähle ein Programm und bewirb dich.",
  },
  how: {
    title: "So funktioniert es",
    share: "Teile deinen Link.",
    sale: "Kunden kaufen ein.",
    paid: "Du wirst bezahlt.",
  },
  terms: {
    title: "Programmbedingungen",
    percent: "Verdiene {percent} % an jedem Verkauf.",
    percentUpTo: "Verdiene {percent} % an jedem Verkauf, und bis zu {top} %, wenn du mehr verkaufst.",
    perOrder: "Verdiene {amount} an jeder Bestellung.",
    perItem: "Verdiene {amount} an jedem verkauften Artikel.",
    varies: "Wie viel du verdienst, hängt davon ab, was Kunden kaufen.",
  },
  form: {
    title: "Bewerben",
    name: "Name",
    email: "E-Mail-Adresse",
    country: "Land (optional)",
    chooseOne: "Bitte wählen",
    optional: "{label} (optional)",
    agree: "Ich stimme den Programmbedingungen zu.",
    submit: "Bewerben",
    leaveEmpty: "Dieses Feld leer lassen",
  },
  faults: {
    missing: "Fülle dieses Feld aus.",
    "too-long": "Verwende weniger Zeichen.",
    "not-a-link": "Gib einen Link ein, zum Beispiel https://example.com.",
    "not-a-choice": "Wähle eine der Möglichkeiten.",
    "not-plain-text": "Verwende nur einfachen Text.",
    "not-an-email": "Gib eine gültige E-Mail-Adresse ein.",
    "not-agreed": "Stimme den Programmbedingungen zu, um dich zu bewerben.",
  },
  problems: {
    fields: "Behebe die Fehler, um dich zu bewerben.",
    "too-fast": "Warte ein paar Sekunden und bewirb dich dann noch einmal.",
    expired: "Dieses Formular ist abgelaufen. Bewirb dich noch einmal.",
    "terms-changed":
      "Die Programmbedingungen haben sich geändert. Lies sie und bewirb dich dann noch einmal.",
    "too-many": "Gerade gibt es zu viele Bewerbungen. Versuche es später noch einmal.",
  },
  sent: {
    title: "Sieh in dein Postfach",
    text: "Bestätige deine Adresse, um die Bewerbung abzuschließen.",
    help: "Keine E-Mail bekommen? Sieh im Spam-Ordner nach oder bewirb dich in ein paar Minuten noch einmal.",
  },
  confirm: {
    title: "Bestätige deine E-Mail-Adresse",
    text: "Bestätige deine Adresse, um deine Bewerbung bei {shop} abzuschließen.",
    button: "E-Mail-Adresse bestätigen",
    waiting: "Deine Bewerbung ist angekommen. {shop} antwortet dir per E-Mail.",
    waitingTitle: "Danke für deine Bewerbung",
    approvedTitle: "Du bist dabei",
    approved: "Wir haben dir einen Anmeldelink geschickt. Dort findest du deinen Link und deinen Code.",
    againTitle: "Schon bestätigt",
    again: "Deine E-Mail-Adresse ist bestätigt. Du musst nichts mehr tun.",
    failedTitle: "Dieser Link funktioniert nicht",
    expired: "Der Link ist abgelaufen. Bewirb dich noch einmal, um einen neuen zu bekommen.",
    invalid: "Prüfe, ob du den ganzen Link geöffnet hast, oder bewirb dich noch einmal.",
    apply: "Noch einmal bewerben",
  },
};
