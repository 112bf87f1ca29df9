import { afterEach, expect, it } from "vitest";
import { parseEnv } from "#app/platform/env.server.ts";
import { loader } from "../../../app/routes/public/privacy.tsx";
import { restoreEnv, setEnv } from "../../support/environment.ts";

afterEach(restoreEnv);

const asksForData = "Contact for questions about your data:";
const page = "https://mugworks.example/contact";

it.each([
  [
    "",
    "",
    [
      "The operator of this server hasn't given a name.",
      "No contact is given. Ask the store that uses this app.",
    ],
    null,
  ],
  [
    "Mug Works GmbH",
    "privacy@mugworks.example",
    ["Mug Works GmbH runs this server.", asksForData],
    { text: "privacy@mugworks.example", url: "mailto:privacy@mugworks.example" },
  ],
  ["", page, ["The operator of this server hasn't given a name.", asksForData], { text: page, url: page }],
])("names the operator %j and the contact %j as they are set", (name, contact, text, link) => {
  setEnv({ OPERATOR_NAME: name, OPERATOR_CONTACT: contact });
  expect(loader().sections.at(-1)).toEqual({ heading: "Operator and contact", id: "contact", text, link });
});

it("says which payout details are kept, how, and for how long", () => {
  const told = JSON.stringify(loader().sections);
  for (const truth of [
    "a PayPal address, a bank account with its holder's name, or their customer account at the store",
    "We store these details encrypted",
    "z...@example.com or the last four digits, stays readable",
    "ten years after they end",
    "Payout files and requests to PayPal are kept encrypted with those records",
  ]) {
    expect(told).toContain(truth);
  }
  expect(told).not.toContain("third parties");
});

it.each(["nobody", "javascript:alert(1)", "ftp://mugworks.example"])(
  "refuses the contact %s, which is no email or web address",
  (contact) => {
    expect(parseEnv({ ...process.env, OPERATOR_CONTACT: contact })).toEqual({
      problems: ["OPERATOR_CONTACT must be an email or web address"],
    });
  },
);
