import { say, toSay } from '../../engine/index.ts'
import { Button } from './button.tsx'
import { useElapsed, useObserved } from './hooks.ts'
import { Loading, UNNOTICED } from './loading.tsx'
import styles from './messages.module.css'
import { Status } from './text.tsx'
import { type Wait, waiting } from './waits.ts'

/**
 * A spinner over the whole viewport, in the browser's top layer (requirement 2.routes.32). It appears only after 300
 * ms, and disappears when WaitLine reports a longer wait.
 */
export function LoadingPage({ label = say('Loading…') }: { label?: string }) {
  const late = useElapsed(UNNOTICED)
  const { wait, stuck } = useWaiting()
  return (
    <Status>
      {late && !wait && !stuck && (
        <div className={styles.loadingPage} popover="manual" ref={showInTopLayer}>
          <Loading size="m" />
          <p>{label}</p>
        </div>
      )}
    </Status>
  )
}

/** Browsers without a popover top layer ignore the attribute; there the style sheet alone covers the viewport. */
function showInTopLayer(element: HTMLElement | null): void {
  element?.showPopover?.()
}

const words: Readonly<Record<Wait, string>> = {
  part: toSay('Still loading. Trying again…'),
  server: toSay('We’re very busy right now. Trying again…'),
}

/**
 * Shows at the bottom of the screen what is taking longer than usual and what the person can do about it. Render it
 * once per page.
 */
export function WaitLine() {
  const { wait, stuck } = useWaiting()
  return (
    <Status className={styles.waitPlace}>
      {wait ? (
        <p className={styles.waitLine}>
          <Loading size="s" />
          <span>{say(words[wait])}</span>
        </p>
      ) : (
        stuck && (
          <div className={styles.waitLine}>
            {stuck.kind === 'reload' ? (
              <>
                <p>{say('Part of this page needs to reload. Your answers are safe.')}</p>
                <Button size="small" onClick={() => window.location.reload()}>
                  {say('Reload the page')}
                </Button>
              </>
            ) : (
              <>
                <p>{say('Part of this page didn’t load. Please check your connection.')}</p>
                <Button size="small" onClick={stuck.retry}>
                  {say('Try again')}
                </Button>
              </>
            )}
          </div>
        )
      )}
    </Status>
  )
}

const useWaiting = () => useObserved(waiting.subscribe, waiting.get)
