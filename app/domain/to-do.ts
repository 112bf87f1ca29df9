/** How far what waits for a person is counted: the exact number beyond it helps nobody, and costs more. */
export const toDoCountedTo = { flags: 1000, commissions: 1000, payable: 10_000 } as const;
