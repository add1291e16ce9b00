import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../parts/index.ts'
import { FieldHelp } from '../field-help.tsx'
import { idsOf } from '../ids-of.ts'
import styles from './block-fieldset.module.css'

export type BlockFieldsetProps = {
  /** What the ids in it begin with. */
  name: string
  legend: string
  /** The legend is only heard, where the first label says the same. */
  heard?: boolean
  help?: string | undefined
  children: ReactNode
}

/** Questions that make one thing together, such as an address, under one legend. */
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
