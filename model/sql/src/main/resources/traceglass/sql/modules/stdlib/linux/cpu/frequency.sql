-- Frequencies of CPUs over time, in kHz.
INCLUDE PERFETTO MODULE counters.intervals;

-- Times in which each CPU had a frequency.
CREATE PERFETTO TABLE cpu_frequency_counters(
  id LONG, track_id JOINID(track.id), ts TIMESTAMP, dur DURATION, freq LONG, ucpu LONG, cpu LONG
)
AS
SELECT i.id, i.track_id, i.ts, i.dur, CAST(i.value AS INT) AS freq, c.ucpu, t.cpu
FROM counter_leading_intervals!(
  (SELECT c.* FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id WHERE t.name = 'cpufreq')
) AS i
JOIN cpu_counter_track AS t ON t.id = i.track_id
JOIN cpu AS c ON c.cpu = t.cpu AND c.machine_id IS NOT DISTINCT FROM t.machine_id
ORDER BY i.track_id, i.ts, i.id;
