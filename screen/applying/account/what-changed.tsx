import { useState } from 'react'
import type { Reply } from '../../../api/index.ts'
import { answerInWords, type Form, placesOf } from '../../../engine/index.ts'
import { Button, Dialog, VisuallyHidden } from '../../parts/index.ts'
import styles from './account.module.css'
import type { AccountHelp } from './account-help.ts'
import { Replied } from './replied.tsx'
import { useCardAction } from './use-card-action.ts'
import { useReply } from './use-reply.ts'

type Changes = Reply<'answerChanges'>
type WhatChangedProps = { help: AccountHelp; onClose: () => void }

/** What was changed in the application, newest first: when, which question, from what to what, and where. */
export function WhatChanged({ help, onClose }: WhatChangedProps) {
  const read = (more: object = {}) => help.call('answerChanges', { device: help.device(), ...more })
  const asked = useReply(read)
  return (
    <Dialog
      open
      onClose={onClose}
      header="What Changed"
      description="Changes to your saved answers, the newest first. “This device” is this browser since you logged in."
    >
      <div className={styles.parts}>
        <Replied to={asked} loading="Loading your changes">
          {(first) => <Listed first={first} read={read} form={help.store.form} />}
        </Replied>
      </div>
    </Dialog>
  )
}

type ListedProps = { first: Changes; read: (more: object) => Promise<Changes>; form: Form }

function Listed({ first, read, form }: ListedProps) {
  const [{ changes, next }, setListed] = useState(first)
  const [busy, readOn] = useCardAction('What Changed Error', async () => {
    const more = await read({ before: next ?? undefined })
    setListed({ changes: [...changes, ...more.changes], next: more.next })
  })
  if (changes.length === 0) return <p>Nothing is saved yet.</p>
  return (
    <>
      <ol className={styles.list} aria-label="Changes">
        {changes.map((change) => (
          <Change key={`${change.at} ${change.key} ${change.values?.after}`} change={change} form={form} />
        ))}
      </ol>
      {next !== null && (
        <Button variant="outline" busy={busy} onClick={readOn}>
          Show Earlier Changes
        </Button>
      )}
    </>
  )
}

function Change({ change: { at, key, device, values }, form }: { change: Changes['changes'][number]; form: Form }) {
  const place = placesOf(form).get(key)
  return (
    <li>
      <p className={styles.name}>{place?.label ?? key}</p>
      <p className={styles.yourDataNote}>
        {[place?.under, moment.format(new Date(at)), devices[device]].filter(Boolean).join(' · ')}
      </p>
      {values ? (
        <p className={styles.values}>
          <span className={styles.old} translate="no">
            {excerpt(answerInWords(form, key, values.before))}
          </span>
          <span aria-hidden="true"> → </span>
          <VisuallyHidden> changed to </VisuallyHidden>
          <span translate="no">{excerpt(answerInWords(form, key, values.after))}</span>
        </p>
      ) : (
        <p className={styles.values}>Changed. We don’t show this answer here.</p>
      )}
    </li>
  )
}

/** An essay by its beginning. */
const excerpt = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)
const LONGEST = 160 // characters

const devices = { this: 'this device', another: 'another device', server: 'our server', unknown: '' } as const

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
