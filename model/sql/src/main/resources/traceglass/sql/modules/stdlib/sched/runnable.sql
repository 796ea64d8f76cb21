-- Wait of a thread for a CPU before it ran.

-- For each time a thread ran: the last time it became runnable, and the last time it was woken by another thread.
CREATE PERFETTO TABLE sched_previous_runnable_on_thread(
  id JOINID(thread_state.id), prev_runnable_id JOINID(thread_state.id), prev_wakeup_runnable_id JOINID(thread_state.id)
)
AS
SELECT
  id,
  max(id) FILTER (state <> 'Running') OVER so_far AS prev_runnable_id,
  max(id) FILTER (waker_utid IS NOT NULL AND coalesce(irq_context, 0) <> 1) OVER so_far AS prev_wakeup_runnable_id
FROM thread_state
WHERE state GLOB 'R*' AND dur <> -1
WINDOW so_far AS (PARTITION BY utid ORDER BY id ROWS UNBOUNDED PRECEDING)
QUALIFY state = 'Running'
ORDER BY id;
