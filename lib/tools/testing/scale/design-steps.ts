import type { ScaleStep } from "./scale-world";

/** The first day; all rows have distinct times. */
const DAY_ZERO = "timestamptz '2025-01-01 00:00:00Z'";

/** Designs with sets, collaborators and builds. `scale_designs` has the columns for later steps. */
export const DESIGN_STEPS: readonly ScaleStep[] = [
	(sizes, world) => `CREATE TEMPORARY TABLE scale_designs ON COMMIT DROP AS
		SELECT i, owner, owner / 100 AS organization, age,
			pg_temp.scale_word(pg_temp.scale_pick(i, 5, 20), 'Berlin', 'Paris', 'London', 'Tokyo', 'Lisbon', 'Madrid', 'Rome', 'Vienna',
				'Prague', 'Warsaw', 'Oslo', 'Dublin', 'Athens', 'Cairo', 'Lagos', 'Lima', 'Quito', 'Osaka', 'Seoul', 'Hanoi') AS city,
			pg_temp.scale_word(pg_temp.scale_pick(i, 6, 10), 'Coffee shops', 'Gyms', 'Airports', 'Stadiums', 'Cinemas', 'Bakeries',
				'Museums', 'Car dealers', 'Pharmacies', 'Parks') || ' ' AS theme,
			CASE WHEN pg_temp.scale_pick(i, 7, 100) < 60 THEN 'proximity' ELSE 'audience' END AS type,
			CASE WHEN fate < 15 THEN 'in_design' WHEN fate < 18 THEN 'requested' WHEN fate < 20 THEN 'rejected'
				WHEN fate < 22 THEN 'failed' ELSE 'built' END AS status,
			CASE WHEN fate < 15 OR fate BETWEEN 20 AND 21 THEN 0
				ELSE 1 + (pg_temp.scale_pick(i, 8, 100) >= 60)::int + (pg_temp.scale_pick(i, 8, 100) >= 85)::int END AS builds,
			1 + pg_temp.scale_pick(i, 9, 3) AS sets
		FROM (SELECT i::bigint, ${world.ownerOf(sizes)} AS owner, pg_temp.scale_pick(i, 4, 31536000) AS age, pg_temp.scale_pick(i, 10, 100) AS fate
			FROM generate_series(1, ${sizes.designs}) AS i) AS drawn`,
	// Designs copy columns of their newest build, so builds come first.
	() => `INSERT INTO builds (id, design_id, type, name, status, reason, requested_by_id, requested_by_org_id, requested_at, started_at,
			completed_at, is_first, size, digest, file_key, format_version, sources, price_cpm, percent)
		SELECT pg_temp.scale_id('build', i * 4 + k), pg_temp.scale_id('design', i), type::"DesignType", theme || city || ' ' || i, 'done',
			'scale', pg_temp.scale_id('user', owner), pg_temp.scale_id('organization', organization), completed - interval '90 seconds',
			completed - interval '60 seconds', completed, k = 1, 1000 + pg_temp.scale_pick(i * 4 + k, 14, 50000000),
			md5(i || ' ' || k) || md5(k || ' ' || i), 'builds/' || i || '-' || k, '1.0',
			CASE type WHEN 'audience' THEN '{acme-mobile}' ELSE '{}' END::text[], 0.45, 100
		FROM (SELECT s.*, k, ${completedAt("s", "k")} AS completed FROM scale_designs s, generate_series(1, builds) AS k) AS made
		ORDER BY completed`,
	() => `INSERT INTO designs (id, name, type, status, owner_id, owner_org_id, design_size, visibility_tags, most_recent_build_id,
			created_at, updated_at, search_document)
		SELECT pg_temp.scale_id('design', i), theme || city || ' ' || i, type::"DesignType", status::"DesignStatus",
			pg_temp.scale_id('user', owner), pg_temp.scale_id('organization', organization), 10 * sets,
			CASE pg_temp.scale_pick(i, 11, 10) WHEN 0 THEN '{retail}' WHEN 1 THEN '{retail,travel}' ELSE '{}' END::text[],
			CASE WHEN builds > 0 THEN pg_temp.scale_id('build', i * 4 + builds) END,
			${DAY_ZERO} + age * interval '1 second', ${DAY_ZERO} + age * interval '1 second' + builds * interval '20 days 1.5 seconds',
			pg_temp.scale_document(${designTexts("s")})
		FROM scale_designs s ORDER BY age`,
	() => `INSERT INTO design_sets (design_id, position, name, targeting_code, updated_at)
		SELECT pg_temp.scale_id('design', i), k - 1, city || ' set ' || k, upper(city) || '_' || k, now()
		FROM scale_designs, generate_series(1, sets) AS k`,
	// Every 25th design is shared with an organization, every 30th with a person.
	(sizes, world) => `INSERT INTO design_collaborators (design_id, type, organization_id, can_edit)
		SELECT pg_temp.scale_id('design', i), 'org', pg_temp.scale_id('organization', 1 + pg_temp.scale_pick(i, 12, ${world.organizations(sizes)})), i % 50 = 0
		FROM scale_designs WHERE i % 25 = 0`,
	(sizes, world) => `INSERT INTO design_collaborators (design_id, type, user_id, can_edit)
		SELECT pg_temp.scale_id('design', i), 'user', pg_temp.scale_id('user', (1 + pg_temp.scale_pick(i, 13, ${world.organizations(sizes)})) * 100 + 1), i % 60 = 0
		FROM scale_designs WHERE i % 30 = 0`,
	() => `INSERT INTO builds (design_id, type, name, reason, requested_by_id, requested_by_org_id, requested_at)
		SELECT pg_temp.scale_id('design', i), type::"DesignType", theme || city || ' ' || i, 'scale', pg_temp.scale_id('user', owner),
			pg_temp.scale_id('organization', organization), ${completedAt("s", "builds + 1")}
		FROM scale_designs s WHERE status = 'requested'`,
	() => `INSERT INTO build_sets (build_id, set_id, position, name, targeting_code, item_count)
		SELECT b.id, s.id, s.position, s.name, s.targeting_code, 10
		FROM builds b JOIN design_sets s ON s.design_id = b.design_id WHERE b.status = 'done'`,
];

/** The completion time of a design's k-th build. */
export function completedAt(s: string, k: string): string {
	return `${DAY_ZERO} + ${s}.age * interval '1 second' + (${k}) * interval '20 days'
		+ pg_temp.scale_pick(${s}.i * 4 + ${k}, 15, 86400000) * interval '1 millisecond'`;
}

/** The texts of a design that `q` searches, joined. */
export function designTexts(s: string): string {
	return `concat_ws(' ', ${s}.theme || ${s}.city || ' ' || ${s}.i, 'person-' || ${s}.owner % 100 || '@org-' || ${s}.organization || '.example',
		(SELECT string_agg(concat_ws(' ', ${s}.city || ' set ' || k, upper(${s}.city) || '_' || k), ' ' ORDER BY k)
			FROM generate_series(1, ${s}.sets) AS k))`;
}
