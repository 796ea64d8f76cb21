-- Frequencies of memory, interconnects and caches on Google's chips.

-- Frequencies over time.
CREATE PERFETTO VIEW android_dvfs_counters AS
SELECT t.name, c.ts, c.value, lead(c.ts, 1, trace_end()) OVER (PARTITION BY t.id ORDER BY c.ts, c.id) - c.ts AS dur
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
WHERE regexp_matches(
  t.name,
  '^(domain@[0-2]|17000010\.devfreq_mif|17000020\.devfreq_int|17000090\.devfreq_dsu|170000a0\.devfreq_bci|(dsu|bus)_throughput|'
  || 'cpu[0-8]dsu|gs_memlat_devfreq:devfreq_mif_cpu[0-8]_memlat@17000010) Frequency$'
)
ORDER BY c.ts, c.id;

-- Highest, lowest and time-weighted mean frequency.
CREATE PERFETTO TABLE android_dvfs_counter_stats AS
SELECT name, max(value) AS max, min(value) AS min, max(ts) - min(ts) AS dur, sum(dur * value) / sum(dur) AS wgt_avg
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name
ORDER BY name;

-- Time at each frequency, in nanoseconds and percent.
CREATE PERFETTO VIEW android_dvfs_counter_residency AS
SELECT name, value, cast_int!(sum(dur)) AS dur, sum(dur) * 100.0 / sum(sum(dur)) OVER (PARTITION BY name) AS pct
FROM android_dvfs_counters
WHERE dur > 0
GROUP BY name, value
ORDER BY name, value;
