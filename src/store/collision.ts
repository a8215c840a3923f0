/** Two writers met: both thought a record new, or each waited for the other. One was let through, and the other tries again. */
const TRIES = 5;
const COLLISIONS = new Set(["23505", "40P01"]); // unique violation, deadlock

/** For a single statement that is nothing if it fails; it is told whether it has failed before. */
export async function throughCollisions<Result>(attempt: (isFirst: boolean) => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(tried === 1);
    } catch (error) {
      if (tried === TRIES || !isCollision(error)) throw error;
    }
  }
}

const isCollision = (error: unknown): boolean => error instanceof Error && "code" in error && COLLISIONS.has(String(error.code));
