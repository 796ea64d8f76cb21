-- Number of runnable and waiting threads, and of busy CPUs, over time.
INCLUDE PERFETTO MODULE intervals.overlap;

-- Number of threads that wait for a CPU, over time.
CREATE PERFETTO TABLE sched_runnable_thread_count(
  ts TIMESTAMP, runnable_thread_count LONG
)
AS
SELECT ts, value AS runnable_thread_count
FROM intervals_overlap_count!((SELECT ts, dur FROM thread_state WHERE state = 'R'), ts, dur);

-- Number of threads in uninterruptible sleep, over time.
CREATE PERFETTO TABLE sched_uninterruptible_sleep_thread_count(
  ts TIMESTAMP, uninterruptible_sleep_thread_count LONG
)
AS
SELECT ts, value AS uninterruptible_sleep_thread_count
FROM intervals_overlap_count!((SELECT ts, dur FROM thread_state WHERE state = 'D'), ts, dur);

-- Number of CPUs that run a thread, over time.
CREATE PERFETTO TABLE sched_active_cpu_count(
  ts TIMESTAMP, active_cpu_count LONG
)
AS
SELECT ts, value AS active_cpu_count
FROM intervals_overlap_count!((SELECT ts, dur FROM sched WHERE utid NOT IN (SELECT utid FROM thread WHERE is_idle)), ts, dur);
