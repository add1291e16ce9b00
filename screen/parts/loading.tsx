import styles from './button.module.css'
import { useElapsed } from './hooks.ts'
import { classNames, LiveRegion } from './text.tsx'

type LoadingProps = {
  type?: 'spinner' | 'circles'
  /**
   * Circles of 0.4, 0.8 or 2rem (requirement 3.state.24); a spinner as tall as the text, half a control or a whole one.
   */
  size?: 'xs' | 's' | 'm'
  /** Read aloud. Leave it out when the text beside it already says what is loading. */
  label?: string
}

/** Shows that something is loading. */
export function Loading({ type = 'spinner', size = 's', label }: LoadingProps) {
  const drawing = (
    <span className={classNames(styles[type], styles[size])} aria-hidden="true">
      {type === 'circles' && (
        <>
          <i />
          <i />
          <i />
        </>
      )}
    </span>
  )
  if (label === undefined) return drawing
  return (
    <span>
      {drawing}
      <Waiting label={label} />
    </span>
  )
}

/** Milliseconds a person does not notice as waiting. A spinner that flashes makes a fast page feel slow. */
export const UNNOTICED = 300

function Waiting({ label }: { label: string }) {
  const isNoticed = useElapsed(UNNOTICED)
  return <LiveRegion>{isNoticed && label}</LiveRegion>
}
