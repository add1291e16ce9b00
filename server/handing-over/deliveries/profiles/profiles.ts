import type { Target } from '../targets.ts'
import { bannerProfile } from './banner-profile.ts'
import { pescProfile } from './pesc-profile.ts'
import { plainProfile } from './plain-profile.ts'
import type { Profile } from './profile.ts'
import { slateProfile } from './slate-profile.ts'

/** Every profile by the name under which a target chooses it. */
export const profiles: Readonly<Record<Target['profile'], Profile>> = {
  plain: plainProfile,
  slate: slateProfile,
  banner: bannerProfile,
  pesc: pescProfile,
}
