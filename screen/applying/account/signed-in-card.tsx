import { firstPath } from '../../../form/index.ts'
import { Button } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'
import styles from './account.module.css'
import { CardFrame } from './card-frame.tsx'

type SignedInCardProps = { username: string; onLogOut: () => Promise<void> }

/** Replaces an account card for people who are logged in: says who they are, and offers to continue or log out. */
export function SignedInCard({ username, onLogOut }: SignedInCardProps) {
  const navigate = useNavigate()
  return (
    <CardFrame title="You’re logged in">
      <p>
        <span>You’re logged in as</span> <strong translate="no">{username.toLowerCase()}</strong>
        <span>. To use another account, log out first.</span>
      </p>
      <div className={styles.actions}>
        <Button onClick={() => void navigate(firstPath)}>Go to your application</Button>
        <Button variant="outline" onClick={() => void onLogOut()}>
          Log out
        </Button>
      </div>
    </CardFrame>
  )
}
