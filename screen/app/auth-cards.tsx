import { Outlet, useLocation } from 'react-router'
import { AuthLayout, SignedInCard } from '../features/account/index.ts'
import { useSnapshot } from '../features/application/index.ts'
import { useSession } from './session-context.ts'

/** The account cards. Whoever is signed in reads so instead; only the link of a mail is used all the same. */
export function Cards() {
  const { logOut } = useSession()
  const { is_logged_in, username } = useSnapshot()
  const { pathname } = useLocation()
  return (
    <AuthLayout>
      {is_logged_in && pathname !== '/reset' ? <SignedInCard username={username} onLogOut={logOut} /> : <Outlet />}
    </AuthLayout>
  )
}
