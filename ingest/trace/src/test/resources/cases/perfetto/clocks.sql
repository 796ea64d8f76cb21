-- @case times of every clock become those of the boot clock
SELECT ts, name FROM slice ORDER BY ts

-- @case each reading of each clock is kept
SELECT ts, clock_id, clock_name, clock_value, snapshot_id FROM clock_snapshot ORDER BY id

-- @case unknown clocks and impossible readings are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case functions convert times
SELECT to_monotonic(20000) AS monotonic, to_realtime(10500) AS real
