/** The public interface of the app. */
export { createApp } from './app.tsx'
