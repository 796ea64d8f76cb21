-- @case properties that have numbers are counters
SELECT c.ts, t.name, t.type, extract_arg(t.dimension_arg_set_id, 'sysprop_name') AS property, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.ts, t.name

-- @case the posture of the device is an instant, and what stays the same is known of the trace
SELECT 'instant' AS what, s.ts, t.name, s.name AS value FROM slice AS s JOIN track AS t ON t.id = s.track_id UNION ALL SELECT 'metadata', NULL, name, coalesce(str_value, CAST(int_value AS VARCHAR)) FROM metadata WHERE name GLOB '*wallpaper*' OR name GLOB 'android_profile*' ORDER BY 1, 3

-- @case the screen is on, off or dozing from one change to the next
INCLUDE PERFETTO MODULE android.screen_state;
SELECT ts, dur, simple_screen_state, screen_state FROM android_screen_state ORDER BY ts

-- @case the battery charges until it is full; its state before the first report is unknown
INCLUDE PERFETTO MODULE android.battery.charging_states;
SELECT ts, dur, short_charging_state, charging_state FROM android_charging_states ORDER BY ts
