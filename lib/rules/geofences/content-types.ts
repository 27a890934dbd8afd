export const GEOFENCE_CONTENT_TYPES = [
	"application/geo+json",
	"application/json",
	"application/geo+json-seq",
	"application/x-ndjson",
	"text/csv",
	"text/tab-separated-values",
] as const;
