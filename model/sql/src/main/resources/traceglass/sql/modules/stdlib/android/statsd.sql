-- Atoms of statsd, Android's telemetry service.

-- Atoms as instants.
CREATE PERFETTO VIEW android_statsd_atoms AS
SELECT
  s.id, s.ts, s.dur, s.arg_set_id, s.thread_instruction_count, s.thread_instruction_delta, s.track_id, s.category, s.name, s.depth,
  s.parent_id, s.thread_ts, s.thread_dur
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.name = 'Statsd Atoms';

-- Perfetto triggers reported by statsd.
CREATE PERFETTO TABLE _android_statsd_perfetto_triggers AS
SELECT ts, extract_arg(arg_set_id, 'perfetto_trigger.trigger_name') AS trigger_name
FROM android_statsd_atoms
WHERE name = 'perfetto_trigger';
