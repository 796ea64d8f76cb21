-- @case lines of all forms are read
SELECT l.ts, l.log_source, t.tid, p.pid, p.name AS process, l.prio, l.tag, l.msg FROM logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.id;
-- @case other fields are arguments
SELECT l.id, a.key, a.display_value FROM logs l JOIN args a USING (arg_set_id) ORDER BY l.id, a.key;
-- @case lines that continue others are counted
SELECT name, value FROM stats WHERE name = 'system_log_line_skipped';
