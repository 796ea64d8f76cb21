-- @case packets of a machine that the manifest does not name are rejected
SELECT count(*) AS n FROM process
