/** Random numbers that can be repeated: the same seed gives the same schedule. */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit: number) => Math.floor(random() * limit),
    chance: (share: number) => random() < share,
    pick<T>(list: readonly T[]): T | undefined {
      return list[Math.floor(random() * list.length)]
    },
  }
}
