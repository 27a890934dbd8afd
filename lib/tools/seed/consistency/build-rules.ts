import { DEPLOYMENTS, type Rules } from "./rules";

/** Designs, builds, files and inventory data against one another. */
export const BUILD_RULES: Rules = {
	"builds whose times or events are in another order": `
		SELECT b.name || ' ' || b.requested_at FROM builds b JOIN designs d ON d.id = b.design_id
		WHERE NOT (d.created_at <= b.requested_at AND b.requested_at <= COALESCE(b.started_at, b.requested_at)
			AND COALESCE(b.started_at, b.requested_at) <= COALESCE(b.completed_at, b.started_at, b.requested_at))
		UNION ALL SELECT b.name || ': ' || b.status || ' after ' || string_agg(e.action, ', ' ORDER BY e.id)
			FROM builds b JOIN audit_events e ON e.detail->>'build_id' = b.id::text GROUP BY b.id
			HAVING string_agg(e.action, ' ' ORDER BY e.id) <> CASE WHEN b.started_at IS NULL THEN 'request_build' ELSE concat_ws(' ', 'request_build start_build',
				CASE b.status WHEN 'done' THEN 'complete_build' WHEN 'failed' THEN 'fail_build' WHEN 'rejected' THEN 'reject_build' END) END`,

	"builds whose status and contents contradict": `
		SELECT name || ' is ' || status FROM builds b WHERE (status = 'done') <> (completed_at IS NOT NULL AND size > 0 AND digest IS NOT NULL AND file_key IS NOT NULL
			AND percent = 100 AND EXISTS (SELECT 1 FROM build_sets s WHERE s.build_id = b.id))
		UNION ALL SELECT name || ' has no reason' FROM builds WHERE status IN ('failed', 'rejected') AND status_reason IS NULL
		UNION ALL SELECT name || ' is the first' FROM builds b WHERE status = 'done' AND is_first = EXISTS (
			SELECT 1 FROM builds o WHERE o.design_id = b.design_id AND o.status = 'done' AND o.completed_at < b.completed_at)`,

	"designs that contradict their builds and sets": `
		SELECT d.name FROM designs d LEFT JOIN LATERAL (SELECT * FROM builds b WHERE b.design_id = d.id AND b.status = 'done' ORDER BY b.completed_at DESC LIMIT 1) b ON TRUE
		WHERE (d.most_recent_build_id, d.last_build_date, d.last_build_request, d.last_build_size) IS DISTINCT FROM (b.id, b.completed_at, b.requested_at, b.size)
		UNION ALL SELECT d.name || ' is ' || d.status || ', its build ' || b.status FROM designs d
			LEFT JOIN LATERAL (SELECT * FROM builds b WHERE b.design_id = d.id ORDER BY b.requested_at DESC LIMIT 1) b ON TRUE
			WHERE d.status::text <> CASE WHEN b.id IS NULL THEN 'in_design' WHEN b.status = 'done' THEN 'built'
				WHEN b.status = 'requested' AND b.attempts > 0 THEN 'building' ELSE b.status::text END
		UNION ALL SELECT d.name || ' has another size' FROM designs d WHERE d.type = 'proximity' AND d.design_size <> (SELECT COALESCE(sum(c.geofence_count), 0)
			FROM design_sets s JOIN geofence_collections c ON c.id = s.geofence_collection_id WHERE s.design_id = d.id)
		UNION ALL SELECT d.name || ' changed later' FROM designs d WHERE d.updated_at < d.created_at OR d.updated_at > (
			SELECT max(e.at) FROM audit_events e WHERE e.design_id = d.id AND e.object_type = 'design')`,

	"sets of builds that contradict the build before, the design or the data": `
		SELECT b.name || ', ' || s.name || ': ' || s.item_count FROM build_sets s JOIN builds b ON b.id = s.build_id
			LEFT JOIN build_sets o ON o.build_id = b.compared_build_id AND o.set_id = s.set_id
			WHERE s.item_count <> COALESCE(o.item_count + s.added_count - s.removed_count, s.item_count) OR s.item_count = 0
		UNION ALL SELECT d.name || ', ' || s.name FROM designs d JOIN design_sets s ON s.design_id = d.id JOIN geofence_collections c ON c.id = s.geofence_collection_id
			JOIN build_sets b ON b.build_id = d.most_recent_build_id AND b.set_id = s.id WHERE b.item_count <> c.geofence_count AND s.updated_at < d.last_build_request
		UNION ALL SELECT b.name || ' reaches more than there are' FROM builds b JOIN build_sources r ON r.build_id = b.id JOIN inventory_imports i ON i.id = r.import_id
			JOIN build_sets s ON s.build_id = b.id WHERE s.item_count > i.device_count`,

	"inventory data that contradict their imports": `
		SELECT s.slug FROM inventory_sources s WHERE s.current_import_id IS DISTINCT FROM (SELECT i.id FROM inventory_imports i WHERE i.source_id = s.id ORDER BY i.processed_at DESC LIMIT 1)
		UNION ALL SELECT 'import of ' || i.processed_at FROM inventory_imports i JOIN inventory_sources s ON s.id = i.source_id
			WHERE i.processed_at < s.created_at OR i.newest_seen_at > i.processed_at OR i.segment_count = 0 OR NOT EXISTS (
				SELECT 1 FROM audit_events e WHERE e.object_id = s.id AND e.detail->>'import_id' = i.id::text AND (e.detail->>'row_count')::bigint = i.row_count
					AND (e.detail->>'device_count')::bigint = i.device_count AND e.at >= i.processed_at)
		UNION ALL SELECT b.name || ' has read other data than the newest' FROM builds b JOIN build_sources r ON r.build_id = b.id
			WHERE b.audience_index_version <> r.processed_at OR r.import_id <> (SELECT i.id FROM inventory_imports i
				WHERE i.source_id = r.source_id AND i.processed_at < b.started_at ORDER BY i.processed_at DESC LIMIT 1)`,

	"deployments that contradict their build": `
		SELECT x.about FROM ${DEPLOYMENTS} x JOIN builds b ON b.id = x.build_id
		WHERE b.completed_at > x.requested_at OR b.design_id <> x.design_id
			OR (x.type, x.build_date, x.build_size, x.new_build) IS DISTINCT FROM (b.type, b.completed_at, b.size, b.is_first)
		UNION ALL SELECT about || ': two at a time' FROM ${DEPLOYMENTS} x WHERE status = 'activated' GROUP BY about HAVING count(*) > 1`,
};
