/** The door of the app. */
export { createApp } from './app.tsx'
