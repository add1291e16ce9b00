import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../parts/index.ts'
import { type Outcome, OutcomeNotice } from './bulk-change.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { asStaffError, type StaffError } from './staff-call.ts'

/** A call that a person makes on a page, one at a time, and what came of it. Then these queries are read again. */
export function useDeed(...keys: readonly string[]) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<StaffError>()
  const [busy, run] = useAction(async (deed: () => Promise<{ readonly message: string }>) => {
    setOutcome(undefined)
    setProblem(undefined)
    try {
      setOutcome({ text: (await deed()).message, isError: false })
    } catch (error) {
      setProblem(asStaffError(error))
    }
    for (const key of keys) await queries.invalidateQueries({ queryKey: [key] })
  })
  const notices = (
    <>
      <OutcomeNotice outcome={outcome} />
      <RefusalNotice problem={problem} />
    </>
  )
  return { busy, run, notices }
}
