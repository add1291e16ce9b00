import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, isForAll } from '../../client/index.ts'

type Asked<Reply> = { readonly reply?: Reply | undefined; readonly failure?: string | undefined }

/**
 * The reply to a call that is made when a dialog opens, and once more with every `again`; until then, or if it fails, the
 * last one. An error that is for all is left to the app.
 */
export function useReply<Reply>(ask: () => Promise<Reply>): Asked<Reply> & { readonly again: () => Promise<void> } {
  const [asked, setAsked] = useState<Asked<Reply>>({})
  const latest = useRef(ask)
  latest.current = ask
  const again = useCallback(async () => {
    try {
      const reply = await latest.current()
      setAsked({ reply })
    } catch (error) {
      if (!(error instanceof CallError) || isForAll(error)) throw error
      setAsked(({ reply }) => ({ reply, failure: error.message }))
    }
  }, [])
  useEffect(() => void again(), [again])
  return { ...asked, again }
}
