import { Loading } from './loading.tsx'
import styles from './loading-page.module.css'
import { useElapsed } from './use-elapsed.ts'
import { useWaiting } from './waiting/wait-line.tsx'

/** Milliseconds a person does not notice as waiting. A spinner that flashes makes a fast page feel slow. */
const unnoticed = 300

/**
 * A spinner over the whole viewport, in the browser's top layer (requirement 2.routes.32). It appears only after 300
 * ms, and disappears when WaitLine reports a longer wait.
 */
export function LoadingPage({ label = 'Loading…' }: { label?: string }) {
  const late = useElapsed(unnoticed)
  const { wait, stuck } = useWaiting()
  return (
    <div aria-live="polite" aria-atomic="true">
      {late && !wait && !stuck && (
        <div className={styles.page} popover="manual" ref={showInTopLayer}>
          <Loading size="m" />
          <p>{label}</p>
        </div>
      )}
    </div>
  )
}

/** Browsers without a popover top layer ignore the attribute; there the style sheet alone covers the viewport. */
function showInTopLayer(element: HTMLElement | null): void {
  element?.showPopover?.()
}
