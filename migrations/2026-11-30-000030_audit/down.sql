DROP TABLE audit;
DROP FUNCTION fieldpost_audit_is_append_only();
