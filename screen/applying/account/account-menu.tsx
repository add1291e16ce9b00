import { useState } from 'react'
import { say } from '../../../engine/index.ts'
import { lazyPart, PopoverButton } from '../../parts/index.ts'
import styles from './account.module.css'
import type { AccountDialogProps } from './account-dialog.tsx'

const AccountDialog = lazyPart(async () => (await import('./menu-content.tsx')).AccountDialog)
const MenuContent = lazyPart(async () => (await import('./menu-content.tsx')).MenuContent, { preloaded: true })

type AccountMenuProps = Omit<AccountDialogProps, 'name' | 'onClose'> & {
  onSignIn: () => void
  onCreateAccount: () => void
  onLogOut: () => Promise<void>
}

/** The 'Account' popover in the header (2.account-menu.1 to 2.account-menu.6). */
export function AccountMenu({ username, onSignIn, onCreateAccount, onLogOut, ...about }: AccountMenuProps) {
  const [open, setOpen] = useState<AccountDialogProps['name']>()
  const onClose = () => setOpen(undefined)
  return (
    <>
      <PopoverButton
        header={say('Account')}
        button={{
          variant: 'quiet',
          flush: 'end',
          leading: 'user',
          className: styles.button,
          children: <span className={styles.word}>{say('Account')}</span>,
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
              isSubmitted={about.isSubmitted}
              onCreateAccount={closing(onCreateAccount)}
              onSignIn={closing(onSignIn)}
              onOpen={(name) => closing(() => setOpen(name))()}
              onLogOut={closing(() => void onLogOut())}
            />
          )
        }}
      </PopoverButton>
      {open && <AccountDialog {...about} name={open} username={username} onClose={onClose} />}
    </>
  )
}
