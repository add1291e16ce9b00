import { loadPdfFonts } from '../../../platform/fonts/index.ts'

/** What people type, paste and try: quotes, tags, other scripts, marks that reverse text, and what breaks parsers. */
export const naughtyStrings: readonly string[] = [
  `O'Brien "the quick" \`n\` \\ / | & ; % $ # @ ! ~ ^ * ( ) [ ] { } < > ? = +`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}} \u0024{7*7} <%= 7*7 %> #{7*7}',
  "'; drop table application; --",
  '../../../etc/passwd',
  '%00%0d%0aSet-Cookie:a=b',
  '=HYPERLINK("http://x.example","y")',
  '#eval("1+1") #import "x.typ" *bold* _em_ @ref <label> $x^2$',
  'undefined null NaN true false [object Object]',
  '__proto__ constructor toString hasOwnProperty',
  'Zoë Åström Łódź Ñandú Đặng Ștefan',
  'Ελληνικά Кириллица',
  'عمر الخيام',
  'שלום עולם',
  '漢字 かな 한국어',
  'ქართული தமிழ் ไทย',
  '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇳🇴',
  'Z͑ͫ̓a̴l̛g̕o͟',
  '\u202eright to left\u202c and \u200bzero\u200dwidth\ufeff',
  '  space before and after  ',
  'tab\tand\u00a0no-break\u2003em space',
  '𝒜𝓁𝓁 𝕓𝕖𝕪𝕠𝕟𝕕 𝖙𝖍𝖊 𝖇𝖆𝖘𝖊 𝖕𝖑𝖆𝖓𝖊',
  'ﬁ ﬂ ﷽ ㍿ ½ ² Ω',
  '\u0001\u0002\u001b[31mred\u007f',
  '0 -1 1e400 0x10 1,000.5 ∞',
  'a'.repeat(10_000),
  'word '.repeat(2_000),
]

/** Text that the database cannot store: refused with a message, and nothing of the same save is stored. */
export const unstorableStrings: readonly string[] = ['a\u0000b', 'half \ud83d', '\udc00 half', 'x'.repeat(10_001)]

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
