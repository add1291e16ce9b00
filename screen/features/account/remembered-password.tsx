import { CardLink } from './card-link.tsx'

/** The way back for a person who remembers the password after all. */
export const RememberedPassword = () => (
  <p>
    Remember your password? <CardLink to="/login">Log in</CardLink>
  </p>
)
