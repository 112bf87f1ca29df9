import type { LanguageWords } from "./language-words.ts";

export const polish: LanguageWords = {
  columns: {
    date: ["data księgowania", "data operacji", "data transakcji", "data"],
    valueDate: ["data waluty"],
    time: ["godzina"],
    amount: ["kwota", "kwota operacji", "kwota transakcji", "kwota transakcji waluta rachunku"],
    moneyOut: ["obciążenia", "obciążenie", "wydatki"],
    moneyIn: ["uznania", "uznanie", "wpływy"],
    pendingAmount: ["kwota blokady", "kwota blokady zwolnienie blokady"],
    fee: ["opłata", "prowizja"],
    currency: ["waluta"],
    reference: ["tytuł", "opis", "opis operacji", "opis transakcji", "szczegóły"],
    name: ["dane kontrahenta", "odbiorca", "nadawca odbiorca", "nazwa"],
    type: ["typ transakcji", "rodzaj", "typ operacji", "kategoria"],
    status: ["status", "stan"],
    balance: ["saldo po operacji", "saldo po transakcji", "saldo"],
    transaction: ["nr transakcji", "numer transakcji"],
  },
  done: ["zakończono", "zaksięgowano", "zrealizowano", "wykonano"],
  pending: ["oczekuje", "blokada", "w trakcie", "oczekująca"],
  notPaid: ["odrzucono", "anulowano", "odrzucona", "anulowana"],
  back: ["zwrot", "zwrócono", "storno", "zwrot środków"],
  fee: ["opłata", "prowizja"],
  description: [
    "przelew wychodzący",
    "przelew przychodzący",
    "przelew",
    "przelew z rachunku",
    "przelew na rachunek",
  ],
  balanceRow: ["saldo początkowe", "saldo końcowe", "suma", "razem"],
};
