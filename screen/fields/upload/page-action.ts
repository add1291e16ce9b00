/** What can be done to a page. */
export type PageAction = 'up' | 'down' | 'turn' | 'remove'
