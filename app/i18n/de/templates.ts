import type { Texts } from "../catalog-types.ts";
import type { templates as english } from "../en/templates.ts";

export const templates: Texts<typeof english> = {
  affiliate: {
    application_confirm: {
      subject: "Bestätige deine Bewerbung bei {shop}",
      body: "Hallo {name}, du hast dich für das Affiliate-Programm „{program}“ von {shop} beworben. Bestätige zum Abschluss deine E-Mail-Adresse.\n\nDer Link gilt einmal und {validity} lang. Wenn du dich nicht beworben hast, ignoriere diese E-Mail.",
      button: "E-Mail-Adresse bestätigen",
    },
    application_known_affiliate: {
      subject: "Du hast schon ein Konto bei {shop}",
      body: "Hallo {name}, mit deiner E-Mail-Adresse wurde eine Bewerbung für das Affiliate-Programm „{program}“ von {shop} abgeschickt. Du hast dort schon ein Affiliate-Konto.\n\nWenn du das warst, melde dich an, um deine Programme und Links zu sehen. Der Link gilt einmal und {validity} lang.\n\nWenn du dich nicht beworben hast, ignoriere diese E-Mail. Es hat sich nichts geändert.",
      button: "Anmelden",
    },
    application_waiting: {
      subject: "{shop} hat deine Bewerbung",
      body: "Hallo {name}, du hast dich schon für das Affiliate-Programm „{program}“ beworben. {shop} schickt dir die Antwort per E-Mail.\n\nWenn du dich nicht noch einmal beworben hast, ignoriere diese E-Mail. Es hat sich nichts geändert.",
      button: "Programm ansehen",
    },
    application_too_early: {
      subject: "Deine Bewerbung bei {shop}",
      body: "Hallo {name}, du kannst dich ab {date} wieder für das Affiliate-Programm „{program}“ bewerben.\n\nWenn du dich nicht noch einmal beworben hast, ignoriere diese E-Mail. Es hat sich nichts geändert.",
      button: "Programm ansehen",
    },
    application_received: {
      subject: "{shop} hat deine Bewerbung",
      body: "Hallo {name}, danke für deine Bewerbung beim Affiliate-Programm „{program}“. {shop} schickt dir die Antwort per E-Mail.",
      button: "Programm ansehen",
    },
    application_approved: {
      subject: "Du bist jetzt Affiliate von {shop}",
      body: "Hallo {name}, {shop} hat deine Bewerbung für „{program}“ angenommen.\n\n{message}\n\nMelde dich an, um deinen Link und deinen Code zu bekommen. Der Anmeldelink gilt einmal und {validity} lang. Danach kannst du auf der Anmeldeseite einen neuen anfordern.",
      button: "Anmelden",
    },
    application_declined: {
      subject: "Deine Bewerbung bei {shop}",
      body: "Hallo {name}, {shop} hat deine Bewerbung für das Affiliate-Programm „{program}“ nicht angenommen.\n\n{message}\n\n{reapply}",
      button: "Programm ansehen",
    },
    invitation: {
      subject: "{shop} lädt dich ein, Affiliate zu werden",
      body: "Hallo {name}, {shop} lädt dich zum Affiliate-Programm ein. Du bekommst einen eigenen Link und verdienst eine Provision, wenn jemand darüber kauft.\n\nDer Link gilt einmal und {validity} lang.\n\nWenn du kein Interesse hast, ignoriere diese E-Mail.",
      button: "Einladung annehmen",
    },
    invitation_reminder: {
      subject: "Erinnerung: {shop} lädt dich ein, Affiliate zu werden",
      body: "Hallo {name}, die Einladung von {shop} zum Affiliate-Programm ist noch offen. Du bekommst einen eigenen Link und verdienst eine Provision, wenn jemand darüber kauft.\n\nDer Link gilt einmal und {validity} lang.\n\nWenn du kein Interesse hast, ignoriere diese E-Mail.",
      button: "Einladung annehmen",
    },
    invitation_moved: {
      subject: "{shop} ist mit dem Affiliate-Programm umgezogen",
      body: "Hallo {name}, {shop} führt das Affiliate-Programm jetzt mit einer anderen App. Deine Links und Rabattcodes funktionieren weiter.\n\nAuf deiner neuen Seite siehst du deine Bestellungen und Einnahmen und prüfst, wie du bezahlt wirst. Der Link gilt einmal und {validity} lang.",
      button: "Meine Seite öffnen",
    },
    sign_in: {
      subject: "Melde dich auf deiner Affiliate-Seite von {shop} an",
      body: "Hallo {name}, hier ist dein Link zu deiner Affiliate-Seite von {shop}.\n\nEr gilt einmal und {validity} lang. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail.",
      button: "Anmelden",
    },
    email_confirm: {
      subject: "Bestätige deine neue E-Mail-Adresse für {shop}",
      body: "Hallo {name}, bestätige diese Adresse, um sie für deine Affiliate-Seite von {shop} zu verwenden.\n\nDer Link gilt einmal und {validity} lang. Wenn du ihn nicht angefordert hast, ignoriere diese E-Mail.",
      button: "E-Mail-Adresse bestätigen",
    },
    email_changed: {
      subject: "Deine E-Mail-Adresse für {shop} wurde geändert",
      body: "Hallo {name}, deine Affiliate-Seite von {shop} verwendet jetzt eine andere E-Mail-Adresse. Anmeldelinks gehen nicht mehr an diese.\n\nWenn du sie nicht geändert hast, sag {shop} gleich Bescheid. Du wurdest in allen anderen Browsern abgemeldet.",
      button: "Affiliate-Seite ansehen",
    },
    details_confirm: {
      subject: "Bestätige, wohin {shop} dir dein Geld auszahlt",
      body: "Hallo {name}, jemand, der auf deiner Affiliate-Seite angemeldet ist, möchte, dass {shop} dir dein Geld hierhin auszahlt: {account}.\n\nWenn du das warst, bestätige es. Die neuen Daten gelten 24 Stunden später. Der Link gilt einmal und {validity} lang.\n\nWenn du das nicht warst, bestätige es nicht, dann ändert sich nichts. Melde dich an, um die neuen Daten zurückzuziehen, und sag {shop} Bescheid.",
      button: "Prüfen und bestätigen",
    },
    details_changed: {
      subject: "Deine Auszahlungsdaten für {shop} wurden geändert",
      body: "Hallo {name}, neue Auszahlungsdaten wurden bestätigt: {account}. {shop} verwendet sie ab {date}. {replaced}\n\nWenn du deine Auszahlungsdaten nicht geändert hast, sag {shop} gleich Bescheid.",
      button: "Auszahlungsdaten ansehen",
    },
    details_used_early: {
      subject: "{shop} zahlt jetzt auf deine neuen Auszahlungsdaten aus",
      body: "Hallo {name}, {shop} hat die Wartezeit deiner neuen Auszahlungsdaten beendet. Dein Geld geht jetzt hierhin: {account}. {replaced}\n\nWenn du deine Auszahlungsdaten nicht geändert hast, sag {shop} gleich Bescheid.\n\nKonten werden nur teilweise angezeigt.",
      button: "Auszahlungsdaten ansehen",
    },
    sale: {
      subject: "Du hast {amount} bei {shop} verdient",
      body: "Hallo {name}, {source} Deine Provision beträgt {commission}. {approval}\n\n{tier}",
      button: "Bestellung ansehen",
    },
    sale_digest: {
      subject: "Du hast {amount} bei {shop} verdient",
      body: "Hallo {name}, {count} Bestellungen wurden dir zugeordnet. Deine Provisionen: {amount}.",
      button: "Bestellungen ansehen",
    },
    approved: {
      subject: "{amount} freigegeben",
      body: "Hallo {name}, deine Provision für Bestellung {order} ist freigegeben. Dein Guthaben beträgt {balance}. {next_payout}",
      button: "Guthaben ansehen",
    },
    approved_digest: {
      subject: "{count} Provisionen freigegeben: {amount}",
      body: "Hallo {name}, {count} Provisionen sind freigegeben: {amount}. Dein Guthaben beträgt {balance}. {next_payout}",
      button: "Guthaben ansehen",
    },
    reversed: {
      subject: "Deine Provision für Bestellung {order} hat sich geändert",
      body: "Hallo {name}, {cause}\n\n{amount} deiner Provision wurden storniert. Es bleiben {remaining}.",
      button: "Bestellung ansehen",
    },
    reversed_digest: {
      subject: "{count} Provisionen haben sich geändert",
      body: "Hallo {name}, {count} Provisionen wurden ganz oder teilweise storniert, weil Bestellungen erstattet, storniert oder geändert wurden: {amount}.",
      button: "Bestellungen ansehen",
    },
    bonus: {
      subject: "Du hast bei {shop} einen Bonus von {amount} verdient",
      body: "Hallo {name}, du hast den Bonus „{bonus}“ erreicht und {amount} verdient.",
      button: "Verdienst ansehen",
    },
    tier: {
      subject: "Du hast bei {shop} die nächste Stufe erreicht",
      body: "Hallo {name}, du hast die nächste Stufe des Programms „{program}“ erreicht. Du verdienst jetzt {rate}.",
      button: "Verdienst ansehen",
    },
    claim_accepted: {
      subject: "{shop} hat deine Meldung zu Bestellung {order} anerkannt",
      body: "Hallo {name}, {shop} hat deine Meldung zu Bestellung {order} anerkannt.\n\n{message}",
      button: "Meldungen ansehen",
    },
    claim_declined: {
      subject: "{shop} hat deine Meldung zu Bestellung {order} abgelehnt",
      body: "Hallo {name}, {shop} hat deine Meldung zu Bestellung {order} abgelehnt.\n\n{message}",
      button: "Meldungen ansehen",
    },
    code_changed: {
      subject: "Dein Rabattcode ist jetzt {code}",
      body: "Hallo {name}, {shop} hat deinen Rabattcode {code_before} durch {code} ersetzt. Teile ab jetzt {code}. Bestellungen mit {code_before} bleiben dir angerechnet.",
      button: "Codes ansehen",
    },
    code_deactivated: {
      subject: "Dein Rabattcode {code} funktioniert nicht mehr",
      body: "Hallo {name}, {shop} hat deinen Rabattcode {code} deaktiviert. Bestellungen, bei denen er verwendet wurde, bleiben dir angerechnet. Dein Link funktioniert weiterhin.\n\n{reason}",
      button: "Codes ansehen",
    },
    code_ends: {
      subject: "Dein Rabattcode {code} bei {shop} endet am {date}",
      body: "Hallo {name}, ab {date} werden dir Bestellungen mit deinem Rabattcode {code} bei {shop} nicht mehr angerechnet. Frühere Bestellungen bleiben dir angerechnet. Dein Link funktioniert weiterhin.",
      button: "Codes ansehen",
    },
    code_stays: {
      subject: "Dein Rabattcode {code} bei {shop} bleibt",
      body: "Hallo {name}, dein Rabattcode {code} sollte am {date} enden. {shop} lässt ihn weiterlaufen.",
      button: "Codes ansehen",
    },
    paid: {
      subject: "{shop} hat dir {amount} ausgezahlt",
      body: "Hallo {name}, {payment}\n\n{covers}\n\n{deducted}\n\n{questions}",
      button: "Auszahlung ansehen",
    },
    unclaimed: {
      subject: "{amount} von {shop} warten bei PayPal auf dich",
      body: "Hallo {name}, {shop} hat dir {amount} über PayPal geschickt, aber für {account} gibt es kein bestätigtes PayPal-Konto.\n\nEröffne ein Konto mit dieser Adresse, oder füge die Adresse deinem Konto hinzu und bestätige sie. Dann zahlt PayPal dir das Geld aus.\n\nWenn du das Geld nicht innerhalb von 30 Tagen annimmst, geht es zurück in dein Guthaben und wird mit der nächsten Auszahlung gezahlt.",
      button: "Auszahlung ansehen",
    },
    returned: {
      subject: "Eine Auszahlung über {amount} kam zurück",
      body: "Hallo {name}, {returned} Das Geld ist wieder in deinem Guthaben.\n\nPrüfe deine Auszahlungsdaten. Das Geld wird mit der nächsten Auszahlung gezahlt.\n\n{questions}",
      button: "Auszahlungsdaten prüfen",
    },
    details_missing: {
      subject: "{shop} möchte dir Geld auszahlen",
      body: "Hallo {name}, du hast bei {shop} {amount} verdient, und das Geld kann ausgezahlt werden. Hinterlege Auszahlungsdaten, um es zu bekommen.\n\nWir erinnern dich nach einer Woche und dann einmal im Monat. Die Erinnerungen kannst du auf derselben Seite ausschalten.",
      button: "Auszahlungsdaten hinterlegen",
    },
    customer_missing: {
      subject: "{shop} findet dein Kundenkonto nicht",
      body: "Hallo {name}, {shop} zahlt dir Shop-Guthaben aus, findet aber kein Kundenkonto für {email} mehr.\n\nErstelle das Konto mit dieser E-Mail-Adresse noch einmal und wähle wieder Shop-Guthaben, oder wähle einen anderen Weg. Dein Guthaben wird mit einer späteren Auszahlung gezahlt.",
      button: "Auszahlungsdaten öffnen",
    },
    statement: {
      subject: "Deine Abrechnung von {shop} für {month} ist fertig",
      body: "Hallo {name}, deine Abrechnung für {month} ist fertig. Du kannst sie jetzt herunterladen.",
      button: "Abrechnungen ansehen",
    },
    minimum_raised: {
      subject: "{shop} erhöht den Mindestbetrag für Auszahlungen",
      body: "Hallo {name}, ab {date} zahlt {shop} Guthaben ab {amount} aus. Kleinere Guthaben werden in die nächste Auszahlung übernommen.",
      button: "Verdienst ansehen",
    },
    terms_lower: {
      subject: "Deine Konditionen bei {shop} ändern sich am {date}",
      body: "Hallo {name}, {shop} ändert deine Konditionen in {program} ab {date}. Bis dahin bleibt alles, wie es ist.\n\n{changes}\n\nFür jede Bestellung gelten die Konditionen des Tages, an dem sie aufgegeben wurde.",
      button: "Konditionen ansehen",
    },
    terms_better: {
      subject: "Bessere Konditionen bei {shop}",
      body: "Hallo {name}, {shop} hat deine Konditionen in {program} verbessert. Sie gelten ab sofort für neue Bestellungen.\n\n{changes}\n\nFür jede Bestellung gelten die Konditionen des Tages, an dem sie aufgegeben wurde.",
      button: "Konditionen ansehen",
    },
    terms_new: {
      subject: "Neue Konditionen bei {shop}",
      body: "Hallo {name}, {shop} hat deine Konditionen in {program} geändert. Sie gelten ab sofort für neue Bestellungen.\n\n{changes}\n\n{reason}\n\nFür jede Bestellung gelten die Konditionen des Tages, an dem sie aufgegeben wurde.",
      button: "Konditionen ansehen",
    },
    terms_withdrawn: {
      subject: "Deine Konditionen bei {shop} bleiben, wie sie sind",
      body: "Hallo {name}, {shop} hat die neuen Konditionen in {program} zurückgezogen, die ab {date} gelten sollten. Deine jetzigen Konditionen bleiben.\n\nFür jede Bestellung gelten die Konditionen des Tages, an dem sie aufgegeben wurde.",
      button: "Konditionen ansehen",
    },
    program_end: {
      subject: "{program} bei {shop} endet am {date}",
      body: "Hallo {name}, ab {date} bekommst du für Bestellungen in {program} bei {shop} keine Provision mehr. Für frühere Bestellungen bekommst du sie weiterhin.\n\n{reason}\n\nDeine bisherigen Provisionen behältst du.",
      button: "Konditionen ansehen",
    },
  },
};
