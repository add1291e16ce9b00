import { useNavigate } from 'react-router'
import { firstPath } from '../../../form/index.ts'
import { Button } from '../../parts/index.ts'
import styles from './account-card.module.css'

type SignedInCardProps = { username: string; onLogOut: () => Promise<void> }

/** Replaces an account card for people who are signed in: says who they are, and offers to continue or log out. */
export function SignedInCard({ username, onLogOut }: SignedInCardProps) {
  const navigate = useNavigate()
  return (
    <section className={styles.card} aria-labelledby="card-title">
      <h1 id="card-title" tabIndex={-1}>
        You Are Signed In
      </h1>
      <div className={styles.lead}>
        <p>
          You are signed in as <strong>{username.toLowerCase()}</strong>. To use another account, log out first.
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => void navigate(firstPath)}>Go to your application</Button>
        <Button variant="outline" onClick={() => void onLogOut()}>
          Log out
        </Button>
      </div>
    </section>
  )
}
