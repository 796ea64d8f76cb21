-- @case jobs last until they finish or are scheduled again
INCLUDE PERFETTO MODULE android.job_scheduler_states;
SELECT ts, dur, job_name, uid, job_id, package_name, job_namespace, has_charging_constraint, effective_priority, is_periodic, job_start_latency_ms, internal_stop_reason, public_stop_reason FROM android_job_scheduler_states ORDER BY job_id

-- @case jobs are split when the screen turns off
INCLUDE PERFETTO MODULE android.job_scheduler_states;
SELECT ts, dur, job_name, job_dur, package_name, charging_state, screen_state FROM android_job_scheduler_with_screen_charging_states ORDER BY ts, job_id
