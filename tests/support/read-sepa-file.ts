import { readFileSync } from "node:fs";
import { XmlDocument, type XmlElement, XsdValidator } from "libxml2-wasm";

const namespaces = { p: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" };
const schema = readFileSync(new URL("../gateways/sepa-subset.xsd", import.meta.url), "utf8");

/** A SEPA file as libxml2 reads it, which shares nothing with its writer. @throws where its structure is another. */
export function readSepaFile(text: string) {
  const document = XmlDocument.fromString(text);
  const structure = XmlDocument.fromString(schema);
  const validator = XsdValidator.fromDoc(structure);
  validator.validate(document);
  const textsOf = (path: string, of = document.root) => of.find(path, namespaces).map((one) => one.content);
  const textOf = (path: string, of?: XmlElement) => textsOf(path, of).join("|");
  const read = {
    messageId: textOf("//p:GrpHdr/p:MsgId"),
    createdAt: textOf("//p:GrpHdr/p:CreDtTm"),
    counts: textsOf("//p:NbOfTxs"),
    sums: textsOf("//p:CtrlSum"),
    executionDay: textOf("//p:ReqdExctnDt/p:Dt"),
    payer: textOf("//p:Dbtr/p:Nm"),
    payerIban: textOf("//p:DbtrAcct//p:IBAN"),
    payerBank: textOf("//p:DbtrAgt/p:FinInstnId"),
    transfers: document.root.find("//p:CdtTrfTxInf", namespaces).map((found) => {
      const transfer = found as XmlElement;
      return {
        id: textOf("p:PmtId/p:EndToEndId", transfer),
        amount: textOf("p:Amt/p:InstdAmt", transfer),
        name: textOf("p:Cdtr/p:Nm", transfer),
        iban: textOf("p:CdtrAcct//p:IBAN", transfer),
        bic: textOf("p:CdtrAgt//p:BICFI", transfer),
        text: textOf("p:RmtInf/p:Ustrd", transfer),
      };
    }),
  };
  validator.dispose();
  structure.dispose();
  document.dispose();
  return read;
}
