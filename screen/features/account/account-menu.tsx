import { useState } from 'react'
import { lazyPart, PopoverButton } from '../../parts/index.ts'
import styles from './account-menu.module.css'
import type { AccountDialog } from './menu-content.tsx'

const AccountDialogs = lazyPart(async () => (await import('./account-dialogs.tsx')).AccountDialogs)
const MenuContent = lazyPart(async () => (await import('./menu-content.tsx')).MenuContent, { preloaded: true })

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
  const [open, setOpen] = useState<AccountDialog>()
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
            <MenuContent
              username={username}
              onCreateAccount={closing(onCreateAccount)}
              onSignIn={closing(onSignIn)}
              onOpen={(dialog) => closing(() => setOpen(dialog))()}
              onLogOut={closing(() => void onLogOut())}
            />
          )
        }}
      </PopoverButton>
      {open && username !== undefined && <AccountDialogs {...about} open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
