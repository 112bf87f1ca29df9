import { atEasybank } from "./at-easybank.ts";
import { atErste } from "./at-erste.ts";
import { atRaiffeisen } from "./at-raiffeisen.ts";
import { beBnpFortis } from "./be-bnp-fortis.ts";
import { beKbc } from "./be-kbc.ts";
import { chPostfinance } from "./ch-postfinance.ts";
import { chUbs } from "./ch-ubs.ts";
import { chZkb } from "./ch-zkb.ts";
import { deCommerzbank } from "./de-commerzbank.ts";
import { deDeutscheBankEnglish } from "./de-deutsche-bank-english.ts";
import { deDkb } from "./de-dkb.ts";
import { deIng } from "./de-ing.ts";
import { deN26 } from "./de-n26.ts";
import { deN26Old } from "./de-n26-old.ts";
import { dePostbank } from "./de-postbank.ts";
import { deSparkasse } from "./de-sparkasse.ts";
import { deTargobank } from "./de-targobank.ts";
import { deVolksbank } from "./de-volksbank.ts";
import { deVolksbankOld } from "./de-volksbank-old.ts";
import { esAbanca } from "./es-abanca.ts";
import { esBankinter } from "./es-bankinter.ts";
import { esBbva } from "./es-bbva.ts";
import { esCaixabank } from "./es-caixabank.ts";
import { esSabadell } from "./es-sabadell.ts";
import { esSantander } from "./es-santander.ts";
import { frBanquePostale } from "./fr-banque-postale.ts";
import { frBoursobank } from "./fr-boursobank.ts";
import { frCreditAgricole } from "./fr-credit-agricole.ts";
import { frCreditMutuel } from "./fr-credit-mutuel.ts";
import { frCreditMutuelAmount } from "./fr-credit-mutuel-amount.ts";
import { gbLloyds } from "./gb-lloyds.ts";
import { gbNationwide } from "./gb-nationwide.ts";
import { gbStarling } from "./gb-starling.ts";
import { ieAib } from "./ie-aib.ts";
import { ieBoi } from "./ie-boi.ts";
import { itBancoposta } from "./it-bancoposta.ts";
import { itFineco } from "./it-fineco.ts";
import { itUnicredit } from "./it-unicredit.ts";
import { lvSwedbank } from "./lv-swedbank.ts";
import { nlAbnAmro } from "./nl-abn-amro.ts";
import { nlBunq } from "./nl-bunq.ts";
import { nlIng } from "./nl-ing.ts";
import { nlKnab } from "./nl-knab.ts";
import { nlRabobank } from "./nl-rabobank.ts";
import { paypalDutch } from "./paypal-dutch.ts";
import { paypalEnglish } from "./paypal-english.ts";
import { paypalFrench } from "./paypal-french.ts";
import { paypalGerman } from "./paypal-german.ts";
import { paypalItalian } from "./paypal-italian.ts";
import { paypalPayouts } from "./paypal-payouts.ts";
import { paypalSpanish } from "./paypal-spanish.ts";
import { plIng } from "./pl-ing.ts";
import { plMbank } from "./pl-mbank.ts";
import { plPko } from "./pl-pko.ts";
import { ptBcp } from "./pt-bcp.ts";
import { ptBpi } from "./pt-bpi.ts";
import { ptCgd } from "./pt-cgd.ts";
import { revolutBusiness } from "./revolut-business.ts";
import { revolut } from "./revolut.ts";
import { usBankOfAmerica } from "./us-bank-of-america.ts";
import { usChase } from "./us-chase.ts";
import { usMercury } from "./us-mercury.ts";
import { usWellsFargo } from "./us-wells-fargo.ts";
import { wiseStatement } from "./wise-statement.ts";
import { wiseTransactions } from "./wise-transactions.ts";
import type { StatementLayout } from "./layout.ts";

export const allLayouts: readonly StatementLayout[] = [
  atEasybank,
  atErste,
  atRaiffeisen,
  beBnpFortis,
  beKbc,
  chPostfinance,
  chUbs,
  chZkb,
  deCommerzbank,
  deDeutscheBankEnglish,
  deDkb,
  deIng,
  deN26,
  deN26Old,
  dePostbank,
  deSparkasse,
  deTargobank,
  deVolksbank,
  deVolksbankOld,
  esAbanca,
  esBankinter,
  esBbva,
  esCaixabank,
  esSabadell,
  esSantander,
  frBanquePostale,
  frBoursobank,
  frCreditAgricole,
  frCreditMutuel,
  frCreditMutuelAmount,
  gbLloyds,
  gbNationwide,
  gbStarling,
  ieAib,
  ieBoi,
  itBancoposta,
  itFineco,
  itUnicredit,
  lvSwedbank,
  nlAbnAmro,
  nlBunq,
  nlIng,
  nlKnab,
  nlRabobank,
  paypalDutch,
  paypalEnglish,
  paypalFrench,
  paypalGerman,
  paypalItalian,
  paypalPayouts,
  paypalSpanish,
  plIng,
  plMbank,
  plPko,
  ptBcp,
  ptBpi,
  ptCgd,
  revolutBusiness,
  revolut,
  usBankOfAmerica,
  usChase,
  usMercury,
  usWellsFargo,
  wiseStatement,
  wiseTransactions,
];
