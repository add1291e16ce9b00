import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Frame, Notice, useAction } from '../../parts/index.ts'
import { useLocation, useNavigate } from '../../router/index.ts'
import styles from './desk.module.css'
import { PageTitle } from './page-title.tsx'
import { sentenceOf, staffCall } from './staff-call.ts'
import { SESSION } from './staff-queries.ts'

/** A sign-in link works once, so it is used when somebody presses the button and not when a preview opens it. */
export function UseLinkPage() {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState('')
  const [busy, signIn] = useAction(async () => {
    try {
      await staffCall('useStaffLink', { token })
    } catch (error) {
      return setProblem(sentenceOf(error))
    }
    queries.removeQueries({ queryKey: SESSION })
    await navigate('/staff', { replace: true })
  })
  return (
    <main>
      <Frame className={styles.page}>
        <PageTitle title="Sign in" />
        <p>This link signs you in once.</p>
        {problem && (
          <Notice kind="error" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        <p>
          <Button busy={busy} onClick={signIn}>
            Sign in
          </Button>
        </p>
      </Frame>
    </main>
  )
}
