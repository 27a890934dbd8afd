/** The labels that an upload may have; its content decides how it is read. */
export const GEOFENCE_CONTENT_TYPES = [
	"application/geo+json",
	"application/json",
	"application/geo+json-seq",
	"application/x-ndjson",
	"text/csv",
	"text/tab-separated-values",
	"application/gzip",
	"application/octet-stream",
] as const;
