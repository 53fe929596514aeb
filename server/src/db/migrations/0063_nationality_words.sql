-- How the nationals of one country may be called, in the form in which words are searched; the first is the word of the list. An unknown word stands alone.
CREATE FUNCTION nationality_words(word text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce((SELECT known.words FROM (VALUES
		(ARRAY['afghan', 'afghanistan', 'افغانستان', 'افغاني', 'افغانيه']),
		(ARRAY['albanian', 'albania', 'البانيا']),
		(ARRAY['algerian', 'algeria', 'الجزاير', 'جزايري', 'جزايريه']),
		(ARRAY['american', 'united states', 'الولايات المتحده', 'usa', 'united states of america', 'امريكي', 'امريكيه', 'اميركي', 'اميركيه']),
		(ARRAY['andorran', 'andorra', 'اندورا']),
		(ARRAY['angolan', 'angola', 'انغولا']),
		(ARRAY['antiguan and barbudan', 'antigua & barbuda', 'انتيغوا وبربودا']),
		(ARRAY['argentine', 'argentina', 'الارجنتين', 'argentinian', 'argentinean']),
		(ARRAY['armenian', 'armenia', 'ارمينيا']),
		(ARRAY['australian', 'australia', 'استراليا']),
		(ARRAY['austrian', 'austria', 'النمسا']),
		(ARRAY['azerbaijani', 'azerbaijan', 'اذربيجان']),
		(ARRAY['bahamian', 'bahamas', 'جزر البهاما']),
		(ARRAY['bahraini', 'bahrain', 'البحرين', 'بحريني', 'بحرينيه']),
		(ARRAY['bangladeshi', 'bangladesh', 'بنغلاديش', 'بنغلاديشي', 'بنغلاديشيه', 'بنغالي', 'بنغاليه']),
		(ARRAY['barbadian', 'barbados', 'بربادوس']),
		(ARRAY['belarusian', 'belarus', 'بيلاروس']),
		(ARRAY['belgian', 'belgium', 'بلجيكا']),
		(ARRAY['belizean', 'belize', 'بليز']),
		(ARRAY['beninese', 'benin', 'بنين']),
		(ARRAY['bhutanese', 'bhutan', 'بوتان']),
		(ARRAY['bolivian', 'bolivia', 'بوليفيا']),
		(ARRAY['bosnian and herzegovinian', 'bosnia & herzegovina', 'البوسنه والهرسك']),
		(ARRAY['botswanan', 'botswana', 'بوتسوانا']),
		(ARRAY['brazilian', 'brazil', 'البرازيل']),
		(ARRAY['british', 'united kingdom', 'المملكه المتحده', 'uk', 'great britain', 'england', 'english', 'بريطاني', 'بريطانيه']),
		(ARRAY['bruneian', 'brunei', 'بروناي']),
		(ARRAY['bulgarian', 'bulgaria', 'بلغاريا']),
		(ARRAY['burkinabe', 'burkina faso', 'بوركينا فاسو']),
		(ARRAY['burmese', 'myanmar (burma)', 'ميانمار (بورما)', 'myanmar']),
		(ARRAY['burundian', 'burundi', 'بوروندي']),
		(ARRAY['cambodian', 'cambodia', 'كمبوديا']),
		(ARRAY['cameroonian', 'cameroon', 'الكاميرون']),
		(ARRAY['canadian', 'canada', 'كندا']),
		(ARRAY['cape verdean', 'cape verde', 'الراس الاخضر']),
		(ARRAY['central african', 'central african republic', 'جمهوريه افريقيا الوسطي']),
		(ARRAY['chadian', 'chad', 'تشاد']),
		(ARRAY['chilean', 'chile', 'تشيلي']),
		(ARRAY['chinese', 'china', 'الصين', 'صيني', 'صينيه']),
		(ARRAY['colombian', 'colombia', 'كولومبيا']),
		(ARRAY['comorian', 'comoros', 'جزر القمر']),
		(ARRAY['congolese', 'congo - kinshasa', 'الكونغو']),
		(ARRAY['costa rican', 'costa rica', 'كوستاريكا']),
		(ARRAY['croatian', 'croatia', 'كرواتيا']),
		(ARRAY['cuban', 'cuba', 'كوبا']),
		(ARRAY['cypriot', 'cyprus', 'قبرص']),
		(ARRAY['czech', 'czechia', 'التشيك', 'czech republic']),
		(ARRAY['danish', 'denmark', 'الدانمرك']),
		(ARRAY['djiboutian', 'djibouti', 'جيبوتي']),
		(ARRAY['dominican', 'dominican republic', 'جمهوريه الدومينيكان']),
		(ARRAY['dutch', 'netherlands', 'هولندا', 'holland', 'the netherlands']),
		(ARRAY['east timorese', 'timor-leste', 'تيمور - ليشتي']),
		(ARRAY['ecuadorian', 'ecuador', 'الاكوادور']),
		(ARRAY['egyptian', 'egypt', 'مصر', 'مصري', 'مصريه']),
		(ARRAY['emirati', 'united arab emirates', 'الامارات العربيه المتحده', 'uae', 'الامارات', 'emirati national', 'اماراتي', 'اماراتيه']),
		(ARRAY['equatorial guinean', 'equatorial guinea', 'غينيا الاستواييه']),
		(ARRAY['eritrean', 'eritrea', 'اريتريا', 'اريتري', 'اريتريه']),
		(ARRAY['estonian', 'estonia', 'استونيا']),
		(ARRAY['eswatini', 'اسواتيني']),
		(ARRAY['ethiopian', 'ethiopia', 'اثيوبيا', 'اثيوبي', 'اثيوبيه']),
		(ARRAY['fijian', 'fiji', 'فيجي']),
		(ARRAY['filipino', 'philippines', 'الفلبين', 'philippine', 'philipino', 'filipina', 'فلبيني', 'فلبينيه', 'فليبيني', 'فليبينيه']),
		(ARRAY['finnish', 'finland', 'فنلندا']),
		(ARRAY['french', 'france', 'فرنسا', 'فرنسي', 'فرنسيه']),
		(ARRAY['gabonese', 'gabon', 'الغابون']),
		(ARRAY['gambian', 'gambia', 'غامبيا']),
		(ARRAY['georgian', 'georgia', 'جورجيا']),
		(ARRAY['german', 'germany', 'المانيا']),
		(ARRAY['ghanaian', 'ghana', 'غانا']),
		(ARRAY['greek', 'greece', 'اليونان']),
		(ARRAY['grenadian', 'grenada', 'غرينادا']),
		(ARRAY['guatemalan', 'guatemala', 'غواتيمالا']),
		(ARRAY['guinea-bissauan', 'guinea-bissau', 'غينيا بيساو']),
		(ARRAY['guinean', 'guinea', 'غينيا']),
		(ARRAY['guyanese', 'guyana', 'غيانا']),
		(ARRAY['haitian', 'haiti', 'هايتي']),
		(ARRAY['honduran', 'honduras', 'هندوراس']),
		(ARRAY['hungarian', 'hungary', 'هنغاريا']),
		(ARRAY['icelandic', 'iceland', 'ايسلندا']),
		(ARRAY['indian', 'india', 'الهند', 'هندي', 'هنديه']),
		(ARRAY['indonesian', 'indonesia', 'اندونيسيا', 'اندونيسي', 'اندونيسيه']),
		(ARRAY['iranian', 'iran', 'ايران', 'ايراني', 'ايرانيه']),
		(ARRAY['iraqi', 'iraq', 'العراق', 'عراقي', 'عراقيه']),
		(ARRAY['irish', 'ireland', 'ايرلندا']),
		(ARRAY['israeli', 'israel', 'اسراييل']),
		(ARRAY['italian', 'italy', 'ايطاليا']),
		(ARRAY['ivorian', 'cote d’ivoire', 'ساحل العاج', 'ivory coast']),
		(ARRAY['jamaican', 'jamaica', 'جامايكا']),
		(ARRAY['japanese', 'japan', 'اليابان']),
		(ARRAY['jordanian', 'jordan', 'الاردن', 'اردني', 'اردنيه']),
		(ARRAY['kazakh', 'kazakhstan', 'كازاخستان']),
		(ARRAY['kenyan', 'kenya', 'كينيا', 'كيني', 'كينيه']),
		(ARRAY['kiribati', 'كيريباتي']),
		(ARRAY['kittitian and nevisian', 'st. kitts & nevis', 'سانت كيتس ونيفيس']),
		(ARRAY['kosovar', 'kosovo', 'كوسوفو']),
		(ARRAY['kuwaiti', 'kuwait', 'الكويت', 'كويتي', 'كويتيه']),
		(ARRAY['kyrgyz', 'kyrgyzstan', 'قيرغيزستان']),
		(ARRAY['lao', 'laos', 'لاوس']),
		(ARRAY['latvian', 'latvia', 'لاتفيا']),
		(ARRAY['lebanese', 'lebanon', 'لبنان', 'لبناني', 'لبنانيه']),
		(ARRAY['liberian', 'liberia', 'ليبيريا']),
		(ARRAY['libyan', 'libya', 'ليبيا', 'ليبي', 'ليبيه']),
		(ARRAY['liechtensteiner', 'liechtenstein', 'ليختنشتاين']),
		(ARRAY['lithuanian', 'lithuania', 'ليتوانيا']),
		(ARRAY['luxembourger', 'luxembourg', 'لوكسمبورغ']),
		(ARRAY['malagasy', 'madagascar', 'مدغشقر']),
		(ARRAY['malawian', 'malawi', 'ملاوي']),
		(ARRAY['malaysian', 'malaysia', 'ماليزيا']),
		(ARRAY['maldivian', 'maldives', 'جزر المالديف']),
		(ARRAY['malian', 'mali', 'مالي']),
		(ARRAY['maltese', 'malta', 'مالطا']),
		(ARRAY['marshallese', 'marshall islands', 'جزر مارشال']),
		(ARRAY['mauritanian', 'mauritania', 'موريتانيا']),
		(ARRAY['mauritian', 'mauritius', 'موريشيوس']),
		(ARRAY['mexican', 'mexico', 'المكسيك']),
		(ARRAY['micronesian', 'micronesia', 'ميكرونيزيا']),
		(ARRAY['moldovan', 'moldova', 'مولدوفا']),
		(ARRAY['monegasque', 'monaco', 'موناكو']),
		(ARRAY['mongolian', 'mongolia', 'منغوليا']),
		(ARRAY['montenegrin', 'montenegro', 'الجبل الاسود']),
		(ARRAY['moroccan', 'morocco', 'المغرب', 'مغربي', 'مغربيه']),
		(ARRAY['mosotho', 'lesotho', 'ليسوتو']),
		(ARRAY['mozambican', 'mozambique', 'موزمبيق']),
		(ARRAY['namibian', 'namibia', 'ناميبيا']),
		(ARRAY['nauruan', 'nauru', 'ناورو']),
		(ARRAY['nepali', 'nepal', 'نيبال', 'nepalese', 'نيبالي', 'نيباليه']),
		(ARRAY['new zealander', 'new zealand', 'نيوزيلندا']),
		(ARRAY['nicaraguan', 'nicaragua', 'نيكاراغوا']),
		(ARRAY['nigerian', 'nigeria', 'نيجيريا', 'نيجيري', 'نيجيريه']),
		(ARRAY['nigerien', 'niger', 'النيجر']),
		(ARRAY['north korean', 'north korea', 'كوريا الشماليه']),
		(ARRAY['north macedonian', 'north macedonia', 'مقدونيا الشماليه']),
		(ARRAY['norwegian', 'norway', 'النرويج']),
		(ARRAY['omani', 'oman', 'عمان', 'عماني', 'عمانيه']),
		(ARRAY['pakistani', 'pakistan', 'باكستان', 'باكستاني', 'باكستانيه']),
		(ARRAY['palauan', 'palau', 'بالاو']),
		(ARRAY['palestinian', 'palestinian territories', 'فلسطين', 'palestine', 'فلسطيني', 'فلسطينيه']),
		(ARRAY['panamanian', 'panama', 'بنما']),
		(ARRAY['papua new guinean', 'papua new guinea', 'بابوا غينيا الجديده']),
		(ARRAY['paraguayan', 'paraguay', 'باراغواي']),
		(ARRAY['peruvian', 'peru', 'بيرو']),
		(ARRAY['polish', 'poland', 'بولندا']),
		(ARRAY['portuguese', 'portugal', 'البرتغال']),
		(ARRAY['qatari', 'qatar', 'قطر', 'قطري', 'قطريه']),
		(ARRAY['romanian', 'romania', 'رومانيا']),
		(ARRAY['russian', 'russia', 'روسيا', 'روسي', 'روسيه']),
		(ARRAY['rwandan', 'rwanda', 'رواندا']),
		(ARRAY['saint lucian', 'st. lucia', 'سانت لوسيا']),
		(ARRAY['salvadoran', 'el salvador', 'السلفادور']),
		(ARRAY['sammarinese', 'san marino', 'سان مارينو']),
		(ARRAY['samoan', 'samoa', 'ساموا']),
		(ARRAY['sao tomean', 'sao tome & principe', 'ساو تومي وبرينسيبي']),
		(ARRAY['saudi', 'saudi arabia', 'المملكه العربيه السعوديه', 'saudi arabian', 'السعوديه', 'سعودي', 'سعوديه']),
		(ARRAY['senegalese', 'senegal', 'السنغال']),
		(ARRAY['serbian', 'serbia', 'صربيا']),
		(ARRAY['seychellois', 'seychelles', 'سيشل']),
		(ARRAY['sierra leonean', 'sierra leone', 'سيراليون']),
		(ARRAY['singaporean', 'singapore', 'سنغافوره']),
		(ARRAY['slovak', 'slovakia', 'سلوفاكيا']),
		(ARRAY['slovenian', 'slovenia', 'سلوفينيا']),
		(ARRAY['solomon islander', 'solomon islands', 'جزر سليمان']),
		(ARRAY['somali', 'somalia', 'الصومال', 'صومالي', 'صوماليه']),
		(ARRAY['south african', 'south africa', 'جنوب افريقيا', 'جنوب افريقي', 'جنوب افريقيه']),
		(ARRAY['south korean', 'south korea', 'كوريا الجنوبيه']),
		(ARRAY['south sudanese', 'south sudan', 'جنوب السودان']),
		(ARRAY['spanish', 'spain', 'اسبانيا']),
		(ARRAY['sri lankan', 'sri lanka', 'سريلانكا', 'srilanka', 'srilankan', 'سريلانكي', 'سريلانكيه', 'سيلاني', 'سيلانيه']),
		(ARRAY['sudanese', 'sudan', 'السودان', 'سوداني', 'سودانيه']),
		(ARRAY['surinamese', 'suriname', 'سورينام']),
		(ARRAY['swedish', 'sweden', 'السويد']),
		(ARRAY['swiss', 'switzerland', 'سويسرا']),
		(ARRAY['syrian', 'syria', 'سوريا', 'سوري', 'سوريه']),
		(ARRAY['taiwanese', 'taiwan', 'تايوان']),
		(ARRAY['tajik', 'tajikistan', 'طاجيكستان']),
		(ARRAY['tanzanian', 'tanzania', 'تنزانيا']),
		(ARRAY['thai', 'thailand', 'تايلاند']),
		(ARRAY['togolese', 'togo', 'توغو']),
		(ARRAY['tongan', 'tonga', 'تونغا']),
		(ARRAY['trinidadian and tobagonian', 'trinidad & tobago', 'ترينيداد وتوباغو']),
		(ARRAY['tunisian', 'tunisia', 'تونس', 'تونسي', 'تونسيه']),
		(ARRAY['turkish', 'turkiye', 'تركيا', 'turkey', 'تركي', 'تركيه']),
		(ARRAY['turkmen', 'turkmenistan', 'تركمانستان']),
		(ARRAY['tuvaluan', 'tuvalu', 'توفالو']),
		(ARRAY['ugandan', 'uganda', 'اوغندا', 'اوغندي', 'اوغنديه']),
		(ARRAY['ukrainian', 'ukraine', 'اوكرانيا', 'اوكراني', 'اوكرانيه']),
		(ARRAY['uruguayan', 'uruguay', 'اورغواي']),
		(ARRAY['uzbek', 'uzbekistan', 'اوزبكستان']),
		(ARRAY['vanuatuan', 'vanuatu', 'فانواتو']),
		(ARRAY['vatican', 'vatican city', 'الفاتيكان']),
		(ARRAY['venezuelan', 'venezuela', 'فنزويلا']),
		(ARRAY['vietnamese', 'vietnam', 'فيتنام', 'viet nam']),
		(ARRAY['vincentian', 'st. vincent & grenadines', 'سانت فنسنت وجزر غرينادين']),
		(ARRAY['yemeni', 'yemen', 'اليمن', 'يمني', 'يمنيه']),
		(ARRAY['zambian', 'zambia', 'زامبيا']),
		(ARRAY['zimbabwean', 'zimbabwe', 'زيمبابوي'])
	) AS known(words) WHERE searched(word) = ANY(known.words)), ARRAY[searched(word)]);
END $$;--> statement-breakpoint
-- As which rows have the name and nationality of a person (S12).
CREATE FUNCTION person_names(name text, nationality text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(person_name(name, word)) FROM unnest(nationality_words(nationality)) word
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION person_of(company uuid, employee uuid, passport text, name text, nationality text) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
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
			WHERE e.company_id = company AND person_name(e.employee_name, e.nationality) = ANY(person_names(name, person_of.nationality)) AND e.person_id IS NOT NULL
		UNION SELECT a.person_id FROM visa_applications a
			WHERE a.company_id = company AND person_name(a.employee_name, a.nationality) = ANY(person_names(name, person_of.nationality)) AND a.person_id IS NOT NULL
	) named;
	RETURN found;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION person_keys(company uuid, passport text, name text, nationality text) RETURNS int[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	named int := hashtext(company::text) # (hashtext(person_name(name, (nationality_words(nationality))[1])) & 255);
	numbered int := hashtext(company::text) # (hashtext(passport) & 255);
BEGIN
	IF numbered IS NULL OR numbered = named THEN
		RETURN ARRAY[named];
	END IF;
	RETURN ARRAY[least(named, numbered), greatest(named, numbered)];
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION person_for(company uuid, employee uuid, passport text, name text, nationality text) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
	IF employee IS NULL OR NOT EXISTS (
		SELECT FROM employees e WHERE e.id = employee AND e.company_id = company AND e.passport_number IS NOT DISTINCT FROM passport
			AND person_name(e.employee_name, e.nationality) = ANY(person_names(name, person_for.nationality)))
	THEN
		PERFORM lock_person_keys(company, passport, name, nationality);
	END IF;
	RETURN person_of(company, employee, passport, name, nationality);
END $$;
