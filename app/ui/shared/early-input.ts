/**
 * Finds what a person typed or chose before React listened. The fields keep it, but their components don't know it, and
 * overwrite it when they render again. The returned function repeats it to React. Called within an effect, React would
 * restore the former values before conform hears of the new ones.
 */
export function findEarlyInput(page: ParentNode): () => void {
  const repeats = [...page.querySelectorAll("input, textarea, select")].map((field) => {
    if (field instanceof HTMLSelectElement) return findChoice(field);
    if (field instanceof HTMLTextAreaElement) return findText(field, HTMLTextAreaElement.prototype);
    return field instanceof HTMLInputElement ? findInput(field) : null;
  });
  return () => {
    for (const repeat of repeats) repeat?.();
  };
}

type Repeat = () => void;

function findInput(field: HTMLInputElement): Repeat | null {
  if (field.type === "checkbox") return findTick(field);
  return textTypes.test(field.type) ? findText(field, HTMLInputElement.prototype) : null;
}

const textTypes = /^(text|search|email|url|tel|number|password|date)$/;

function findTick(field: HTMLInputElement): Repeat | null {
  const { checked, defaultChecked } = field;
  if (checked === defaultChecked) return null;
  return () => {
    field.checked = defaultChecked;
    field.click();
  };
}

/**
 * React ignores an input event if it knows the field's value already. It knows values that are set on the field, but
 * not those set by the prototype's setter.
 */
function findText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): Repeat | null {
  const { value, defaultValue } = field;
  if (value === defaultValue) return null;
  return () => {
    field.value = defaultValue;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

/** Without a default option, the first one is selected. */
function findChoice(field: HTMLSelectElement): Repeat | null {
  const { selectedIndex } = field;
  const usual = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  if (selectedIndex === Math.max(0, usual)) return null;
  return () => {
    field.selectedIndex = selectedIndex;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };
}
