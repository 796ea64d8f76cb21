-- Jobs run by JobScheduler, as reported by statsd, with their constraints, and whether the device was charging and its screen on.
INCLUDE PERFETTO MODULE android.battery.charging_states;
INCLUDE PERFETTO MODULE android.screen_state;
INCLUDE PERFETTO MODULE intervals.intersect;

-- One field of an atom's arguments, as number and text.
CREATE PERFETTO MACRO _job_number(field Expr) RETURNS Expr AS
max(a.int_value) FILTER (a.key = 'scheduled_job_state_changed.' || $field);

CREATE PERFETTO MACRO _job_text(field Expr) RETURNS Expr AS
max(a.display_value) FILTER (a.key = 'scheduled_job_state_changed.' || $field);

-- State changes of jobs.
CREATE PERFETTO TABLE _job_states AS
SELECT
  t.id AS track_id,
  s.ts,
  s.id AS slice_id,
  _job_text!('job_name') AS job_name,
  _job_number!('attribution_node[0].uid') AS uid,
  _job_text!('state') AS state,
  _job_text!('internal_stop_reason') AS internal_stop_reason,
  _job_text!('public_stop_reason') AS public_stop_reason,
  _job_number!('effective_priority') AS effective_priority,
  _job_number!('has_battery_not_low_constraint') AS has_battery_not_low_constraint,
  _job_number!('has_charging_constraint') AS has_charging_constraint,
  _job_number!('has_connectivity_constraint') AS has_connectivity_constraint,
  _job_number!('has_content_trigger_constraint') AS has_content_trigger_constraint,
  _job_number!('has_deadline_constraint') AS has_deadline_constraint,
  _job_number!('has_idle_constraint') AS has_idle_constraint,
  _job_number!('has_storage_not_low_constraint') AS has_storage_not_low_constraint,
  _job_number!('has_timing_delay_constraint') AS has_timing_delay_constraint,
  CAST(_job_number!('is_prefetch') = 1 AS INT) AS is_prefetch,
  _job_number!('is_requested_expedited_job') AS is_requested_expedited_job,
  _job_number!('is_running_as_expedited_job') AS is_running_as_expedited_job,
  _job_number!('job_id') AS job_id,
  _job_number!('num_previous_attempts') AS num_previous_attempts,
  _job_number!('requested_priority') AS requested_priority,
  _job_text!('standby_bucket') AS standby_bucket,
  _job_number!('is_periodic') AS is_periodic,
  _job_number!('is_periodic') AS has_flex_constraint,
  _job_number!('is_requested_as_user_initiated_job') AS is_requested_as_user_initiated_job,
  _job_number!('is_running_as_user_initiated_job') AS is_running_as_user_initiated_job,
  _job_number!('deadline_ms') AS deadline_ms,
  _job_number!('job_start_latency_ms') AS job_start_latency_ms,
  _job_number!('num_uncompleted_work_items') AS num_uncompleted_work_items,
  _job_text!('proc_state') AS proc_state
FROM track AS t
JOIN slice AS s ON s.track_id = t.id
LEFT JOIN args AS a ON a.arg_set_id = s.arg_set_id
WHERE t.name = 'Statsd Atoms' AND s.name = 'scheduled_job_state_changed'
GROUP BY t.id, s.ts, s.id
ORDER BY s.id;

-- Jobs from their start until they finish or are scheduled again. A job's name is `PACKAGE/…`, or with a namespace
-- `@NAMESPACE@PACKAGE/…`.
CREATE PERFETTO TABLE android_job_scheduler_states AS
WITH
  followed AS (
    SELECT
      * EXCLUDE (internal_stop_reason, public_stop_reason),
      lead(state) OVER of_job AS next_state,
      lead(ts) OVER of_job AS next_ts,
      lead(internal_stop_reason) OVER of_job AS internal_stop_reason,
      lead(public_stop_reason) OVER of_job AS public_stop_reason
    FROM _job_states
    WHERE state <> 'CANCELLED'
    WINDOW of_job AS (PARTITION BY uid, job_name, job_id ORDER BY ts, slice_id)
  )
SELECT
  row_number() OVER (ORDER BY ts, slice_id) AS id,
  ts,
  next_ts - ts AS dur,
  slice_id,
  job_name,
  uid,
  job_id,
  CASE
    WHEN NOT starts_with(job_name, '@') THEN str_split(job_name, '/', 0)
    WHEN starts_with(str_split(job_name, '/', 1), 'com') THEN str_split(job_name, '/', 1)
    ELSE str_split(str_split(job_name, '/', 0), '@', 2)
  END AS package_name,
  CASE WHEN starts_with(job_name, '@') THEN str_split(job_name, '@', 1) ELSE str_split(job_name, '/', 1) END AS job_namespace,
  effective_priority,
  has_battery_not_low_constraint,
  has_charging_constraint,
  has_connectivity_constraint,
  has_content_trigger_constraint,
  has_deadline_constraint,
  has_idle_constraint,
  has_storage_not_low_constraint,
  has_timing_delay_constraint,
  is_prefetch,
  is_requested_expedited_job,
  is_running_as_expedited_job,
  num_previous_attempts,
  requested_priority,
  standby_bucket,
  is_periodic,
  has_flex_constraint,
  is_requested_as_user_initiated_job,
  is_running_as_user_initiated_job,
  deadline_ms,
  job_start_latency_ms,
  num_uncompleted_work_items,
  proc_state,
  internal_stop_reason,
  public_stop_reason
FROM followed
WHERE state = 'STARTED' AND next_state IN ('FINISHED', 'SCHEDULED') AND next_ts > ts
ORDER BY ts, slice_id;

CREATE PERFETTO TABLE _charging_screen_states AS
SELECT row_number() OVER (ORDER BY ii.ts, ii.id_0, ii.id_1) AS id, ii.ts, ii.dur, c.charging_state, s.screen_state
FROM _interval_intersect!((android_charging_states, android_screen_state), ()) AS ii
JOIN android_charging_states AS c ON c.id = ii.id_0
JOIN android_screen_state AS s ON s.id = ii.id_1
ORDER BY id;

-- Jobs split at changes of the charging or screen state.
CREATE PERFETTO TABLE android_job_scheduler_with_screen_charging_states AS
SELECT
  ii.ts,
  ii.dur,
  j.slice_id,
  j.job_name || '_' || j.job_id AS job_name,
  j.uid,
  j.job_id,
  j.dur AS job_dur,
  j.package_name,
  j.job_namespace,
  c.charging_state,
  c.screen_state,
  j.* EXCLUDE (id, ts, dur, slice_id, job_name, uid, job_id, package_name, job_namespace)
FROM _interval_intersect!((_charging_screen_states, android_job_scheduler_states), ()) AS ii
JOIN _charging_screen_states AS c ON c.id = ii.id_0
JOIN android_job_scheduler_states AS j ON j.id = ii.id_1
ORDER BY ii.ts, ii.id_0, ii.id_1;
