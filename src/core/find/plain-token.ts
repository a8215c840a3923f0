/** Whether a token may name the same thing on other pages, where no sibling tells: one with a number or a state may not. */
export const isPlainToken = (token: string): boolean => !/\d|odd|even|first|last|active|current|selected/i.test(token);
