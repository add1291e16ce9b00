import styles from './field-label.module.css'

export type FieldLabelProps = {
  /** The id of the control it labels. Without one it is a legend, for a fieldset. */
  htmlFor?: string
  optional: boolean
  children: string
}

/**
 * The text of the question. It marks optional questions, not required ones, because most are required. The mark keeps
 * to the last word, or to what follows its slash, so that it is never alone on a line.
 */
export function FieldLabel({ htmlFor, optional, children }: FieldLabelProps) {
  const lastWord = children.slice(Math.max(children.lastIndexOf(' '), children.lastIndexOf('/')) + 1)
  const words = optional ? (
    <>
      <span>{children.slice(0, -lastWord.length)}</span>
      <span className={styles.together}>
        <span>{lastWord}</span>
        <span className={styles.optional}> (optional)</span>
      </span>
    </>
  ) : (
    children
  )
  if (htmlFor === undefined) return <legend className={styles.label}>{words}</legend>
  return (
    <label className={styles.label} htmlFor={htmlFor}>
      {words}
    </label>
  )
}
