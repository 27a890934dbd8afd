-- A link of the command line has no issuer: its audit event says who asked for it.
ALTER TABLE "sign_in_links" ALTER COLUMN "issued_by_id" DROP NOT NULL;
