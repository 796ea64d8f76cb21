-- @case packets of a machine that the manifest does not name are refused
SELECT count(*) AS n FROM process
