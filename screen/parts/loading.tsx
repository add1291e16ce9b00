import { classNames } from './class-names.ts'
import styles from './loading.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type LoadingProps = {
  type?: 'spinner' | 'circles'
  /**
   * Circles of 0.4, 0.8 or 2rem (requirement 3.state.24); a spinner of the text's height, half a control or a whole
   * one.
   */
  size?: 'xs' | 's' | 'm'
  /** Read aloud. Leave it out where words beside it already say what is awaited. */
  label?: string
}

/** Something is under way. */
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
    <span role="status">
      {drawing}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
