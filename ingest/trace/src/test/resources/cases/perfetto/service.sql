-- @case the service's events are at the time of each step
SELECT name, str_value, int_value FROM metadata WHERE name NOT GLOB 'trace_*' ORDER BY name, int_value, str_value

-- @case numbers of the service, its buffers and the filter are statistics
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case problems of the recording are explained, with a remedy
.doctor
.summary
.losses
