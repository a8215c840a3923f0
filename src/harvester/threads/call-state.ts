/** States of a call in memory that both sides see: whoever changes it from waiting first, the thread that begins or the pool that takes it back, has it. */
export const WAITING = 0;
export const STARTED = 1;
export const TAKEN_BACK = 2;
