/** Where better-auth's own `resetPassword` looks for a link. */
export const linkIdentifier = (id: string) => `reset-password:${id}`

/** Whose the link of an address without an account is. */
export const signUpLinkOf = (username: string) => `sign-up ${username}`
