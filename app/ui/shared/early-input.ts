/**
 * Repeats to React what a person typed or chose before it listened. Fields keep it, but their components don't know
 * it, and would overwrite it at their next change.
 */
export function repeatEarlyInput(page: ParentNode): void {
  for (const field of page.querySelectorAll("input, textarea, select")) {
    if (field instanceof HTMLSelectElement) repeatChoice(field);
    else if (field instanceof HTMLTextAreaElement) repeatText(field, HTMLTextAreaElement.prototype);
    else if (field instanceof HTMLInputElement) repeatInput(field);
  }
}

function repeatInput(field: HTMLInputElement): void {
  if (field.type === "checkbox") {
    if (field.checked === field.defaultChecked) return;
    field.checked = field.defaultChecked;
    field.click();
  } else if (textTypes.test(field.type)) {
    repeatText(field, HTMLInputElement.prototype);
  }
}

const textTypes = /^(text|search|email|url|tel|number|password|date)$/;

/**
 * React ignores an input event if it knows the field's value already. It knows values that are set on the field, but
 * not those set by the prototype's setter.
 */
function repeatText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, typed);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Without a default option, the first one is selected. */
function repeatChoice(field: HTMLSelectElement): void {
  const usual = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  if (field.selectedIndex !== Math.max(0, usual)) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
