import type { StatementLayout } from "../reading.ts";

export const italianLayouts: readonly StatementLayout[] = [
  {
    name: "BancoPosta",
    columns: {
      "Data Contabile": "date",
      "Data Valuta": "valueDate",
      "Addebiti (euro)": "moneyOut",
      "Accrediti (euro)": "moneyIn",
      "Descrizione operazioni": "reference",
    },
    direction: "columns",
  },
  {
    name: "Fineco",
    columns: {
      "Data Operazione": "date",
      "Data Valuta": "valueDate",
      Entrate: "moneyIn",
      Uscite: "moneyOut",
      Descrizione: "type",
      Descrizione_Completa: "reference",
      Stato: "status",
    },
    direction: "columns",
    currency: "EUR",
  },
  {
    name: "UniCredit",
    columns: {
      "Data Registrazione": "date",
      "Data valuta": "valueDate",
      Descrizione: "reference",
      "Importo (EUR)": "amount",
    },
    direction: "minus_is_out",
  },
];

export const portugueseLayouts: readonly StatementLayout[] = [
  {
    name: "Millennium BCP",
    columns: {
      "Data lançamento": "date",
      "Data valor": "valueDate",
      Descrição: "reference",
      Montante: "amount",
      "Saldo contabilístico": "balance",
    },
    more: { Tipo: "flag" },
    direction: "minus_is_out",
    currency: "EUR",
  },
  {
    name: "BPI",
    columns: {
      "Data Mov.": "date",
      "Data Valor": "valueDate",
      "Descrição do Movimento": "reference",
      Valor: "amount",
      Saldo: "balance",
    },
    direction: "minus_is_out",
  },
  {
    name: "Caixa Geral de Depósitos",
    columns: {
      "Data mov.": "date",
      "Data valor": "valueDate",
      Descrição: "reference",
      Débito: "moneyOut",
      Crédito: "moneyIn",
      "Saldo contabilístico": "balance",
    },
    more: { Categoria: "skip" },
    direction: "columns",
    currency: "EUR",
  },
];

export const spanishLayouts: readonly StatementLayout[] = [
  {
    name: "ABANCA",
    columns: {
      "Fecha ctble": "date",
      "Fecha valor": "valueDate",
      Concepto: "reference",
      Importe: "amount",
      Saldo: "balance",
    },
    more: { "Concepto ampliado": "reference", Referencia: "reference", Moneda: "currency" },
    direction: "minus_is_out",
  },
  {
    name: "Bankinter",
    columns: {
      "Fecha contable": "date",
      "Fecha valor": "valueDate",
      Descripción: "reference",
      Importe: "amount",
      Saldo: "balance",
    },
    direction: "minus_is_out",
  },
  {
    name: "BBVA",
    columns: {
      "F.Valor": "valueDate",
      Fecha: "date",
      Concepto: "reference",
      Movimiento: "type",
      Importe: "amount",
      Divisa: "currency",
      Disponible: "balance",
      Observaciones: "reference",
    },
    direction: "minus_is_out",
  },
  {
    name: "CaixaBank",
    columns: {
      Divisa: "currency",
      "F. Operación": "date",
      "F. Valor": "valueDate",
      "Ingreso (+)": "moneyIn",
      "Gasto (-)": "moneyOut",
      "Concepto común": "skip",
    },
    more: {
      "Número de cuenta": "account",
      "Saldo (+)": "balance",
      "Saldo (-)": "skip",
      "Referencia 1": "reference",
      "Referencia 2": "reference",
      "Concepto complementario 1": "reference",
      "Concepto complementario 2": "reference",
      "Concepto complementario 3": "reference",
    },
    direction: "columns",
  },
  {
    name: "Banco Sabadell",
    columns: {
      "F. Operativa": "date",
      Concepto: "reference",
      "F. Valor": "valueDate",
      Importe: "amount",
      Saldo: "balance",
      "Referencia 1": "reference",
      "Referencia 2": "reference",
    },
    direction: "minus_is_out",
    currency: "EUR",
  },
  {
    name: "Santander",
    columns: {
      "Fecha Operación": "date",
      "Fecha Valor": "valueDate",
      Concepto: "reference",
      Importe: "amount",
      Divisa: "currency",
      Saldo: "balance",
    },
    direction: "minus_is_out",
  },
];
