/** As a ref: the element takes the focus when it appears. For screens with one task, and for answers to a person's own act. */
export const focused = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
