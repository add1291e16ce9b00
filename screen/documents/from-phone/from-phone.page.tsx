import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { isGiven } from '../../../engine/index.ts'
import { documentFromPhone } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
import { QuestionField, useApplication } from '../../fields/index.ts'
import { Button, Frame, LoadingPage } from '../../parts/index.ts'
import styles from './from-phone.module.css'

/** Whether the link that opened this page can be used. */
type State = 'asking' | 'open' | { readonly message: string; readonly isOver: boolean }

/**
 * The page that a QR code opens on another phone: it takes one document and shows nothing of the application
 * (docs/decisions/0014).
 */
export function FromPhone({ token }: { token: string }) {
  const [state, setState] = useState<State>('asking')
  const isSent = useApplication(({ answer }) => isGiven(answer[documentFromPhone.key]))
  const open = useCallback(() => {
    setState('asking')
    call('openPhoneLink', { phone_token: token }).then(
      () => setState('open'),
      (error: unknown) => setState(stateAfter(error)),
    )
  }, [token])
  useEffect(open, [open])
  if (state === 'asking') return <LoadingPage />
  if (isSent)
    return (
      <Sheet title="Your document has arrived" isNews>
        <p>It’s attached to the question where you scanned the code. Go on there. You can close this page.</p>
      </Sheet>
    )
  if (state !== 'open')
    return (
      <Sheet title={state.isOver ? 'Scan a new code' : 'We can’t reach the application'} isNews>
        <p>{state.message}</p>
        {!state.isOver && <Button onClick={open}>Try again</Button>}
      </Sheet>
    )
  return (
    <Sheet title="Send a document">
      <p>
        Take a photo of each page, or choose files from this phone. They become one document of the question where you
        scanned the code.
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

function Sheet({ title, isNews = false, children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
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
