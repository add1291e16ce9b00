/** Something that runs until it is closed. */
export type Running = { readonly close: () => Promise<void> }

/**
 * Starts something that opens several parts in turn. `close` closes them in reverse order. If the start fails halfway,
 * the opened parts are closed before the error is passed on, so nothing half started is left.
 */
export async function running<Started extends object>(
  start: (opened: AsyncDisposableStack) => Promise<Started>,
): Promise<Started & Running> {
  await using opening = new AsyncDisposableStack()
  const started = await start(opening)
  const opened = opening.move()
  return { ...started, close: () => opened.disposeAsync() }
}
