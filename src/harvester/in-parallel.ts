/** Several at a time; after the first failure no further one begins, and all that began have ended before it is thrown. */
export async function inParallel<Item>(
  lanes: number,
  waiting: AsyncGenerator<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failure: { error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    while (!failure) {
      const next = await waiting.next();
      if (next.done || failure) return;
      await work(next.value);
    }
  };
  const guarded = (): Promise<void> =>
    lane().catch((error: unknown) => {
      failure ??= { error };
    });
  await Promise.all(Array.from({ length: lanes }, guarded));
  if (failure) throw failure.error;
}
