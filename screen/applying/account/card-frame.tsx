import type { ReactNode } from 'react'
import { Icon } from '../../parts/index.ts'
import styles from './account.module.css'

type CardFrameProps = {
  title: ReactNode
  /** One sentence below the title. */
  lead?: ReactNode
  /** The card itself. */
  children: ReactNode
}

/**
 * The page of one account card. From 900px wide, the heading is on the left and the card beside it; below that, they
 * stack in one centered column.
 */
export function CardFrame({ title, lead, children }: CardFrameProps) {
  return (
    <div className={styles.page}>
      <div className={styles.intro}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {/* No region of its own: its name would be the heading again. */}
      <div className={styles.card}>{children}</div>
      <ul className={styles.promises}>
        {promises.map(([icon, words]) => (
          <li key={words}>
            <Icon name={icon} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const promises = [
  ['check', 'We save your answers as you type.'],
  ['devices', 'Come back anytime, on any device.'],
  ['lock', 'We encrypt your Social Security number.'],
] as const
