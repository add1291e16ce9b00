/** The public interface for tests of other rooms. */
export { newProfile } from './new-profile.ts'
