import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../parts/index.ts'
import styles from './block-fieldset.module.css'
import { FieldHelp } from './field-help.tsx'
import { idsOf } from './ids-of.ts'

export type BlockFieldsetProps = {
  /** The prefix for the ids inside it. */
  name: string
  legend: string
  /**
   * 'heading' sets the block apart, 'question' reads as the label of what it repeats, and 'hidden' leaves the words to
   * the first label, which says the same.
   */
  legendLook?: 'heading' | 'question' | 'hidden'
  /** What the legend also says to a screen reader. */
  spoken?: string | undefined
  help?: string | undefined
  children: ReactNode
}

/** Related questions, such as those of an address, under one legend. */
export function BlockFieldset({ name, legend, legendLook = 'heading', spoken, help, children }: BlockFieldsetProps) {
  return (
    <fieldset aria-describedby={idsOf(help && `${name}-help`)}>
      {legendLook === 'hidden' ? (
        <legend>
          <VisuallyHidden>{legend}</VisuallyHidden>
        </legend>
      ) : (
        <legend className={styles[legendLook]}>
          <span>{legend}</span>
          {spoken && <VisuallyHidden>{` ${spoken}`}</VisuallyHidden>}
        </legend>
      )}
      {help && <FieldHelp id={`${name}-help`}>{help}</FieldHelp>}
      <div className={styles.body}>{children}</div>
    </fieldset>
  )
}
