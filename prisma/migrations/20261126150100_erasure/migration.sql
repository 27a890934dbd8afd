-- What was said stays as it was said, unless a person's name is erased from it.
CREATE OR REPLACE FUNCTION "refuse_to_change_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('targeting.erasing', TRUE) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a comment never changes';
END $$;
