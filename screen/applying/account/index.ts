/**
 * The public interface of accounts: the header menu and the layout of the cards. The cards themselves are pages, loaded
 * on demand.
 */
export { AccountMenu } from './account-menu.tsx'
export { AuthLayout, SignedInCard } from './card-frame.tsx'
