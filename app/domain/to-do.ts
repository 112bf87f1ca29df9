/** How far what waits for a person is counted: beyond it the exact number helps nobody, and each count costs the same. */
export const toDoCountedTo = { flags: 1000, held: 1000, payable: 10_000 } as const;
