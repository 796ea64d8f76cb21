-- @case a time of the trace that names no one machine is refused
SELECT count(*) AS n FROM process
