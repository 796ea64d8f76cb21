-- Activity of the main threads of starting apps, at a resolution for comparing startups.
INCLUDE PERFETTO MODULE intervals.mipmap;
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE slices.flat_slices;
INCLUDE PERFETTO MODULE sched.states;

CREATE PERFETTO TABLE _mipmap_startup AS
SELECT s.startup_id AS id, s.*, p.upid, t.utid
FROM android_startups AS s
JOIN android_startup_processes AS p USING (startup_id)
JOIN thread AS t USING (upid)
WHERE s.dur > 0 AND t.is_main_thread = 1
ORDER BY s.ts;

CREATE PERFETTO TABLE _mipmap_flat_slice AS
SELECT * FROM _slice_flattened WHERE utid IN (SELECT utid FROM _mipmap_startup);

CREATE PERFETTO TABLE _mipmap_thread_state AS
SELECT * FROM thread_state WHERE utid IN (SELECT utid FROM _mipmap_startup);

CREATE VIRTUAL TABLE _mipmap_flat_slice_thread_states_and_slices_sp USING SPAN_LEFT_JOIN(
  _mipmap_thread_state PARTITIONED utid, _mipmap_flat_slice PARTITIONED utid);

-- Thread states split at changes of the deepest slice.
CREATE PERFETTO TABLE _mipmap_flat_slice_thread_states_and_slices AS
SELECT
  row_number() OVER () AS id,
  ts, dur, utid, slice_id, depth, name,
  sched_state_to_human_readable_string(state) AS state,
  cpu, io_wait, blocked_function,
  coalesce(name, sched_state_to_human_readable_string(state)) AS synth_name,
  irq_context
FROM _mipmap_flat_slice_thread_states_and_slices_sp;

-- The same within startups; equal group_hash means equal appearance.
CREATE PERFETTO TABLE _mipmap_startup_slices_with_ids AS
WITH lasting AS (SELECT * FROM _mipmap_flat_slice_thread_states_and_slices WHERE dur >= 0)
SELECT
  row_number() OVER (ORDER BY ii.ts, ii.id_0, ii.id_1) AS id,
  hash(coalesce(s.name, ''), coalesce(s.state, ''), coalesce(s.depth, -1), coalesce(s.io_wait, -1), coalesce(s.blocked_function, ''))
    AS group_hash,
  ii.ts, ii.dur, s.utid, s.slice_id, s.depth, s.name, s.synth_name, s.cpu, s.state, s.io_wait, s.blocked_function, s.irq_context,
  u.startup_id, u.upid, u.startup_type, u.package, u.dur AS startup_dur
FROM _interval_intersect!((lasting, _mipmap_startup), (utid)) AS ii
JOIN lasting AS s ON s.id = ii.id_0
JOIN _mipmap_startup AS u ON u.id = ii.id_1
ORDER BY id;

CREATE PERFETTO TABLE _mipmap_startup_buckets_1ms AS
SELECT * FROM _mipmap_buckets_table!((SELECT ts, dur, startup_id FROM _mipmap_startup_slices_with_ids), startup_id, 1000000) ORDER BY id;

-- Grouped into buckets of one millisecond.
CREATE PERFETTO TABLE _android_startup_mipmap_1ms AS
SELECT
  m.ts, m.dur, s.startup_id, s.upid, s.package, s.startup_type, s.startup_dur, s.name, s.state, s.depth, s.io_wait, s.blocked_function
FROM _mipmap_merged!(_mipmap_startup_slices_with_ids, _mipmap_startup_buckets_1ms, startup_id, 1000000) AS m
JOIN _mipmap_startup_slices_with_ids AS s USING (id);
