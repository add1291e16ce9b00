import { useRef, useState } from 'react'
import type { Reply } from '../../../api/index.ts'
import { answerInWords, placesOf, questionLabel, say } from '../../../engine/index.ts'
import { deleteAccountForm } from '../../../form/index.ts'
import { momentInWords } from '../../client/index.ts'
import { Button, Dialog, LinkButton, Notice, sentence, useToast, VisuallyHidden } from '../../parts/index.ts'
import styles from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { useCardAction } from './use-card-action.tsx'
import { type AccountHelp, Replied, useReply } from './use-reply.tsx'
import { WhoReads } from './who-reads.tsx'

type YourDataProps = { help: AccountHelp; isSubmitted: boolean; onDeleted: () => void; onClose: () => void }

/** What is held of the logged-in person: a copy of it, and the way to delete it. */
export function YourData({ help, isSubmitted, onDeleted, onClose }: YourDataProps) {
  const showToast = useToast()
  const [busy, download] = useCardAction(say('Download Error'), async () => save(await help.call('heldData')))
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      header={say('Your data')}
      description={say('Everything you gave us, and what we keep about it.')}
    >
      <div className={styles.parts}>
        <p>
          {say(
            "The file has your answers and every earlier version of them, your documents' names, and the emails we sent. It also says who read your application and which systems got it.",
          )}
        </p>
        <Button variant="outline" busy={busy} onClick={download}>
          {say('Download my data')}
        </Button>
        <h3>{say('Who can read this?')}</h3>
        {isAsked ? (
          <WhoReads help={help} />
        ) : (
          <Button variant="outline" onClick={() => setAsked(true)}>
            {say('Show who can read this')}
          </Button>
        )}
        {isSubmitted ? (
          <p>{say('Your application was submitted, so only we can delete it. To ask for that, write or call us.')}</p>
        ) : (
          <>
            <h3>{say('Delete your application and account')}</h3>
            <Notice kind="stop">
              <p>{say('Your answers and documents will be gone from every device, and nobody can bring them back.')}</p>
            </Notice>
            <AccountForm
              form={deleteAccountForm}
              errorTitle={say('Delete Error')}
              submit={{ words: say('Delete everything'), variant: 'danger' }}
              onSubmit={async (read) => {
                const { message } = await help.call('deleteAccount', { current_password: read('current_password') })
                onDeleted()
                showToast({ severity: 'success', text: message })
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Saves data as a file of this device. */
function save(data: unknown): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  link.download = 'application-data.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

type YourDevicesProps = { help: AccountHelp; onClose: () => void }

/** Where the person is logged in, with a way to log out one device or all others. */
export function YourDevices({ help, onClose }: YourDevicesProps) {
  const asked = useReply(() => help.call('devices'))
  const showToast = useToast()
  const list = useRef<HTMLUListElement>(null)
  const ended = async ({ message }: { readonly message: string }) => {
    await asked.again()
    list.current?.focus() // the button that was pressed has gone
    showToast({ severity: 'success', text: message })
  }
  const [busy, endOthers] = useCardAction(say('Log Out Error'), async () => ended(await help.call('endOtherDevices')))
  return (
    <Dialog open onClose={onClose} header={say('Your devices')} description={say('Where you’re logged in now.')}>
      <div className={styles.parts}>
        <Replied to={asked} loading={say('Loading your devices')}>
          {({ devices }) => (
            <>
              <ul ref={list} className={styles.list} tabIndex={-1} aria-label={say('Devices')}>
                {devices.map((device) => (
                  <Device
                    key={device.id}
                    device={device}
                    onEnd={async () => ended(await help.call('endDevice', { device_id: device.id }))}
                  />
                ))}
              </ul>
              {devices.length > 1 && (
                <Button variant="outline" busy={busy} onClick={endOthers}>
                  {say('Log out everywhere else')}
                </Button>
              )}
            </>
          )}
        </Replied>
        <p>{say('Is there a device you don’t know? Log it out, and then change your password.')}</p>
      </div>
    </Dialog>
  )
}

type DeviceProps = { device: Reply<'devices'>['devices'][number]; onEnd: () => Promise<void> }

function Device({ device, onEnd }: DeviceProps) {
  const [, end] = useCardAction(say('Log Out Error'), onEnd)
  const since = momentInWords(device.signed_in_at)
  return (
    <li>
      <p className={styles.name}>
        <span>{device.browser}</span>
        {device.is_this && (
          <span>
            {' '}
            <strong className={styles.mark}>{say('This device')}</strong>
          </span>
        )}
      </p>
      <p className={styles.yourDataNote}>
        {say('Logged in {since}. Last used {lastUsed}.', { since, lastUsed: momentInWords(device.last_seen_at) })}
      </p>
      {!device.is_this && (
        <LinkButton
          onClick={end}
          aria-label={say('Log out {browser}, logged in {since}', { browser: device.browser, since })}
        >
          {say('Log out')}
        </LinkButton>
      )}
    </li>
  )
}

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
      header={say('What changed')}
      description={say(
        'Changes to your saved answers, the newest first. “This device” is this browser since you logged in.',
      )}
    >
      <div className={styles.parts}>
        <Replied to={asked} loading={say('Loading your changes')}>
          {(first) => <Listed first={first} read={read} store={help.store} />}
        </Replied>
      </div>
    </Dialog>
  )
}

type Store = AccountHelp['store']
type ListedProps = { first: Changes; read: (more: object) => Promise<Changes>; store: Store }

function Listed({ first, read, store }: ListedProps) {
  const [{ changes, next }, setListed] = useState(first)
  const [busy, readOn] = useCardAction(say('What Changed Error'), async () => {
    const more = await read({ before: next ?? undefined })
    setListed({ changes: [...changes, ...more.changes], next: more.next })
  })
  if (changes.length === 0) return <p>{say('Nothing is saved yet.')}</p>
  return (
    <>
      <ol className={styles.list} aria-label={say('Changes')}>
        {changes.map((change) => (
          <Change key={`${change.at} ${change.key} ${change.values?.after}`} change={change} store={store} />
        ))}
      </ol>
      {next !== null && (
        <Button variant="outline" busy={busy} onClick={readOn}>
          {say('Show earlier changes')}
        </Button>
      )}
    </>
  )
}

function Change({
  change: { at, key, device, browser, values },
  store: { form, current },
}: {
  change: Changes['changes'][number]
  store: Store
}) {
  const place = placesOf(form).get(key)
  return (
    <li>
      <p className={styles.name}>{questionLabel(form, key, current().answer)}</p>
      <p className={styles.yourDataNote}>
        {[place?.under, momentInWords(at), deviceInWords(device, browser)].filter(Boolean).join(' · ')}
      </p>
      {values ? (
        <p className={styles.values}>
          {sentence('{before} <seen>→</seen> <heard>changed to</heard> {after}', {
            before: (
              <span className={styles.old} translate="no">
                {excerpt(answerInWords(form, key, values.before))}
              </span>
            ),
            seen: (arrow) => <span aria-hidden="true">{arrow}</span>,
            heard: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
            after: <span translate="no">{excerpt(answerInWords(form, key, values.after))}</span>,
          })}
        </p>
      ) : (
        <p className={styles.values}>{say('Changed. We don’t show this answer here.')}</p>
      )}
    </li>
  )
}

/** An essay by its beginning. */
const excerpt = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)
const LONGEST = 160 // characters

function deviceInWords(device: Changes['changes'][number]['device'], browser: string | undefined): string {
  switch (device) {
    case 'this':
      return say('this device')
    case 'another':
      return browser ? say('another device ({browser})', { browser }) : say('another device')
    case 'server':
      return say('our server')
    case 'unknown':
      return ''
  }
}
