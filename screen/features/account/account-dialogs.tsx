import type { ComponentProps } from 'react'
import { ChangePassword } from './change-password.tsx'
import type { AccountDialog } from './menu-content.tsx'
import { YourData } from './your-data.tsx'

/** The open dialog of the account menu. */
export const AccountDialogs = ({ open, ...about }: { open: AccountDialog } & ComponentProps<typeof YourData>) =>
  open === 'password' ? <ChangePassword onClose={about.onClose} /> : <YourData {...about} />
