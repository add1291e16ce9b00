/** The identifier under which better-auth's own `resetPassword` looks for a link. */
export const linkIdentifier = (id: string) => `reset-password:${id}`

/** The owner of a link for an address without an account. */
export const signUpLinkOf = (username: string) => `sign-up ${username}`
