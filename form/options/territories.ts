/**
 * The territories of the United States, which are in the list of countries and in that of states: their addresses are
 * stored as the United States with that state, whichever list they are chosen from (Q96).
 */
export const territories = {
  ASM: ['USA', 'American Samoa'],
  GUM: ['USA', 'Guam'],
  MNP: ['USA', 'Northern Mariana Islands'],
  PRI: ['USA', 'Puerto Rico'],
  VIR: ['USA', 'U.S. Virgin Islands'],
} as const
