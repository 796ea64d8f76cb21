-- @case atoms are instants at their own time, with the names of the schema
INCLUDE PERFETTO MODULE android.statsd;
SELECT ts, dur, name FROM android_statsd_atoms ORDER BY ts, name

-- @case fields have names, and values of enumerations too
SELECT extract_arg(s.arg_set_id, 'app_breadcrumb_reported.uid') AS uid, extract_arg(s.arg_set_id, 'app_breadcrumb_reported.label') AS label, extract_arg(s.arg_set_id, 'app_breadcrumb_reported.state') AS state FROM slice AS s WHERE s.name = 'app_breadcrumb_reported'

-- @case a value of the enumeration of another schema is named as well
SELECT extract_arg(arg_set_id, 'screen_state_changed.state') AS state FROM slice WHERE name = 'screen_state_changed'

-- @case fields of unknown atoms have numbers, their bytes are base64 and four of them are interpreted as a float
SELECT s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) WHERE s.name GLOB 'atom_*' ORDER BY s.name, a.key

-- @case a window of the desktop lasts from its first to its last appearance
INCLUDE PERFETTO MODULE android.desktop_mode;
SELECT raw_add_ts, raw_remove_ts, ts, dur, instance_id, uid FROM android_desktop_mode_windows

-- @case triggers that statsd fired have their name
INCLUDE PERFETTO MODULE android.statsd;
SELECT ts, trigger_name FROM _android_statsd_perfetto_triggers
