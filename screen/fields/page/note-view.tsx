import type { Note } from '../../../engine/index.ts'
import { Notice } from '../../parts/index.ts'
import styles from './note-view.module.css'

/** Text between questions. A STOP note appears because of an answer and is read aloud at once. */
export function NoteView({ note }: { note: Note }) {
  const { tone, title, text, link } = note
  const isQuiet = tone === 'plain' && title === undefined
  const words = (
    <p className={isQuiet ? styles.quiet : undefined}>
      {text}
      {link && (
        <>
          {' '}
          <a href={link.href}>{link.text}</a>
        </>
      )}
    </p>
  )
  if (isQuiet) return words
  return (
    <Notice kind={tone} title={title} role={tone === 'stop' ? 'alert' : undefined}>
      {words}
    </Notice>
  )
}
