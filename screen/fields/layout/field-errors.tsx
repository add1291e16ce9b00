import { Icon } from '../../parts/index.ts'
import styles from './field-errors.module.css'

/** The messages of a field, between its label and its control. */
export function FieldErrors({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div id={id}>
      {messages.map((message) => (
        <p key={message} className={styles.error}>
          <Icon name="alert" />
          <span>{message}</span>
        </p>
      ))}
    </div>
  )
}
