-- Each run of one, two or three characters, within a line. The index drops repeated ones itself.
CREATE FUNCTION grams(searched text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	found text[] := '{}';
	line text;
	size int;
BEGIN
	FOREACH line IN ARRAY string_to_array(searched, E'\n') LOOP
		size := length(line);
		FOR place IN 1..size LOOP
			found := found || substr(line, place, 1);
			IF place < size THEN found := found || substr(line, place, 2); END IF;
			IF place < size - 1 THEN found := found || substr(line, place, 3); END IF;
		END LOOP;
	END LOOP;
	RETURN found;
END $$;
