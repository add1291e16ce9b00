import { AuthLayout, SignedInCard } from '../applying/account/index.ts'
import { useSnapshot } from '../applying/application/index.ts'
import { Outlet, useLocation } from '../router/index.ts'
import { useSession } from './session-context.ts'

/** The account cards. People who are signed in see who they are instead, except on /reset. */
export function Cards() {
  const { logOut } = useSession()
  const is_logged_in = useSnapshot('is_logged_in')
  const username = useSnapshot('username')
  const { pathname } = useLocation()
  return (
    <AuthLayout>
      {is_logged_in && pathname !== '/reset' ? <SignedInCard username={username} onLogOut={logOut} /> : <Outlet />}
    </AuthLayout>
  )
}
