import { say, toSay } from '../../../engine/index.ts'
import { Button, Icon, lazyPart } from '../../parts/index.ts'
import styles from './account.module.css'
import type { AccountDialogProps } from './account-dialog.tsx'
import { ANSWERS_FOLLOW } from './card-frame.tsx'

/** Behind this part, which is fetched anyway: the first page names few files. */
export const AccountDialog = lazyPart(async () => (await import('./account-dialog.tsx')).AccountDialog)

const entries: readonly (readonly [dialog: AccountDialogProps['name'], words: string])[] = [
  ['applications', toSay('Your applications')],
  ['password', toSay('Change password')],
  ['email', toSay('Change email address')],
  ['devices', toSay('Your devices')],
  ['changes', toSay('What changed')],
  ['data', toSay('Your data')],
]

type MenuContentProps = {
  /** The login name of the logged-in person; undefined for a visitor. */
  username: string | undefined
  isSubmitted: boolean
  onSignIn: () => void
  onCreateAccount: () => void
  onOpen: (dialog: AccountDialogProps['name']) => void
  onLogOut: () => void
}

/** What the account menu offers a visitor, or a logged-in person. */
export function MenuContent({ username, isSubmitted, onSignIn, onCreateAccount, onOpen, onLogOut }: MenuContentProps) {
  if (username === undefined)
    return (
      <div className={styles.menu}>
        <p>{say(ANSWERS_FOLLOW)}</p>
        <Button onClick={onCreateAccount}>{say('Create Account')}</Button>
        <Button variant="outline" onClick={onSignIn}>
          {say('Sign In')}
        </Button>
      </div>
    )
  // Nothing changes in an application that is submitted.
  const offered = entries.filter(([dialog]) => dialog !== 'changes' || !isSubmitted)
  return (
    <div className={styles.menu}>
      <p className={styles.user}>
        <Icon name="mail" />
        <span translate="no">{username.toLowerCase()}</span>
      </p>
      {offered.map(([dialog, words]) => (
        <Button key={dialog} variant="outline" onClick={() => onOpen(dialog)}>
          {say(words)}
        </Button>
      ))}
      <Button variant="outline" onClick={onLogOut}>
        {say('Log Out')}
      </Button>
    </div>
  )
}
