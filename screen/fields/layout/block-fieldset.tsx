import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../parts/index.ts'
import styles from './block-fieldset.module.css'
import { FieldHelp } from './field-help.tsx'
import { idsOf } from './ids-of.ts'

export type BlockFieldsetProps = {
  /** The prefix for the ids inside it. */
  name: string
  legend: string
  /** Hides the legend visually, because the first label says the same. */
  heard?: boolean
  help?: string | undefined
  children: ReactNode
}

/** Related questions, such as those of an address, under one legend. */
export function BlockFieldset({ name, legend, heard, help, children }: BlockFieldsetProps) {
  return (
    <fieldset aria-describedby={idsOf(help && `${name}-help`)}>
      {heard ? (
        <legend>
          <VisuallyHidden>{legend}</VisuallyHidden>
        </legend>
      ) : (
        <legend className={styles.legend}>{legend}</legend>
      )}
      {help && <FieldHelp id={`${name}-help`}>{help}</FieldHelp>}
      <div className={styles.body}>{children}</div>
    </fieldset>
  )
}
