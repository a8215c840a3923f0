/** A server that is started again takes the place of the one before it: the same ports, and no second welcome. */
export interface Succession {
  readonly before: Place | null; // of the one before; null for the first
  /** For the one after this. */
  tell(place: Place): void;
}

export interface Place {
  readonly port: number;
  readonly demoPort: number;
}
