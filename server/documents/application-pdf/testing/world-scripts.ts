import { loadPdfFonts } from '../../../platform/fonts/index.ts'

/** Words with the clusters that are hard to draw: conjuncts, stacks, marks above and below. One sample for each script. */
const every: Readonly<Record<string, string>> = {
  Latin: 'Nguyễn Thị Hằng',
  Devanagari: 'क्षत्रिय हिन्दी प्रार्थना र्क',
  Bengali: 'বাংলা ক্ষুদ্র শ্রী',
  Gurmukhi: 'ਪੰਜਾਬੀ ਸ੍ਰੀ',
  Gujarati: 'ગુજરાતી ક્ષ',
  Oriya: 'ଓଡ଼ିଆ ଶ୍ରୀ',
  Tamil: 'தமிழ் கொடை ஸ்ரீ',
  Telugu: 'తెలుగు స్త్రీ',
  Kannada: 'ಕನ್ನಡ ಕ್ಷೇತ್ರ',
  Malayalam: 'മലയാളം സ്ത്രീ',
  Sinhala: 'සිංහල ශ්‍රී ලංකා',
  'Meetei Mayek': 'ꯃꯤꯇꯩꯂꯣꯟ',
  'Ol Chiki': 'ᱥᱟᱱᱛᱟᱲᱤ',
  Thai: 'ภาษาไทย กำลัง ผู้ที่น้ำ',
  Lao: 'ພາສາລາວ ນ້ຳ',
  Khmer: 'ភាសាខ្មែរ ស្រ្តី',
  Myanmar: 'မြန်မာဘာသာ ကျွန်တော်',
  Tibetan: 'བོད་སྐད་ བསྒྲུབས་',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ',
  Yi: 'ꆈꌠꉙ',
  Armenian: 'Հայաստան',
  Georgian: 'ქართული',
  Ethiopic: 'አማርኛ',
  Cherokee: 'ᏣᎳᎩ',
  'Canadian Aboriginal': 'ᓀᐦᐃᔭᐍᐏᐣ ᐃᓄᒃᑎᑐᑦ ᓱᖽᐧᖿ',
  Osage: '𐓏𐓘𐓻𐓘𐓻𐓟',
  Tifinagh: 'ⵜⴰⵎⴰⵣⵉⵖⵜ',
  Vai: 'ꕙꔤ',
  Arabic: 'محمد الخيّام',
  Hebrew: 'שָׁלוֹם עולם',
  Syriac: 'ܣܘܪܝܝܐ',
  Thaana: 'ދިވެހި',
  NKo: 'ߒߞߏ',
  Adlam: '𞤀𞤣𞤤𞤢𞤥',
  'Hanifi Rohingya': '𐴌𐴟𐴇𐴥𐴝𐴚𐴒𐴙𐴝',
  Mathematical: '𝒜𝓁𝓁 𝕓𝕖',
  Emoji: '😀 👩‍🚀 👍🏽 🇳🇴 ❤️',
}
/** Of the fonts that `npm run fonts` installs. */
const eastAsian: Readonly<Record<string, string>> = {
  Chinese: '王小明来自北京',
  Taiwanese: '臺灣繁體字ㄅㄆㄇ',
  Japanese: '東京都渋谷区 かな カタカナ',
  Korean: '대한민국 서울 韓國',
}

/** The samples whose fonts are installed, by script. */
export const worldScripts: readonly (readonly [script: string, sample: string])[] = Object.entries({
  ...every,
  ...(loadPdfFonts().covers(0x4e2d) ? eastAsian : {}),
})
