import { CardLink } from './card-link.tsx'

/** The way back for a person who remembers the password after all. */
export const RememberedPassword = () => (
  <p>
    <span>Remember your password?</span> <CardLink to="/login">Log in</CardLink>
  </p>
)
