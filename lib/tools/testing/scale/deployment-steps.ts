import { designTexts } from "./design-steps";
import type { ScaleStep } from "./scale-world";

/**
 * Deployments: each build has up to four, on targets that all builds of its design share. On each target the newest build is activated.
 */
export const DEPLOYMENT_STEPS: readonly ScaleStep[] = [
	(sizes, world) => `CREATE TEMPORARY TABLE scale_deployments ON COMMIT DROP AS
		SELECT s.i, s.i * 16 + k * 4 + slot AS n, k, k = s.builds AS newest,
			${world.targetOf(sizes)} AS target,
			row_number() OVER (ORDER BY pg_temp.scale_pick(s.i * 16 + k * 4 + slot, 17, 1000000000), s.i, k, slot) AS rank
		FROM scale_designs s, generate_series(1, s.builds) AS k, generate_series(0, 3) AS slot
		ORDER BY slot, pg_temp.scale_pick(s.i * 4 + k, 18, 1000000000), s.i, k LIMIT ${sizes.deployments}`,
	(
		sizes,
		world,
	) => `INSERT INTO deployments (id, design_id, build_id, target_id, type, status, requester_id, requester_org_id,
			deployer_id, new_build, tags, build_size, build_date, search_document, requested_at, approved_at, updated_at)
		SELECT pg_temp.scale_id('deployment', n), pg_temp.scale_id('design', i), build_id, pg_temp.scale_id('target', target),
			type::"DesignType", status::"DeploymentStatus", pg_temp.scale_id('user', owner), pg_temp.scale_id('organization', organization),
			CASE WHEN status IN ('activated', 'deactivated')
				THEN pg_temp.scale_id('user', (${world.organizationOf(sizes)}) * 100) END,
			k = 1, CASE pg_temp.scale_pick(n, 19, 5) WHEN 0 THEN '{eu}' WHEN 1 THEN '{eu,night}' ELSE '{}' END::text[],
			size, completed_at, pg_temp.scale_document(concat_ws(' ', texts, name, 'Target ' || target,
				CASE pg_temp.scale_pick(n, 19, 5) WHEN 0 THEN 'eu' WHEN 1 THEN 'eu night' END)),
			completed_at + interval '1 hour',
			CASE WHEN status IN ('activated', 'deactivated') THEN completed_at + interval '1 day' END,
			completed_at + pg_temp.scale_pick(n, 20, 2592000) * interval '1 second'
		FROM (SELECT s.*, x.n, x.k, x.target, ${designTexts("s")} AS texts, b.id AS build_id, b.name, b.size, b.completed_at,
				CASE WHEN x.rank <= ${sizes.requested} THEN 'requested'
					WHEN fate < 5 THEN 'rejected' WHEN fate < 8 THEN 'cancelled'
					WHEN x.newest AND fate < 88 THEN 'activated' ELSE 'deactivated' END AS status
			FROM (SELECT *, pg_temp.scale_pick(n, 21, 100) AS fate FROM (
				SELECT i, n, k, newest, target, row_number() OVER (ORDER BY rank) AS rank FROM scale_deployments) AS ranked) AS x
			JOIN (SELECT i, theme, city, type, owner, organization, age, sets FROM scale_designs) AS s ON s.i = x.i
			JOIN builds b ON b.id = pg_temp.scale_id('build', x.i * 4 + x.k)) AS made
		ORDER BY completed_at`,
	// All builds of a design have its sets.
	() =>
		"UPDATE design_targets g SET search_document = d.search_document FROM designs d WHERE d.id = g.design_id AND g.search_document IS NULL",
];
