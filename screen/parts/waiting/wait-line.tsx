import { Button } from '../button.tsx'
import { Loading } from '../loading.tsx'
import { useObserved } from '../use-observed.ts'
import styles from './wait-line.module.css'
import { type Wait, waiting } from './waits.ts'

const words: Readonly<Record<Wait, string>> = {
  part: 'Still loading. Trying again…',
  server: 'We’re very busy right now. Trying again…',
}

/**
 * Shows at the bottom of the screen what is taking longer than usual and what the person can do about it. Render it
 * once per page.
 */
export function WaitLine() {
  const { wait, stuck } = useWaiting()
  return (
    <div className={styles.place} aria-live="polite" aria-atomic="true">
      {wait ? (
        <p className={styles.line}>
          <Loading size="s" />
          <span>{words[wait]}</span>
        </p>
      ) : (
        stuck && (
          <div className={styles.line}>
            {stuck.kind === 'reload' ? (
              <>
                <p>Part of this page needs to reload. Your answers are safe.</p>
                <Button size="small" onClick={() => window.location.reload()}>
                  Reload the page
                </Button>
              </>
            ) : (
              <>
                <p>Part of this page didn’t load. Please check your connection.</p>
                <Button size="small" onClick={stuck.retry}>
                  Try again
                </Button>
              </>
            )}
          </div>
        )
      )}
    </div>
  )
}

export const useWaiting = () => useObserved(waiting.subscribe, waiting.get)
