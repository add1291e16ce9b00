import { Button, Icon } from '../../parts/index.ts'
import styles from './account-menu.module.css'
import { ANSWERS_FOLLOW } from './answers-follow.ts'

/** The dialogs of the account menu. */
export type AccountDialog = 'password' | 'data'

const entries = [
  ['password', 'Change Password'],
  ['data', 'Your Data'],
] as const

type MenuContentProps = {
  /** The login name of the logged-in person; undefined for a visitor. */
  username: string | undefined
  onSignIn: () => void
  onCreateAccount: () => void
  onOpen: (dialog: AccountDialog) => void
  onLogOut: () => void
}

/** What the account menu offers a visitor, or a logged-in person. */
export function MenuContent({ username, onSignIn, onCreateAccount, onOpen, onLogOut }: MenuContentProps) {
  if (username === undefined)
    return (
      <div className={styles.menu}>
        <p>{ANSWERS_FOLLOW}</p>
        <Button onClick={onCreateAccount}>Create Account</Button>
        <Button variant="outline" onClick={onSignIn}>
          Sign In
        </Button>
      </div>
    )
  return (
    <div className={styles.menu}>
      <p className={styles.user}>
        <Icon name="mail" />
        {username.toLowerCase()}
      </p>
      {entries.map(([dialog, words]) => (
        <Button key={dialog} variant="outline" onClick={() => onOpen(dialog)}>
          {words}
        </Button>
      ))}
      <Button variant="outline" onClick={onLogOut}>
        Log Out
      </Button>
    </div>
  )
}
