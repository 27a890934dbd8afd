-- The fencing token of a build's lease: a fence is a geofence everywhere else.
ALTER TABLE "builds" RENAME COLUMN "fence" TO "fencing_token";
