import { type Entry, entrySummary } from '../../../engine/index.ts'
import { Icon } from '../../parts/index.ts'
import { useApplication } from '../store/index.ts'
import styles from './entry-line.module.css'

/** A folded entry in one line: its name, place, dates and documents. */
export function EntryLine({ entry }: { entry: Entry }) {
  const said = useApplication((application) => JSON.stringify(entrySummary(entry, application)))
  const { name, facts, documents }: ReturnType<typeof entrySummary> = JSON.parse(said)
  return (
    <div className={styles.line}>
      {name !== '' && (
        <p className={styles.name} translate="no">
          {name}
        </p>
      )}
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact} translate="no">
            {fact}
          </li>
        ))}
        {documents.map(({ label, attached }) => (
          <li key={label} className={attached ? styles.attached : undefined}>
            {attached && <Icon name="check" />}
            <span>{attached ? `${label} attached` : `No ${label.charAt(0).toLowerCase()}${label.slice(1)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
