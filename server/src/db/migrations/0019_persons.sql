CREATE TABLE "persons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"application_id" uuid,
	"applied_at" timestamptz(3),
	"expires_on" date,
	"cancelled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "persons_applied" CHECK (("persons"."application_id" is null) = ("persons"."applied_at" is null))
);
--> statement-breakpoint
CREATE TABLE "expiring_days" (
	"slot" smallint NOT NULL,
	"expires_on" date NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "expiring_days_slot_expires_on_pk" PRIMARY KEY("slot","expires_on")
);
--> statement-breakpoint
CREATE TABLE "stage_days" (
	"company_id" uuid NOT NULL,
	"day" date NOT NULL,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"moved" integer NOT NULL,
	CONSTRAINT "stage_days_company_id_day_stage_status_pk" PRIMARY KEY("company_id","day","stage","status")
);
--> statement-breakpoint
CREATE TABLE "stage_day_totals" (
	"day" date NOT NULL,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"slot" smallint NOT NULL,
	"moved" integer NOT NULL,
	CONSTRAINT "stage_day_totals_day_stage_status_slot_pk" PRIMARY KEY("day","stage","status","slot")
);
--> statement-breakpoint
CREATE INDEX "stage_days_by_day" ON "stage_days" USING btree ("day");--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "persons_newest" ON "persons" USING btree ("company_id","applied_at","application_id") WHERE "persons"."applied_at" is not null;--> statement-breakpoint
CREATE INDEX "persons_expiring" ON "persons" USING btree ("expires_on","id") WHERE "persons"."expires_on" is not null and not "persons"."cancelled";--> statement-breakpoint
CREATE INDEX "persons_expiring_of_company" ON "persons" USING btree ("company_id","expires_on","id") WHERE "persons"."expires_on" is not null and not "persons"."cancelled";--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "stage_status" text;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "stage_since" timestamptz(3);--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "person_id" uuid;--> statement-breakpoint

-- The same as `searchable` of the contract, in any locale. The lists are those of Unicode: all marks, and all capitals that are left without them.
CREATE FUNCTION searched(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT btrim(regexp_replace(
		CASE
			WHEN octet_length(given) = char_length(given) THEN lower(given COLLATE "C")
			ELSE translate(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]', '', 'g'),
				'ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡ٱىة',
				'abcdefghijklmnopqrstuvwxyzæðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃ايه')
		END,
		'[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION person_name(employee_name text, nationality text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT public.searched(employee_name) || E'\n' || public.searched(nationality)
$$;--> statement-breakpoint

-- Which person a row is about, if it is a known one (S12).
CREATE FUNCTION person_of(company uuid, employee uuid, passport text, name text, nationality text) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
DECLARE
	found uuid;
BEGIN
	IF employee IS NOT NULL THEN
		SELECT e.person_id INTO found FROM employees e WHERE e.id = employee AND e.company_id = company;
	END IF;
	IF found IS NOT NULL THEN
		RETURN found;
	END IF;
	IF passport IS NOT NULL THEN
		SELECT e.person_id INTO found FROM employees e WHERE e.company_id = company AND e.passport_number = passport AND e.person_id IS NOT NULL;
		IF found IS NULL THEN
			SELECT a.person_id INTO found FROM visa_applications a
				WHERE a.company_id = company AND a.passport_number = passport AND a.person_id IS NOT NULL ORDER BY a.submitted_at, a.id LIMIT 1;
		END IF;
		RETURN found;
	END IF;
	SELECT CASE WHEN count(*) = 1 THEN (array_agg(named.person_id))[1] END INTO found FROM (
		SELECT e.person_id FROM employees e
			WHERE e.company_id = company AND person_name(e.employee_name, e.nationality) = person_name(name, person_of.nationality) AND e.person_id IS NOT NULL
		UNION SELECT a.person_id FROM visa_applications a
			WHERE a.company_id = company AND person_name(a.employee_name, a.nationality) = person_name(name, person_of.nationality) AND a.person_id IS NOT NULL
	) named;
	RETURN found;
END $$;--> statement-breakpoint

-- Who writes about one person at the same time waits, so that both find one: locked are passport number and name, in one order.
CREATE FUNCTION person_keys(company uuid, passport text, name text, nationality text) RETURNS int[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	named int := hashtext(company::text) # (hashtext(person_name(name, nationality)) & 255);
	numbered int := hashtext(company::text) # (hashtext(passport) & 255);
BEGIN
	IF numbered IS NULL OR numbered = named THEN
		RETURN ARRAY[named];
	END IF;
	RETURN ARRAY[least(named, numbered), greatest(named, numbered)];
END $$;--> statement-breakpoint
CREATE FUNCTION lock_person_keys(company uuid, passport text, name text, nationality text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	key int;
BEGIN
	FOREACH key IN ARRAY person_keys(company, passport, name, nationality) LOOP
		PERFORM pg_advisory_xact_lock(7036, key);
	END LOOP;
END $$;--> statement-breakpoint
-- For a row that is written. Nobody waits for one with number and name of the employee whom it names: all find that record.
CREATE FUNCTION person_for(company uuid, employee uuid, passport text, name text, nationality text) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
	IF employee IS NULL OR NOT EXISTS (
		SELECT FROM employees e WHERE e.id = employee AND e.company_id = company AND e.passport_number IS NOT DISTINCT FROM passport
			AND person_name(e.employee_name, e.nationality) = person_name(name, person_for.nationality))
	THEN
		PERFORM lock_person_keys(company, passport, name, nationality);
	END IF;
	RETURN person_of(company, employee, passport, name, nationality);
END $$;--> statement-breakpoint

-- Writes what the person's rows say now. Others wait, so the last to commit has seen every row.
CREATE FUNCTION keep_person(person uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	newest record;
	records record;
	dated date;
BEGIN
	PERFORM FROM persons WHERE id = person FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	SELECT a.id, a.submitted_at INTO newest FROM visa_applications a WHERE a.person_id = person ORDER BY a.submitted_at DESC, a.id DESC LIMIT 1;
	SELECT max(a.expires_on) INTO dated FROM visa_applications a WHERE a.person_id = person;
	SELECT count(*) AS held, bool_or(e.status = 'active') AS active, max(e.visa_expiry_date) AS dated INTO records FROM employees e WHERE e.person_id = person;
	IF newest.id IS NULL AND records.held = 0 THEN
		DELETE FROM persons WHERE id = person;
	ELSE
		UPDATE persons p SET application_id = newest.id, applied_at = newest.submitted_at, expires_on = greatest(dated, records.dated),
			cancelled = NOT coalesce(records.active, true)
		WHERE p.id = person AND (p.application_id, p.applied_at, p.expires_on, p.cancelled)
			IS DISTINCT FROM (newest.id, newest.submitted_at, greatest(dated, records.dated), NOT coalesce(records.active, true));
	END IF;
END $$;--> statement-breakpoint

-- A person has the id of their first row.
CREATE FUNCTION complete_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.expires_on := coalesce(NEW.expiry_date, NEW.visa_expiry_date);
	IF TG_OP = 'UPDATE' THEN
		RETURN NEW;
	END IF;
	NEW.stage_since := coalesce(NEW.stage_since, NEW.submitted_at);
	IF NEW.person_id IS NULL THEN
		NEW.person_id := person_for(NEW.company_id, NEW.employee_id, NEW.passport_number, NEW.employee_name, NEW.nationality);
	END IF;
	IF NEW.person_id IS NULL THEN
		NEW.person_id := NEW.id;
		INSERT INTO persons (id, company_id, application_id, applied_at, expires_on)
			VALUES (NEW.id, NEW.company_id, NEW.id, NEW.submitted_at, NEW.expires_on);
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION complete_employee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.person_id IS NULL THEN
		NEW.person_id := person_for(NEW.company_id, NULL, NEW.passport_number, NEW.employee_name, NEW.nationality);
	END IF;
	IF NEW.person_id IS NULL THEN
		NEW.person_id := NEW.id;
		INSERT INTO persons (id, company_id, expires_on, cancelled) VALUES (NEW.id, NEW.company_id, NEW.visa_expiry_date, NEW.status <> 'active');
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
-- A number or name that a record is given later counts for rows that are written at that time.
CREATE FUNCTION lock_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM lock_person_keys(NEW.company_id, NEW.passport_number, NEW.employee_name, NEW.nationality);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION note_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The people go with their company.
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM companies WHERE id = OLD.company_id) THEN
		RETURN NULL;
	END IF;
	IF TG_OP <> 'INSERT' AND OLD.person_id IS NOT NULL THEN
		PERFORM keep_person(OLD.person_id);
	END IF;
	IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.person_id IS DISTINCT FROM OLD.person_id) THEN
		PERFORM keep_person(NEW.person_id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_expiring() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- In the order of days, so that two writers do not wait for each other.
	INSERT INTO expiring_days AS kept (slot, expires_on, people)
		SELECT slot_of(moved.company_id), moved.day, sum(moved.change) FROM (
			SELECT OLD.company_id, OLD.expires_on, -1 WHERE TG_OP = 'UPDATE' AND OLD.expires_on IS NOT NULL AND NOT OLD.cancelled
			UNION ALL SELECT NEW.company_id, NEW.expires_on, 1 WHERE NEW.expires_on IS NOT NULL AND NOT NEW.cancelled
		) moved(company_id, day, change) GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (slot, expires_on) DO UPDATE SET people = kept.people + excluded.people;
	RETURN NULL;
END $$;--> statement-breakpoint
-- All of a company at once, so that its days are locked shortly.
CREATE FUNCTION uncount_expiring() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO expiring_days AS kept (slot, expires_on, people)
		SELECT slot_of(gone.company_id), gone.expires_on, -count(*) FROM gone WHERE gone.expires_on IS NOT NULL AND NOT gone.cancelled GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (slot, expires_on) DO UPDATE SET people = kept.people + excluded.people;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION slot_of(company uuid) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT (get_byte(uuid_send(company), 15) & 15)::smallint
$$;--> statement-breakpoint
-- Counts people by day anew. Writers that have counted commit first, and the others wait.
CREATE FUNCTION recount_expiring() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	LOCK TABLE expiring_days IN EXCLUSIVE MODE;
	INSERT INTO expiring_days AS kept (slot, expires_on, people)
		SELECT found.slot, found.expires_on, sum(found.people) FROM (
			SELECT slot_of(company_id) AS slot, expires_on, count(*) AS people FROM persons WHERE expires_on IS NOT NULL AND NOT cancelled GROUP BY 1, 2
			UNION ALL SELECT slot, expires_on, -people FROM expiring_days
		) found GROUP BY 1, 2 HAVING sum(found.people) <> 0
		ON CONFLICT (slot, expires_on) DO UPDATE SET people = kept.people + excluded.people;
END $$;--> statement-breakpoint
CREATE TRIGGER persons_counted_in AFTER INSERT ON "persons" FOR EACH ROW WHEN (NEW.expires_on IS NOT NULL AND NOT NEW.cancelled) EXECUTE FUNCTION count_expiring();--> statement-breakpoint
CREATE TRIGGER persons_counted_anew AFTER UPDATE ON "persons" FOR EACH ROW WHEN ((OLD.expires_on, OLD.cancelled) IS DISTINCT FROM (NEW.expires_on, NEW.cancelled)) EXECUTE FUNCTION count_expiring();--> statement-breakpoint
CREATE TRIGGER persons_counted_out AFTER DELETE ON "persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION uncount_expiring();--> statement-breakpoint

-- From stages by name, the place of the current one among the seven, and its status (S1).
CREATE FUNCTION stage_place(recorded jsonb, OUT place int, OUT status text) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	names constant text[] := ARRAY['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping'];
BEGIN
	place := coalesce((SELECT max(array_position(names, name)) FROM jsonb_object_keys(recorded) AS name), 1);
	status := recorded->>names[place];
	IF status = 'Approved' AND place < cardinality(names) THEN
		place := place + 1;
		status := NULL;
	END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION recorded_stages(application uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(jsonb_object_agg(s.stage_name, s.status), '{}') FROM stages s WHERE s.application_id = application
$$;--> statement-breakpoint
CREATE FUNCTION is_refused(recorded jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT EXISTS (SELECT FROM jsonb_each_text(recorded) WHERE value = 'Rejected')
$$;--> statement-breakpoint

-- Since when the current stage is the current one, by the history; null where the history does not tell of every stage.
CREATE FUNCTION stage_since_told(application uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
	line record;
	told jsonb := '{}';
	before int := 1;
	since timestamptz := (SELECT a.submitted_at FROM visa_applications a WHERE a.id = application);
BEGIN
	FOR line IN
		SELECT h.subject, h.happened_at, change->>'to' AS status FROM history h, jsonb_array_elements(h.changes) change
		WHERE h.record_type = 'application' AND h.record_id = application AND h.action IN ('stage_added', 'stage_changed') AND change->>'field' = 'status'
		ORDER BY h.seq
	LOOP
		told := told || jsonb_build_object(line.subject, line.status);
		IF (stage_place(told)).place <> before THEN
			before := (stage_place(told)).place;
			since := line.happened_at;
		END IF;
	END LOOP;
	RETURN CASE WHEN told = recorded_stages(application) THEN since END;
END $$;--> statement-breakpoint

-- The same by the stages' own moments: when the one before was approved, or else when it was recorded itself.
CREATE FUNCTION stage_since_guessed(application uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
	WITH current AS (SELECT (stage_place(recorded_stages(application))).place),
		placed AS (
			SELECT s.status, s.created_at, s.updated_at, (stage_place(jsonb_build_object(s.stage_name, 'Submitted'))).place
			FROM stages s WHERE s.application_id = application
		)
	SELECT coalesce(
		least(
			(SELECT p.updated_at FROM placed p, current c WHERE p.place = c.place - 1 AND p.status = 'Approved'),
			(SELECT p.created_at FROM placed p, current c WHERE p.place = c.place)
		),
		(SELECT a.submitted_at FROM visa_applications a WHERE a.id = application))
$$;--> statement-breakpoint
CREATE FUNCTION dubai_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT (moment AT TIME ZONE 'Asia/Dubai')::date
$$;--> statement-breakpoint
-- Current stage and status of an application, from its recorded stages (S1, S2).
CREATE FUNCTION stage_and_status(recorded jsonb, OUT stage text, OUT status text) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	names constant text[] := ARRAY['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping'];
BEGIN
	stage := names[(stage_place(recorded)).place];
	status := CASE recorded->>'Visa Stamping' WHEN 'Approved' THEN 'completed' ELSE 'active' END;
END $$;--> statement-breakpoint
CREATE FUNCTION held_stages(application uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(jsonb_object_agg(s.stage_name, jsonb_build_object('status', s.status, 'created_at', s.created_at)), '{}')
	FROM stages s WHERE s.application_id = application
$$;--> statement-breakpoint
-- On which days an application came to a stage and status, and left them, by the history of its stages since their rows were made. What the
-- history does not tell of a stage was so from then on.
CREATE FUNCTION stage_moves(application uuid, submitted_at timestamptz, held jsonb) RETURNS TABLE (day date, stage text, status text, moved integer)
LANGUAGE plpgsql STABLE AS $$
DECLARE
	names constant text[] := ARRAY['Offer Letter', 'Labor Fees', 'Entry Permit', 'Change Status', 'Medical Test', 'Emirates ID', 'Visa Stamping'];
	recorded text[] := array_fill(NULL::text, ARRAY[7]);
	line record;
	furthest int := 1;
	at_stage text := names[1];
	at_status text := 'active';
	came text;
	came_status text;
BEGIN
	day := dubai_day(submitted_at); stage := at_stage; status := at_status; moved := 1;
	RETURN NEXT;
	FOR line IN
		WITH told AS MATERIALIZED (
			SELECT h.seq, h.happened_at, h.subject, change->>'from' AS before, change->>'to' AS status
			FROM history h, jsonb_array_elements(h.changes) change
			WHERE h.record_type = 'application' AND h.record_id = application AND h.action IN ('stage_added', 'stage_changed')
				AND change->>'field' = 'status' AND h.happened_at >= (held->h.subject->>'created_at')::timestamptz
		)
		SELECT 0::bigint AS seq, (each.value->>'created_at')::timestamptz AS at, array_position(names, each.key) AS place,
			CASE WHEN first.seq IS NULL THEN each.value->>'status' ELSE first.before END AS status
		FROM jsonb_each(held) each LEFT JOIN LATERAL (SELECT t.seq, t.before FROM told t WHERE t.subject = each.key ORDER BY t.seq LIMIT 1) first ON true
		UNION ALL SELECT t.seq, t.happened_at, array_position(names, t.subject), t.status FROM told t
		ORDER BY 1, 2, 3
	LOOP
		CONTINUE WHEN line.status IS NULL;
		recorded[line.place] := line.status;
		furthest := greatest(furthest, line.place);
		-- As stage_and_status, but without JSON for each line of a history.
		day := dubai_day(line.at);
		stage := names[CASE WHEN recorded[furthest] = 'Approved' THEN least(furthest + 1, 7) ELSE furthest END];
		status := CASE recorded[7] WHEN 'Approved' THEN 'completed' ELSE 'active' END;
		IF stage <> at_stage OR status <> at_status THEN
			moved := 1;
			RETURN NEXT;
			moved := -1;
			came := stage;
			came_status := status;
			stage := at_stage;
			status := at_status;
			RETURN NEXT;
			at_stage := came;
			at_status := came_status;
		END IF;
	END LOOP;
END $$;--> statement-breakpoint
-- The lock makes whoever counts a whole company wait for those who change it, and them for that one.
CREATE FUNCTION keep_stage_days(company uuid, days date[], named text[], statuses text[], numbers integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(7036021, get_byte(uuid_send(company), 15));
	WITH given AS MATERIALIZED (
		SELECT g.day, g.stage, g.status, sum(g.moved) AS moved FROM unnest(days, named, statuses, numbers) AS g(day, stage, status, moved)
		GROUP BY 1, 2, 3 HAVING sum(g.moved) <> 0 ORDER BY 1, 2, 3
	), total AS (
		INSERT INTO stage_day_totals AS kept (day, stage, status, slot, moved) SELECT g.day, g.stage, g.status, slot_of(company), g.moved FROM given g
			ON CONFLICT (day, stage, status, slot) DO UPDATE SET moved = kept.moved + excluded.moved
	)
	INSERT INTO stage_days AS kept (company_id, day, stage, status, moved) SELECT company, g.day, g.stage, g.status, g.moved FROM given g
		ON CONFLICT (company_id, day, stage, status) DO UPDATE SET moved = kept.moved + excluded.moved;
END $$;--> statement-breakpoint
-- Once or with the other sign; for rows that 0021 has filled.
CREATE FUNCTION move_stage_days(application uuid, company uuid, submitted_at timestamptz, held jsonb, sign integer) RETURNS void LANGUAGE sql AS $$
	SELECT keep_stage_days(company, array_agg(m.day), array_agg(m.stage), array_agg(m.status), array_agg(m.moved * sign))
	FROM stage_moves(application, submitted_at, held) m
$$;--> statement-breakpoint
-- The same for one row, as each submission needs it.
CREATE FUNCTION begin_stage_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(7036021, get_byte(uuid_send(NEW.company_id), 15));
	INSERT INTO stage_days AS kept (company_id, day, stage, status, moved) VALUES (NEW.company_id, dubai_day(NEW.submitted_at), 'Offer Letter', 'active', 1)
		ON CONFLICT (company_id, day, stage, status) DO UPDATE SET moved = kept.moved + 1;
	INSERT INTO stage_day_totals AS kept (day, stage, status, slot, moved)
		VALUES (dubai_day(NEW.submitted_at), 'Offer Letter', 'active', slot_of(NEW.company_id), 1)
		ON CONFLICT (day, stage, status, slot) DO UPDATE SET moved = kept.moved + 1;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Its days go with a deleted application; those of a company by its own trigger.
CREATE FUNCTION end_stage_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.person_id IS NOT NULL AND EXISTS (SELECT FROM companies WHERE id = OLD.company_id) THEN
		PERFORM move_stage_days(OLD.id, OLD.company_id, OLD.submitted_at, held_stages(OLD.id), -1);
	END IF;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_stage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed uuid := coalesce(NEW.application_id, OLD.application_id);
	recorded jsonb;
	before jsonb;
	was record;
	is_now record;
	since timestamptz;
	of record;
BEGIN
	-- Another change of its stages has committed then, and is seen by the next statements.
	SELECT a.company_id, a.submitted_at, a.person_id INTO of FROM visa_applications a WHERE a.id = changed FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	recorded := recorded_stages(changed);
	before := recorded - coalesce(NEW.stage_name, OLD.stage_name)
		|| CASE TG_OP WHEN 'INSERT' THEN '{}' ELSE jsonb_build_object(OLD.stage_name, OLD.status) END;
	IF of.person_id IS NOT NULL AND TG_OP = 'DELETE' THEN
		PERFORM move_stage_days(changed, of.company_id, of.submitted_at, held_stages(changed)
			|| jsonb_build_object(OLD.stage_name, jsonb_build_object('status', OLD.status, 'created_at', OLD.created_at)), -1);
		PERFORM move_stage_days(changed, of.company_id, of.submitted_at, held_stages(changed), 1);
	ELSIF of.person_id IS NOT NULL THEN
		was := stage_and_status(before);
		is_now := stage_and_status(recorded);
		IF was <> is_now THEN
			PERFORM keep_stage_days(of.company_id, ARRAY[dubai_day(NEW.updated_at), dubai_day(NEW.updated_at)], ARRAY[was.stage, is_now.stage],
				ARRAY[was.status, is_now.status], ARRAY[-1, 1]);
		END IF;
	END IF;
	was := stage_place(before);
	is_now := stage_place(recorded);
	IF TG_OP = 'DELETE' THEN
		since := coalesce(stage_since_told(changed), stage_since_guessed(changed));
	ELSIF was.place <> is_now.place THEN
		since := NEW.updated_at;
	END IF;
	UPDATE visa_applications a
		SET stage_status = is_now.status, refused = is_refused(recorded), stage_since = coalesce(since, a.stage_since)
		WHERE a.id = changed
			AND (a.stage_status, a.refused, a.stage_since) IS DISTINCT FROM (is_now.status, is_refused(recorded), coalesce(since, a.stage_since));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER stages_kept_with_application AFTER INSERT OR UPDATE OF status OR DELETE ON "stages" FOR EACH ROW EXECUTE FUNCTION keep_stage();--> statement-breakpoint
CREATE TRIGGER visa_applications_days_begun AFTER INSERT ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION begin_stage_days();--> statement-breakpoint
CREATE TRIGGER visa_applications_days_ended BEFORE DELETE ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION end_stage_days();--> statement-breakpoint
CREATE TRIGGER visa_applications_completed_in BEFORE INSERT ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION complete_application();--> statement-breakpoint
CREATE TRIGGER visa_applications_completed_anew BEFORE UPDATE OF expiry_date, visa_expiry_date ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION complete_application();--> statement-breakpoint
CREATE TRIGGER visa_applications_person_in AFTER INSERT ON "visa_applications" FOR EACH ROW WHEN (NEW.person_id <> NEW.id) EXECUTE FUNCTION note_person();--> statement-breakpoint
CREATE TRIGGER visa_applications_about_anew AFTER UPDATE ON "visa_applications" FOR EACH ROW
	WHEN ((OLD.person_id, OLD.expires_on, OLD.submitted_at) IS DISTINCT FROM (NEW.person_id, NEW.expires_on, NEW.submitted_at)) EXECUTE FUNCTION note_person();--> statement-breakpoint
CREATE TRIGGER visa_applications_person_out AFTER DELETE ON "visa_applications" FOR EACH ROW EXECUTE FUNCTION note_person();--> statement-breakpoint
CREATE TRIGGER employees_completed BEFORE INSERT ON "employees" FOR EACH ROW EXECUTE FUNCTION complete_employee();--> statement-breakpoint
CREATE TRIGGER employees_renamed BEFORE UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.passport_number, OLD.employee_name, OLD.nationality) IS DISTINCT FROM (NEW.passport_number, NEW.employee_name, NEW.nationality))
	EXECUTE FUNCTION lock_renamed();--> statement-breakpoint
CREATE TRIGGER employees_person_in AFTER INSERT ON "employees" FOR EACH ROW WHEN (NEW.person_id <> NEW.id) EXECUTE FUNCTION note_person();--> statement-breakpoint
CREATE TRIGGER employees_about_anew AFTER UPDATE ON "employees" FOR EACH ROW
	WHEN ((OLD.person_id, OLD.visa_expiry_date, OLD.status) IS DISTINCT FROM (NEW.person_id, NEW.visa_expiry_date, NEW.status)) EXECUTE FUNCTION note_person();--> statement-breakpoint
CREATE TRIGGER employees_person_out AFTER DELETE ON "employees" FOR EACH ROW EXECUTE FUNCTION note_person();
