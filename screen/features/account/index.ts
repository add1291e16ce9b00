/** The door of the accounts: the menu in the header and the frame of the cards. The cards themselves are pages, fetched on demand. */
export { AccountMenu } from './account-menu.tsx'
export { AuthLayout } from './auth-layout.tsx'
export { SignedInCard } from './signed-in-card.tsx'
