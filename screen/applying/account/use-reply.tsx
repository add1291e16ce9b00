import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Application, Form } from '../../../engine/index.ts'
import { say } from '../../../engine/index.ts'
import { type Call, CallError, useSessionError } from '../../client/index.ts'
import { LinkButton, Loading, Notice } from '../../parts/index.ts'

type RepliedProps<Reply> = {
  to: ReturnType<typeof useReply<Reply>>
  /** Read aloud until the reply is there. */
  loading: string
  children: (reply: Reply) => ReactNode
}

/** What a dialog shows of a reply: that it is on its way, the reply, and why it could not be had, with a way to try again. */
export function Replied<Reply>({ to: { reply, failure, again }, loading, children }: RepliedProps<Reply>) {
  return (
    <>
      {reply !== undefined && children(reply)}
      {failure !== undefined && (
        <Notice kind="error" role="alert">
          <span>{failure}</span> <LinkButton onClick={() => void again()}>{say('Try again')}</LinkButton>
        </Notice>
      )}
      {reply === undefined && failure === undefined && <Loading type="circles" label={loading} />}
    </>
  )
}

type Asked<Reply> = { readonly reply?: Reply | undefined; readonly failure?: string | undefined }

/**
 * The reply to a call that is made when a dialog opens, and once more with every `again`; until then, or if it fails, the
 * last one. An error that is for all is left to the app.
 */
export function useReply<Reply>(ask: () => Promise<Reply>): Asked<Reply> & { readonly again: () => Promise<void> } {
  const [asked, setAsked] = useState<Asked<Reply>>({})
  const latest = useRef(ask)
  latest.current = ask
  const handleSessionError = useSessionError()
  const again = useCallback(async () => {
    try {
      const reply = await latest.current()
      setAsked({ reply })
    } catch (error) {
      if (handleSessionError(error)) return
      if (!(error instanceof CallError)) throw error
      setAsked(({ reply }) => ({ reply, failure: error.message }))
    }
  }, [handleSessionError])
  useEffect(() => void again(), [again])
  return { ...asked, again }
}

/** What the dialogs of the account menu need of the person in this tab. */
export type AccountHelp = {
  /** Calls that name the account, so that they never act on somebody who has logged in meanwhile. */
  readonly call: Call
  /** The name under which this browser writes answers. */
  readonly device: () => string
  /** The form has the words of questions and answers, which depend on the present answers. */
  readonly store: { readonly form: Form; readonly current: () => Application }
}
