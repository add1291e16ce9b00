import { Fragment, type ReactNode } from 'react'
import { Drawing } from '../../parts/index.ts'
import styles from './card-frame.module.css'

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
        <h1 id="card-title" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      <section className={styles.card} aria-labelledby="card-title">
        {children}
      </section>
      <ul className={styles.promises}>
        {promises.map(([drawing, words]) => (
          <li key={words}>
            <Drawing>{drawing}</Drawing>
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

const promises = [
  [<path key="check" d="m4 10.5 4 4 8-9" />, 'We save your answers as you type.'],
  [
    <Fragment key="devices">
      <path d="M10 14.5H2.5v-10h12V7" />
      <path d="M12.5 9.5h5v7.5h-5zM7 17.5h3" />
    </Fragment>,
    'Come back anytime, on any device.',
  ],
  [
    <Fragment key="lock">
      <path d="M4 9h12v8H4z" />
      <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" />
    </Fragment>,
    'We encrypt your Social Security number.',
  ],
] as const
