import { useEffect } from 'react'
import { say } from '../../../engine/index.ts'
import { resetForm } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
import { sentence } from '../../parts/index.ts'
import { useLocation, useNavigate } from '../../router/index.ts'
import { AccountCard, CardLink, RememberedPassword } from './account-card.tsx'

const NewLink = () => <CardLink to="/forgot">{say('Get a new link')}</CardLink>

/**
 * /reset, opened from the link in an email, with username and id (2.routes.13), even for people who are signed in. The id
 * leaves the address at once; the entry of the history keeps it for a refresh.
 */
export function ResetPage() {
  const { search, state } = useLocation()
  const query = new URLSearchParams(search)
  const navigate = useNavigate()
  const link = query.get('id')
  const id = link ?? idIn(state)
  const rest = `?${new URLSearchParams({ username: query.get('username') ?? '' })}`
  useEffect(() => {
    if (link === null) return
    const { history, location } = window
    history.replaceState({ ...history.state, usr: { id: link } }, '', location.pathname + rest)
  }, [link, rest])
  return (
    <AccountCard
      form={resetForm}
      errorTitle={say('Reset Password Card Error')}
      filled={{ username: query.get('username') ?? '' }}
      lead={say('Choose a new password for your account.')}
      newPassword={['password', 'confirm_password']}
      remedies={{ used_link: <NewLink />, expired_link: <NewLink /> }}
      foot={
        <>
          <RememberedPassword />
          <p>
            {sentence('Link expired or already used? <link>Get a new one</link>', {
              link: (words) => <CardLink to="/forgot">{words}</CardLink>,
            })}
          </p>
        </>
      }
      onSubmit={async (read) => {
        const username = read('username')
        try {
          const { message } = await call('resetPassword', {
            username,
            password: read('password'),
            confirm_password: read('confirm_password'),
            id,
          })
          // Replacing the entry removes the id from the history.
          await navigate('/login', { replace: true, state: { username, successMessage: message } })
        } catch (error) {
          if (error instanceof CallError && (error.code === 'used_link' || error.code === 'expired_link'))
            await navigate({ search: `?${new URLSearchParams({ username })}` }, { replace: true }) // the id is used up
          throw error
        }
      }}
    />
  )
}

const idIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'id' in state && typeof state.id === 'string' ? state.id : ''
