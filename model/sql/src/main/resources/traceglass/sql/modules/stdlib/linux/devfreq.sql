-- Frequencies of devices scaled by Linux's devfreq.
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE _devfreq_intervals AS
SELECT i.id, i.ts, i.dur, CAST(i.value AS INT) AS freq, CAST(extract_arg(t.dimension_arg_set_id, 'linux_device') AS VARCHAR) AS device
FROM counter_leading_intervals!(
  (SELECT c.* FROM counter AS c JOIN track AS t ON t.id = c.track_id WHERE t.type = 'linux_device_frequency')
) AS i
JOIN track AS t ON t.id = i.track_id
ORDER BY i.track_id, i.ts, i.id;

-- Frequencies of the devices whose name matches a GLOB pattern.
CREATE PERFETTO FUNCTION _get_devfreq_counters(device_name STRING) RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, freq LONG) AS
SELECT d.id, d.ts, d.dur, d.freq FROM _devfreq_intervals AS d WHERE d.device GLOB $device_name;

-- Frequency of the unit that CPUs and their L3 cache share.
CREATE PERFETTO TABLE linux_devfreq_dsu_counter(
  id LONG, ts TIMESTAMP, dur DURATION, dsu_freq LONG
)
AS
SELECT id, ts, dur, freq AS dsu_freq FROM _devfreq_intervals WHERE device GLOB '*devfreq_dsu'
UNION ALL
SELECT id, ts, dur, freq FROM _devfreq_intervals WHERE device GLOB '*dsufreq';
