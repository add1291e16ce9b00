import { createContext, useContext, useState } from 'react'
import type { Note } from '../../../engine/index.ts'
import { Notice } from '../../parts/index.ts'
import styles from './note-view.module.css'

/** Whether the page is open, so that a note that appears now appears because of an answer. */
export const OpenedContext = createContext<{ readonly current: boolean }>({ current: false })

/** Text between questions. A STOP note is read aloud when an answer makes it appear, and not when the page opens. */
export function NoteView({ note }: { note: Note }) {
  const { tone, title, text, link } = note
  const opened = useContext(OpenedContext)
  const [isNew] = useState(() => opened.current)
  const isQuiet = tone === 'plain' && title === undefined
  const drawn = (
    <p className={isQuiet ? styles.quiet : undefined}>
      <span>{text}</span>
      {link && (
        <span>
          {' '}
          <a href={link.href}>{link.text}</a>
        </span>
      )}
    </p>
  )
  if (isQuiet) return drawn
  return (
    <Notice kind={tone} title={title} role={tone === 'stop' && isNew ? 'alert' : undefined}>
      {drawn}
    </Notice>
  )
}
