/** The door of this room: how the screen speaks with the server, and what the page carries. It shows nothing to anyone. */
export { call } from './call.ts'
export { CallError } from './call-error.ts'
export { forgetMarker, isLoggedIn, loggedInAs } from './is-logged-in.ts'
export { type Carried, readNavigationState } from './navigation-state.ts'
export { pageData, timeNow } from './page-data.ts'
export { profileQuery } from './profile-query.ts'
export { createQueryClient } from './query-client.ts'
export { createErrorReport } from './report-error.ts'
