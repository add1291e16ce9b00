import type { AccountHelp } from './account-help.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { WhatChanged } from './what-changed.tsx'
import { YourData } from './your-data.tsx'
import { YourDevices } from './your-devices.tsx'

export type AccountDialogProps = {
  name: 'password' | 'email' | 'devices' | 'changes' | 'data'
  username: string
  help: AccountHelp
  isSubmitted: boolean
  /** The person has deleted the account. */
  onDeleted: () => void
  onClose: () => void
}

/** The dialog that a button of the account menu opens. */
export function AccountDialog({ name, username, help, isSubmitted, onDeleted, onClose }: AccountDialogProps) {
  switch (name) {
    case 'password':
      return <ChangePassword onClose={onClose} />
    case 'email':
      return <ChangeEmail username={username} help={help} onClose={onClose} />
    case 'devices':
      return <YourDevices help={help} onClose={onClose} />
    case 'changes':
      return <WhatChanged help={help} onClose={onClose} />
    case 'data':
      return <YourData isSubmitted={isSubmitted} onDeleted={onDeleted} onClose={onClose} />
  }
}
