import type { Page } from '@playwright/test'

/** React's record of one place on the screen; only the properties read here. */
type Fiber = {
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
  readonly memoizedProps: { readonly question?: { readonly key?: string } } | null
}
const DRAWN = 'causewayDrawn'

/**
 * Records every render by React from the next page load on, in the way that React's developer tools do. The product's
 * normal build supports this, so the test needs no other build and slows nothing down.
 */
export async function watchDrawings(page: Page): Promise<void> {
  await page.addInitScript(watch, DRAWN)
}

/** The keys of the questions rendered since the last call, and the number of all components rendered. */
export const drawnSince = (page: Page): Promise<{ readonly keys: readonly string[]; readonly parts: number }> =>
  page.evaluate((name) => {
    const parts: (string | undefined)[] = Reflect.get(window, name).splice(0)
    return { keys: [...new Set(parts)].filter((key) => key !== undefined), parts: parts.length }
  }, DRAWN)

function watch(name: string): void {
  const PERFORMED_WORK = 1 // React's flag on a rendered component, kept for the developer tools
  const drawn: (string | undefined)[] = []
  /** `before` is null for a new component. */
  const compare = (now: Fiber, before: Fiber | null) => {
    if ((now.flags & PERFORMED_WORK) === PERFORMED_WORK) drawn.push(now.memoizedProps?.question?.key)
    if (now.child === before?.child) return
    for (let each = now.child; each !== null; each = each.sibling) compare(each, each.alternate)
  }
  Reflect.set(window, name, drawn)
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
      compare(current, current.alternate)
    },
    onCommitFiberUnmount: () => {},
  })
}
