/** Somebody made up, as they write their own answers. */
export type PersonOfTheWorld = {
  readonly language: string
  readonly first: string
  readonly last: string
  readonly city: string
  readonly parent: string
  readonly essay: string
}

/**
 * Sixty-five people who write in their own language, one a line: language, first name, last name, city, a parent's first name,
 * and a line of an essay. Among them is what readers of a PDF get wrong: lines in both directions, vowels above and below,
 * letters that are drawn together or before the one that they follow, two accents on a letter, signs within a word.
 */
export const peopleOfTheWorld: readonly PersonOfTheWorld[] = `
Vietnamese|Hằng|Nguyễn Thị|Đà Nẵng|Phượng|Mỗi buổi sáng tôi đạp xe dọc sông Hàn đến trường.
Turkish|İlayda|Yıldırım-Işık|Diyarbakır|Gülşen|İstanbul’da ığdır çayı içerken şu soruyu düşündüm: neden köprü?
Yoruba|Ọláṣubọ̀mí|Adébáyọ̀|Ìbàdàn|Títílayọ̀|Ẹ kú àárọ̀, mo fẹ́ kẹ́kọ̀ọ́ nípa ìṣègùn.
Igbo|Ọbịọma|Nwachukwu|Ọnịcha|Ụzọamaka|Achọrọ m ịmụ banyere ịkụzi ihe n’ụlọ akwụkwọ.
Hausa|Ƙasimu|Ɗanladi|Ɓagwai|Ƴarinya|Ina so in koyi aikin injiniya a jami’a.
Polish|Żaneta|Źdźbło-Łącka|Szczebrzeszyn|Święcisława|Zażółć gęślą jaźń, mówiła babcia w Łodzi.
Czech|Řehoř|Příkopa|Ústí nad Labem|Zdeňka|Příliš žluťoučký kůň úpěl ďábelské ódy.
Lithuanian|Ąžuolas|Žvirblė|Šiauliai|Eglė|Įlinkdama fechtuotojo špaga sublykčiojo.
Icelandic|Þórdís|Ægisdóttir|Seyðisfjörður|Sæunn|Ég ólst upp við hafið, þar sem ljósið dvelur.
Irish|Caoilfhionn|Ní Dhónaill|Gaoth Dobhair|Éadaoin|D’fhág mé an t-oileán ar maidin; bhí an fharraige ciúin.
Maltese|Ġużeppa|Għawdxi|Ħaż-Żabbar|Ċikka|Il-Ħadd nitilgħu fuq is-sur u naraw il-baħar.
Hawaiian|Kaʻiulani|Keliʻiokalani|Hōnaunau|Nāʻālehu|ʻO ka ʻāina ke kumu; ʻaʻole au e poina i ka ʻōlelo.
Navajo|Bááh|Tsosie-Łizhin|Tséhootsooí|Yázhí|Shimá sání diné bizaad shiyíínaʼníłtin, ákoʼ ajooł.
Lakota|Čhaŋtéwašte|Ȟupáhu|Pine Ridge|Wíyaka|Lakȟótiyapi uŋglúžažapi kte, até eyé.
Cherokee|ᎠᏲᎵᏂ|ᎤᏬᏗᎨ|ᏓᎵᏆ|ᏗᎦᎶᎯ|ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏆᏚᎵ ᎠᏇᏲᏗ.
Inuktitut|ᐊᕐᓇᖅ|ᓄᑕᕋᖅ|ᐃᖃᓗᐃᑦ|ᐊᓈᓇ|ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖃᖅᑐᖓ, ᐃᓕᓐᓂᐊᕐᓂᐊᖅᑐᖓ.
Cree|ᐊᐦᐋᐤ|ᒥᐢᑕᓯᓃ|ᒨᓱᓂᕀ|ᑳᑯᒼ|ᓀᐦᐃᔭᐍᐏᐣ ᓂᓄᐦᑌ ᑭᐢᑭᓄᐦᐊᒫᑫᐣ.
Osage|𐓏𐓘𐓻𐓘|𐓷𐓘𐓓𐓘𐓓𐓟|𐓏𐓘𐓐𐓬𐓘𐓲𐓘|𐓨𐓣𐓻𐓂|𐓏𐓘𐓻𐓘𐓻𐓟 𐓣𐓟 𐓘𐓨𐓣.
Amharic|ሰላማዊት|ገብረ ጻድቅ|ባሕር ዳር|ወርቅነሽ|በአማርኛ መጻፍ የጀመርኩት በስድስት ዓመቴ ነው፤ አሁንም እጽፋለሁ።
Tigrinya|ኣድሓኖም|ሓጎስ|ኣስመራ|ለተብርሃን|ትግርኛ ቋንቋይ እዩ፣ ንኹሉ ዝምህር።
Tamazight|ⵜⵉⵍⵉⵍⴰ|ⵓⵄⵎⵕ|ⵜⵉⵣⵏⵉⵜ|ⵢⴰⵎⵏⴰ|ⵜⴰⵎⴰⵣⵉⵖⵜ ⵜⴳⴰ ⵜⵓⵜⵍⴰⵢⵜ ⵉⵏⵓ.
Vai|ꕙꔤ|ꖸꔧꕘ|ꗏꖺꘋ|ꕉꕜꕮ|ꔊꕢ ꕞ ꗌꘋ ꕉ ꕴ.
Greek|Ευφροσύνη|Παπαϊωάννου|Ηγουμενίτσα|Ανδρομάχη|Η μητέρα μου έλεγε: «Προχώρα!» και εγώ ερχόμουν.
Polytonic Greek|Ἀγλαΐα|Τζαβέλλας|Ῥέθυμνον|Εὐδοξία|Ἐν ἀρχῇ ἦν ὁ λόγος, ᾧ ἕκαστος ζῇ.
Russian|Ярослава|Щёголева|Йошкар-Ола|Людмила|Съешь ещё этих мягких булок, сказал объездчик.
Ukrainian|Їжакевич|Ґалаґан|Кам’янець-Подільський|Мар’яна|Єдина моя мрія: з’єднати береги й учити дітей.
Serbian|Љубица|Њежић|Ђурђево|Џенана|Овај чешће ће да га ђутне, рекла је Ћирковићка.
Kazakh|Әйгерім|Құрманғазықызы|Өскемен|Үміт|Әріптесім ұшқыш болды, ал мен һәм инженер боламын.
Armenian|Արփինե|Տեր-Ղազարյան|Գյումրի|Շուշանիկ|Ես ուզում եմ սովորել և ուսուցանել, ասաց նա։
Georgian|ქეთევან|წყალტუბელი|ჭიათურა|ჟუჟუნა|ჩემი ბებია მასწავლებელი იყო, მეც ასე მინდა.
Hebrew|נעה|בן־ארי|תל אביב-יפו|צופיה|למדתי בבית הספר "אורט" עד כיתה י״ב, ואז עברנו.
Pointed Hebrew|אֱלִישֶׁבַע|שָׁלוֹם|בְּאֵר שֶׁבַע|חַוָּה|בָּרוּךְ הַבָּא לְבֵיתֵנוּ, אָמְרָה סַבָּתִי.
Hebrew and English|Noa נועה|Levi לוי|Haifa חיפה|Rina רינה|My grandmother said שלום עולם to all, and נועה answered in 1998.
English within Hebrew|תמר|כהן (Cohen)|Holon, חולון|מיכל Michal|אני לומדת Computer Science באוניברסיטה משנת 2021 ועובדת.
Yiddish|פֿריידל|גאָלדבערג|קרית יואל|ייִטל|מײַן באָבע האָט גערעדט ייִדיש אין דער היים.
Arabic|فاطمة الزهراء|بن عبد الله|القاهرة|خديجة|كتبت هذه الرسالة لأنني أريد الدراسة في Bridger State University منذ 2019، وأحب الرياضيات.
Vowelled Arabic|مُحَمَّدٌ|الخَيَّامُ|مَكَّةُ المُكَرَّمَةُ|آمِنَةُ|تَعَلَّمْتُ القِرَاءَةَ فِي بَيْتِ جَدِّي رَحِمَهُ اللَّهُ.
Arabic and English|Amal أمل|Haddad حدّاد|Beirut بيروت|Salma سلمى|At home we say أهلاً وسهلاً and then مرحبا to every guest.
English within Arabic|ياسين|العلوي (El Alaoui)|الرباط 10000|زينب|أدرس Mathematics منذ ٢٠٢٠ وعملت مع Microsoft سنتين.
Persian|نیلوفر|می‌پور|رشت‌آباد|پریچهر|می‌خواهم گچ‌کاری و پژوهش بیاموزم، چون کتابخانه‌ها را دوست دارم.
Urdu|ٹیپو|گھڑیالوی|لاڑکانہ|نُزہت|مجھے پڑھنا پسند ہے، اور میں ڈاکٹر بننا چاہتی ہوں۔
Pashto|ښایسته|ځدراڼ|ننګرهار|ګلالۍ|زه غواړم ښوونکې شم او خپلو ماشومانو ته درس ورکړم.
Sorani Kurdish|ڕۆژین|ڵاوەیی|هەولێر|شەونم|دەمەوێت لە زانکۆ ئەندازیاری بخوێنم.
Uyghur|گۈلزار|ئۆمەر|قەشقەر|پەرىدە|مەن ئۇيغۇرچە يېزىشنى مومامدىن ئۆگەنگەن.
Syriac|ܢܘܗܪܐ|ܒܪ ܫܡܥܘܢ|ܐܘܪܗܝ|ܡܪܝܡ|ܫܠܡܐ ܥܡܟܘܢ ܡܢ ܒܝܬܢ ܥܬܝܩܐ.
Dhivehi|އައިޝަތު|ދީދީ|މާލެ|ޒާހިދާ|އަހަރެން ބޭނުންވަނީ ކިޔަވަން.
N’Ko|ߡߊߘߌ|ߞߎߟߎߓߊߟߌ|ߞߊ߲ߞߊ߲|ߝߊ߬ߕߎ|ߒ ߦߋ߫ ߒߞߏ ߞߊ߬ߙߊ߲߬ ߠߊ߫.
Fulani in Adlam|𞤀𞤣𞤤𞤢𞤥|𞤔𞤢𞤤𞤮|𞤂𞤢𞤦𞤫|𞤊𞤢𞤼𞤵|𞤃𞤭 𞤴𞤭𞤯𞤭 𞤶𞤢𞤲𞤺𞤵𞤣𞤫 𞤆𞤵𞤤𞤢𞤪.
Rohingya|𐴌𐴟𐴇𐴥𐴝𐴚|𐴒𐴙𐴝𐴆|𐴀𐴞𐴑𐴝𐴁|𐴃𐴡𐴔𐴝|𐴀𐴝𐴔𐴝𐴌 𐴌𐴟𐴇𐴥𐴝𐴚𐴒𐴙𐴝 𐴌𐴟.
Hindi|कृष्णाश्री|क्षत्रिय|हृषीकेश|अर्चना|मैंने प्रार्थना के बाद विद्यालय में हिन्दी पढ़ाई।
Marathi|श्रद्धा|कुऱ्हाडे|छत्रपती संभाजीनगर|ज्ञानेश्वरी|माझ्या आजीने मला वाचायला शिकवले, त्यामुळे मी शिक्षिका झाले.
Bengali|শ্রাবন্তী|বন্দ্যোপাধ্যায়|কিশোরগঞ্জ|লক্ষ্মী|আমি ছোটবেলা থেকে নদীর কাছে বড় হয়েছি, তাই সেতু ভালোবাসি।
Punjabi|ਗੁਰਪ੍ਰੀਤ|ਢਿੱਲੋਂ|ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ|ਹਰਜਿੰਦਰ|ਮੈਂ ਪੰਜਾਬੀ ਵਿੱਚ ਕਵਿਤਾ ਲਿਖਦੀ ਹਾਂ।
Gujarati|કૃતિકા|ક્ષેત્રપાલ|જૂનાગઢ|જ્યોત્સ્ના|મને ગુજરાતી અને અંગ્રેજી બંને ગમે છે.
Tamil|ஸ்ரீநிதி|கொடைக்கானலார்|திருச்சிராப்பள்ளி|மீனாட்சி|நான் தமிழ் மொழியில் கவிதை எழுதுகிறேன்.
Telugu|స్రవంతి|కృష్ణమూర్తి|విశాఖపట్నం|లక్ష్మీప్రసన్న|నేను తెలుగులో కథలు రాస్తాను.
Malayalam and Kannada|സ്ത്രീലത|ಕ್ಷೇತ್ರಪಾಲ|ആലപ്പുഴ|ಜ್ಯೋತ್ಸ್ನಾ|ഞാൻ മലയാളം പഠിച്ചു, ನಾನು ಕನ್ನಡ ಕಲಿತೆ.
Sinhala and Odia|ශ්‍රීමාලි|ଶ୍ରୀଧର|මහනුවර|ସୁଭଦ୍ରା|මම සිංහල උගන්වමි, ମୁଁ ଓଡ଼ିଆ ପଢ଼େ।
Meetei and Santali|ꯃꯤꯇꯩ|ᱢᱩᱨᱢᱩ|ꯏꯝꯐꯥꯜ|ᱥᱟᱱᱛᱟᱲᱤ|ꯃꯤꯇꯩꯂꯣꯟ ꯏꯩꯒꯤ ꯂꯣꯟꯅꯤ, ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱲᱦᱟᱣ.
Thai and Lao|น้ำผึ้ง|ศรีสุวรรณ|กรุงเทพมหานคร|ກຳລັງໃຈ|ฉันชอบเรียนที่โรงเรียน ແລະ ຂ້ອຍມັກອ່ານປຶ້ມ.
Khmer and Burmese|ស្រីមុំ|ကျော်စွာ|ភ្នំពេញ|မြသန္တာ|ខ្ញុំចង់រៀនវិទ្យាសាស្ត្រ ကျွန်တော် မြန်မာစာ သင်ကြားသည်။
Tibetan and Mongolian|བསྟན་འཛིན|ᠮᠣᠩᠭᠣᠯ|ལྷ་ས|ᠪᠠᠶᠠᠷ|བོད་སྐད་བསྒྲུབས་ནས་ ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ.
Chinese|小明|歐陽|烏魯木齊市|美玲|我從小在黃河邊長大，想成為一名土木工程師。
Japanese|さくら|渡邊|渋谷区神宮前|ヨシコ|祖母は「ありがとう」と言い、私はプログラミングを学んだ。
Korean and emoji|하늘|남궁|서울특별시|영희|저는 다리를 좋아합니다 🌉 그리고 👩‍🚀 우주도, 🇰🇷 한국도!
`
  .trim()
  .split('\n')
  .map((line) => {
    const [language = '', first = '', last = '', city = '', parent = '', essay = ''] = line.split('|')
    return { language, first, last, city, parent, essay }
  })
