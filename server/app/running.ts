/** What runs until it is closed. */
export type Running = { readonly close: () => Promise<void> }

/**
 * Starts something that opens one thing after the other. `close` closes them in the reverse order; so does a start that
 * fails on the way, before its fault goes on: nothing half started stays behind.
 */
export async function running<Started extends object>(
  start: (opened: AsyncDisposableStack) => Promise<Started>,
): Promise<Started & Running> {
  await using opening = new AsyncDisposableStack()
  const started = await start(opening)
  const opened = opening.move()
  return { ...started, close: () => opened.disposeAsync() }
}
