import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { CallName } from '../../../api/browser.ts'
import type { Body } from '../../../api/index.ts'
import { type DocumentAnswer, isGiven, say } from '../../../engine/index.ts'
import { documentFromPhone } from '../../../form/index.ts'
import { type Call, CallError, type Calls, call, callOnce, pageData } from '../../client/index.ts'
import { QuestionField, useApplication, useDocumentActions } from '../../fields/index.ts'
import { Button, Frame, LoadingPage, marked, SaidAgain } from '../../parts/index.ts'
import styles from './from-phone.module.css'

/** Whether the link that opened this page can be used. */
type State = 'asking' | 'open' | { readonly message: string; readonly isOver: boolean }

/**
 * The page that a QR code opens on another phone: it takes one document and shows nothing of the application
 * (docs/decisions/0014).
 */
export function FromPhone({ token }: { token: string }) {
  const [state, setState] = useState<State>('asking')
  const { uploadOf } = useDocumentActions()
  const isSent = useApplication(({ answer }) => isGiven(answer[documentFromPhone.key]))
  const open = useCallback(() => {
    setState('asking')
    call('openPhoneLink', { phone_token: token }).then(
      () => setState('open'),
      (error: unknown) => setState(stateAfter(error)),
    )
  }, [token])
  useEffect(open, [open])
  const note = uploadOf(documentFromPhone.key)?.note
  if (state === 'asking') return <LoadingPage />
  if (isSent)
    return (
      <Sheet title={say('Your document has arrived')} isNews>
        <p>{say('It’s attached to the question where you scanned the code. Go on there. You can close this page.')}</p>
        {note && <p>{marked(note)}</p>}
      </Sheet>
    )
  if (state !== 'open')
    return (
      <Sheet title={state.isOver ? say('Scan a new code') : say('We can’t reach the application')} isNews>
        <p>
          <SaidAgain>{state.message}</SaidAgain>
        </p>
        {!state.isOver && <Button onClick={open}>{say('Try again')}</Button>}
      </Sheet>
    )
  return (
    <Sheet title={say('Send a document')}>
      <p>
        {say(
          'Take a photo of each page, or choose files from this phone. They become one document of the question where you scanned the code.',
        )}
      </p>
      <QuestionField question={documentFromPhone} />
    </Sheet>
  )
}

function stateAfter(error: unknown): State {
  if (!(error instanceof CallError)) throw error
  return { message: error.message, isOver: error.code === 'ended_phone_link' }
}

type SheetProps = { title: string; isNews?: boolean; children: ReactNode }

/** A page of its own, with one subject, which is its title. A heading that is news gets the focus. */
export function Sheet({ title, isNews = false, children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  useEffect(() => {
    document.title = [title, pageData().institution.document_title].join(' | ')
  }, [title])
  return (
    <main id="main">
      <Frame className={styles.sheet}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </Frame>
    </main>
  )
}

/** The calls for documents, made with the token of a link instead of a session. */
export function callsFromPhone(phone_token: string, answerKey: string): Calls {
  let file: DocumentAnswer | undefined
  let isDone = false

  const by = (send: Call) => {
    const make = async (name: CallName, payload: unknown): Promise<unknown> => {
      switch (name) {
        case 'presignUpload':
          return send('presignFromPhone', { phone_token })
        case 'startConversion': {
          const { file_key, file_name } = payload as Body<'startConversion'>
          file = { file_name, file_size: 0 }
          return send('startFromPhone', { phone_token, file_key, file_name })
        }
        case 'conversion': {
          const progress = await send('conversionFromPhone', { phone_token })
          isDone = progress.status === 'COMPLETED'
          return progress
        }
        // The server tells the phone of no documents. It knows itself which one it has sent.
        case 'documentAnswer':
          return isDone && file ? { [answerKey]: file } : {}
        case 'deleteConversion':
        case 'deleteDocument':
          return send('deleteFromPhone', { phone_token })
        default:
          throw new Error(`A phone cannot make the call ${name}.`)
      }
    }
    return make as Call // each reply above has the schema of the call it stands in for
  }
  return { call: by(call), callOnce: by(callOnce) }
}

const ITEM = 'causeway.phone'

/**
 * The token of the link that opened this page, which is removed from the address at once, so that no screenshot or
 * history has it. It is kept for this tab, so that the page can be reloaded. Empty if there is none.
 */
export function takePhoneToken(): string {
  const { hash, pathname } = window.location
  const given = hash.slice(1)
  try {
    if (given !== '') window.sessionStorage.setItem(ITEM, given)
    else return window.sessionStorage.getItem(ITEM) ?? ''
  } catch {
    // The browser refuses its storage: the page works until it is reloaded.
  }
  window.history.replaceState(window.history.state, '', pathname)
  return given
}
