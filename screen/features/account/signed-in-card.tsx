import { firstPath } from '../../../form/index.ts'
import { Button } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'
import styles from './account-card.module.css'
import { CardFrame } from './card-frame.tsx'

type SignedInCardProps = { username: string; onLogOut: () => Promise<void> }

/** Replaces an account card for people who are logged in: says who they are, and offers to continue or log out. */
export function SignedInCard({ username, onLogOut }: SignedInCardProps) {
  const navigate = useNavigate()
  return (
    <CardFrame title="You’re logged in">
      <p>
        You’re logged in as <strong>{username.toLowerCase()}</strong>. To use another account, log out first.
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
