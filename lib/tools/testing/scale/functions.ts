/** Functions of the steps, for one session. */
export const FUNCTIONS = [
	`CREATE FUNCTION pg_temp.scale_id(kind text, n bigint) RETURNS uuid LANGUAGE sql STABLE AS
	 $$ SELECT md5(kind || ' ' || n)::uuid $$`,
	// A reproducible pseudo-random number below `size`; `salt` distinguishes uses.
	`CREATE FUNCTION pg_temp.scale_pick(n bigint, salt bigint, size bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
	 $$ SELECT (hashint8extended(n, salt) & 9223372036854775807) % size $$`,
	`CREATE FUNCTION pg_temp.scale_word(n bigint, VARIADIC words text[]) RETURNS text LANGUAGE sql IMMUTABLE AS
	 $$ SELECT words[1 + n % array_length(words, 1)] $$`,
	// The documents of lib/rules/text/normalize.ts, for texts of letters, digits and a few
	// separators.
	`CREATE FUNCTION pg_temp.scale_document(texts text) RETURNS text LANGUAGE sql STABLE AS
	 $$ SELECT string_agg(word, ' ' ORDER BY place) FROM (
			SELECT word, min(place) AS place
			FROM unnest(string_to_array(translate(lower(texts), '@.-_', '    '), ' ')) WITH ORDINALITY AS words (word, place)
			WHERE word <> '' GROUP BY word) AS distinct_words $$`,
];
