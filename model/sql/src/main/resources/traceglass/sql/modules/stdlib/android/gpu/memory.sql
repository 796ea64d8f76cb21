-- GPU memory of processes.
INCLUDE PERFETTO MODULE linux.memory.general;

-- Bytes over time.
CREATE PERFETTO TABLE android_gpu_memory_per_process AS
SELECT ts, dur, upid, cast_int!(value) AS gpu_memory FROM _all_counters_per_process WHERE name = 'GPU Memory' ORDER BY track_id, ts;
