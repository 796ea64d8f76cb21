-- @case events around the damage are read
SELECT ts, name FROM slice ORDER BY ts

-- @case damage is counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
