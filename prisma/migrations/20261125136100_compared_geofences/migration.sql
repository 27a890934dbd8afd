-- Geofences of a build are kept while it is requested or activated on a target: a map compares them
-- with those of the build that follows.
CREATE INDEX "build_sets_geofence_collection_id_idx" ON "build_sets"("geofence_collection_id");
