import { useState } from 'react'
import { Button, Icon, lazyPart, PopoverButton } from '../../parts/index.ts'
import styles from './account-menu.module.css'
import { ANSWERS_FOLLOW } from './answers-follow.ts'

const YourData = lazyPart(async () => (await import('./your-data.tsx')).YourData)
const ChangePassword = lazyPart(async () => (await import('./change-password.tsx')).ChangePassword)

type AccountMenuProps = {
  /** The login name of the logged-in person; undefined for a visitor. */
  username: string | undefined
  onSignIn: () => void
  onCreateAccount: () => void
  onLogOut: () => Promise<void>
  isSubmitted: boolean
  /** The person has deleted the account. */
  onDeleted: () => void
}

/** The 'Account' popover in the header (2.account-menu.1 to 2.account-menu.6). */
export function AccountMenu({ username, onSignIn, onCreateAccount, onLogOut, ...about }: AccountMenuProps) {
  const [open, setOpen] = useState<'password' | 'data'>()
  const onClose = () => setOpen(undefined)
  return (
    <>
      <PopoverButton
        header="Account"
        button={{
          variant: 'quiet',
          flush: 'end',
          leading: 'user',
          className: styles.button,
          children: <span className={styles.word}>Account</span>,
        }}
      >
        {(close) => {
          const closing = (act: () => void) => () => {
            close()
            act()
          }
          return (
            <div className={styles.menu}>
              {username === undefined ? (
                <>
                  <p>{ANSWERS_FOLLOW}</p>
                  <Button onClick={closing(onCreateAccount)}>Create Account</Button>
                  <Button variant="outline" onClick={closing(onSignIn)}>
                    Sign In
                  </Button>
                </>
              ) : (
                <>
                  <p className={styles.user}>
                    <Icon name="mail" />
                    {username.toLowerCase()}
                  </p>
                  <Button variant="outline" onClick={closing(() => setOpen('password'))}>
                    Change Password
                  </Button>
                  <Button variant="outline" onClick={closing(() => setOpen('data'))}>
                    Your Data
                  </Button>
                  <Button variant="outline" onClick={closing(() => void onLogOut())}>
                    Log Out
                  </Button>
                </>
              )}
            </div>
          )
        }}
      </PopoverButton>
      {open === 'password' && username !== undefined && <ChangePassword onClose={onClose} />}
      {open === 'data' && username !== undefined && <YourData {...about} onClose={onClose} />}
    </>
  )
}
