-- @case a trace time that does not name a single machine is rejected
SELECT count(*) AS n FROM process
