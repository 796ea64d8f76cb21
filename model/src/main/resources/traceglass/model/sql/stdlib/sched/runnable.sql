-- What a thread waited for a CPU before it ran.

CREATE PERFETTO TABLE sched_previous_runnable_on_thread AS
SELECT
  id,
  max(CASE WHEN state IN ('R', 'R+') THEN id END) OVER before AS prev_runnable_id,
  max(CASE WHEN state = 'R' AND waker_utid IS NOT NULL THEN id END) OVER before AS prev_wakeup_runnable_id
FROM thread_state
WINDOW before AS (PARTITION BY utid ORDER BY ts, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
QUALIFY state = 'Running'
ORDER BY id;
