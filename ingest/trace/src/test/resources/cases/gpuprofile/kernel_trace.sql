-- @case a kernel is on the track of its queue; names may have commas and quotes
SELECT s.ts, s.dur, s.name, t.name AS track FROM slice s JOIN track t ON t.id = s.track_id ORDER BY s.ts;
-- @case other columns are arguments
SELECT a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.ts = 1600 ORDER BY a.key;
