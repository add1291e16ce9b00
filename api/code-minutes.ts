/** How long a mailed code confirms an account. The screen says so, and the server keeps to it. */
export const CODE_MINUTES = 30
