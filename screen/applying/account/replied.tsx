import type { ReactNode } from 'react'
import { LinkButton, Loading, Notice } from '../../parts/index.ts'
import type { useReply } from './use-reply.ts'

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
          <span>{failure}</span> <LinkButton onClick={() => void again()}>Try again</LinkButton>
        </Notice>
      )}
      {reply === undefined && failure === undefined && <Loading type="circles" label={loading} />}
    </>
  )
}
