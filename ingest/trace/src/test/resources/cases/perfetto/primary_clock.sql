-- @case times are those of the primary clock
SELECT ts, name FROM slice ORDER BY ts

-- @case the service's times are of the boot clock whatever the primary one is
SELECT name, int_value FROM metadata WHERE name = 'tracing_started_ns'
