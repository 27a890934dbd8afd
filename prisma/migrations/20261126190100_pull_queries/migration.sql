-- The query of an address that data are pulled from may be a signature: it is sealed.
ALTER TABLE "inventory_pulls" ADD COLUMN "sealed_query" BYTEA;
