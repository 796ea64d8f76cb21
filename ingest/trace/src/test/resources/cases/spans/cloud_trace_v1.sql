-- @case spans are slices of their services with their labels
SELECT s.ts, s.dur, s.name, p.name AS service, s.parent_id IS NOT NULL AS has_parent,
  extract_arg(s.arg_set_id, '/http/status_code') AS status FROM slice s
JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid) ORDER BY s.ts;

-- @case spans without a time are counted
SELECT name, value FROM stats WHERE name = 'spans_without_time';
