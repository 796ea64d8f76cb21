-- @case compressed packets are read like others, damaged ones are left out
SELECT ts, name FROM slice ORDER BY ts

-- @case packets that cannot be unpacked are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx
